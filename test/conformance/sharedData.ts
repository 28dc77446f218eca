import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REALNET } from '../fixtures/recorded.ts'

/** Folder of data sets of other projects next to a developer's checkout. A user's clone does not have it. */
export const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url))
export const hasShared = existsSync(SHARED)
/** Part of the title of every suite that skips: `describe.skipIf(!hasShared)(\`… (${NEEDS_SHARED})\`, …)`. */
export const NEEDS_SHARED = 'needs the recorded data set at ../shared'

/** Returns the path of a recorded file: of `realnet/` in the repository, of any other folder in the data set. */
export function recordedFile(path: string): string {
  const [folder, ...names] = path.split('/')
  return folder === 'realnet' ? join(REALNET, ...names) : join(SHARED, path)
}
