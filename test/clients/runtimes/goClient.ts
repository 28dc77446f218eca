import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Prepared } from '../foreignClient.ts'
import { lastLines, runCommand, versionOf } from './runCommand.ts'

const BUILD_DEADLINE_MS = 240_000

/** Builds the Go program in `folder`; modules come from the module proxy and Go's own cache. */
export async function prepareGo(cache: string, folder: string, name: string): Promise<Prepared> {
  if (!(await versionOf(['go', 'version']))) return { skip: 'go is not installed' }
  await mkdir(cache, { recursive: true })
  const program = join(cache, name)
  const built = await runCommand(['go', 'build', '-o', program, '.'], {
    cwd: folder,
    deadlineMs: BUILD_DEADLINE_MS,
    // The toolchain of the machine: another is not downloaded.
    env: { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' },
  })
  if (built.code !== 0) throw new Error(`go cannot build ${name}: ${lastLines(built)}`)
  return { command: [program] }
}
