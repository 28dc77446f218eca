import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prepared } from '../foreignClient.ts'
import { lastLines, runCommand, versionOf } from './runCommand.ts'

const INSTALL_DEADLINE_MS = 240_000

/**
 * Installs packages into a virtual environment of their own, once per cache folder.
 * @param packages exact versions, as `pip install` takes them
 * @param script the client's program
 */
export async function preparePython(
  cache: string,
  packages: readonly string[],
  script: string,
): Promise<Prepared> {
  if (!(await versionOf(['python3', '--version']))) return { skip: 'python3 is not installed' }
  const folder = join(cache, `python-${packages.join('-').replaceAll(/[^\w.-]+/g, '_')}`)
  const python = join(folder, 'bin', 'python')
  const complete = join(folder, 'installed')
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(cache, { recursive: true })
    const made = await runCommand(['python3', '-m', 'venv', folder], { deadlineMs: INSTALL_DEADLINE_MS })
    if (made.code !== 0)
      throw new Error(`python3 makes no virtual environment (python3-venv?): ${lastLines(made)}`)
    const install = await runCommand(
      [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
      { deadlineMs: INSTALL_DEADLINE_MS },
    )
    if (install.code !== 0) throw new Error(`pip cannot install ${packages.join(' ')}: ${lastLines(install)}`)
    await writeFile(complete, packages.join('\n'))
  }
  return { command: [python, script] }
}
