import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prepared } from '../foreignClient.ts'
import { lastLines, runCommand } from './runCommand.ts'

const INSTALL_DEADLINE_MS = 240_000

/** Runs a program against a library that is among this project's own development dependencies. */
export function prepareNode(script: string): Prepared {
  return { command: [process.execPath, '--experimental-strip-types', script] }
}

/**
 * Installs packages beside the project, for clients that are too large for a development dependency. The program is
 * called with `--packages FOLDER` besides the other arguments.
 * @param packages exact versions, as `npm install` takes them
 */
export async function prepareNodePackages(
  cache: string,
  name: string,
  packages: readonly string[],
  script: string,
): Promise<Prepared> {
  return nodePackagesCommand(await installNodePackages(cache, name, packages), script)
}

/** Returns the command of a program that uses packages installed in a folder. */
export function nodePackagesCommand(folder: string, script: string): Prepared {
  return { command: [process.execPath, '--experimental-strip-types', script, '--packages', folder] }
}

/**
 * Installs packages into a folder of the cache, once for each list of them, and returns the folder.
 * @param packages exact versions, as `npm install` takes them
 * @throws if npm cannot install them
 */
export async function installNodePackages(
  cache: string,
  name: string,
  packages: readonly string[],
): Promise<string> {
  const folder = join(cache, name)
  const complete = join(folder, packages.join(' ').replaceAll(/[^\w.-]+/g, '_'))
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, private: true }))
    const install = await runCommand(
      ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', ...packages],
      { cwd: folder, deadlineMs: INSTALL_DEADLINE_MS },
    )
    if (install.code !== 0) throw new Error(`npm cannot install ${packages.join(' ')}: ${lastLines(install)}`)
    await writeFile(complete, '')
  }
  return folder
}
