import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareNodePackages } from '../runtimes/nodeClient.ts'

const PACKAGES = ['@ton/blueprint@0.46.0', '@ton/core@0.63.1', '@ton/crypto@3.3.0', '@ton/ton@16.3.0']
/** Blueprint compiles scripts with it and needs a version before 6. */
const COMPILER = 'typescript@5.9.3'
const CLI = 'node_modules/@ton/blueprint/dist/cli/cli.js'
/** The URL in the example's configuration. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:8081'

/**
 * Makes a Blueprint project of the files in `examples`, as its README says, for the gateway at `origin`.
 * @param folder an empty folder
 * @returns the command that runs the script
 */
export async function makeExampleProject(
  cache: string,
  examples: string,
  folder: string,
  origin: string,
): Promise<readonly [string, ...string[]]> {
  await prepareNodePackages(cache, 'blueprint-example', [...PACKAGES, COMPILER], '')
  await mkdir(join(folder, 'scripts'))
  await symlink(join(cache, 'blueprint-example', 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'example', private: true }))
  const config = await readFile(join(examples, 'blueprint.config.ts'), 'utf8')
  if (!config.includes(DEFAULT_ORIGIN)) throw new Error(`blueprint.config.ts does not name ${DEFAULT_ORIGIN}`)
  await writeFile(join(folder, 'blueprint.config.ts'), config.replace(DEFAULT_ORIGIN, origin))
  await copyFile(join(examples, 'showElector.ts'), join(folder, 'scripts', 'showElector.ts'))
  return [process.execPath, CLI, 'run', 'showElector', '--mnemonic']
}
