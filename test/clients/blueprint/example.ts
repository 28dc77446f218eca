import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandResult, runCommand } from '../runtimes/runCommand.ts'
import { installBlueprint } from './client.ts'
import { BLUEPRINT_WALLET } from './wallet.ts'

const CONFIG = 'blueprint.config.ts'
const SCRIPT = 'blueprintScript'
const CLI = 'node_modules/@ton/blueprint/dist/cli/cli.js'

/**
 * Makes a Blueprint project of the examples, as their README says, and runs its script with Blueprint's own command.
 * Nothing answers its questions: a configuration that Blueprint does not read makes the command fail.
 * @param folder of the examples
 * @param urls the gateway that runs, and the one that the configuration names
 * @throws if the packages cannot be installed, or the configuration does not name that gateway
 */
export async function runBlueprintExample(
  folder: string,
  cache: string,
  urls: { readonly origin: string; readonly documented: string },
  deadlineMs: number,
): Promise<CommandResult> {
  const packages = await installBlueprint(cache)
  const config = await readFile(join(folder, CONFIG), 'utf8')
  if (!config.includes(urls.documented)) throw new Error(`${CONFIG} does not name ${urls.documented}`)
  const project = await mkdtemp(join(tmpdir(), 'tonscope-blueprint-'))
  try {
    await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'example', private: true }))
    await writeFile(join(project, CONFIG), config.replaceAll(urls.documented, urls.origin))
    await mkdir(join(project, 'scripts'))
    await copyFile(join(folder, `${SCRIPT}.ts`), join(project, 'scripts', `${SCRIPT}.ts`))
    await symlink(join(packages, 'node_modules'), join(project, 'node_modules'), 'junction')
    return await runCommand(
      [process.execPath, join(project, CLI), 'run', SCRIPT, urls.origin, '--mnemonic'],
      { cwd: project, deadlineMs, env: BLUEPRINT_WALLET, hasInput: true },
    )
  } finally {
    await rm(project, { recursive: true, force: true })
  }
}
