import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type AtomicWriteOptions = {
  /** Default: 0600. */
  readonly mode?: number
  /** Whether the content is on the disk when the function returns. Default: true. */
  readonly isDurable?: boolean
}

/**
 * Replaces a file in one step: a reader finds the old content or the new one, also after a crash. If it fails, the old
 * content stays. One thread at a time can write a path.
 */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, isDurable = true }: AtomicWriteOptions = {},
): void {
  const unfinished = `${path}.tmp`
  try {
    writeFileSync(unfinished, content, { mode, flush: isDurable })
    renameSync(unfinished, path)
  } catch (error) {
    try {
      rmSync(unfinished, { force: true })
    } catch {
      // The first error has the reason.
    }
    throw error
  }
  if (isDurable) syncPath(dirname(path))
}

/** Replaces a file as writeAtomically does, without blocking the thread. Writes of the same path can overlap. */
export async function writeAtomicallyAsync(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, isDurable = true }: AtomicWriteOptions = {},
): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(unfinished, content, { mode, flush: isDurable })
    await rename(unfinished, path)
  } catch (error) {
    // The first error has the reason.
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
  if (isDurable) syncPath(dirname(path))
}

/** Names of the unfinished files of writeAtomicallyAsync. */
const UNFINISHED = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/**
 * Removes files that writeAtomicallyAsync left unfinished in a folder when its process was killed.
 * @param minAgeMs age below which a file stays, because another process can still be writing it; default 0
 */
export function removeUnfinished(
  folder: string,
  { minAgeMs = 0 }: { readonly minAgeMs?: number } = {},
): void {
  for (const name of readdirSync(folder)) {
    if (!UNFINISHED.test(name)) continue
    const path = join(folder, name)
    if (minAgeMs === 0 || ageMs(path) >= minAgeMs) rmSync(path, { force: true })
  }
}

/** Returns the time since a file was written, ms; 0 if it does not exist. Just after the write it can be below 0. */
function ageMs(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false })
  return status ? Date.now() - status.mtimeMs : 0
}

/** Writes the data of a file, or the entries of a directory, to the disk. */
export function syncPath(path: string): void {
  // Windows does not open directories; there a rename is durable when it returns.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
