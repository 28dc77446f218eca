import { join } from 'node:path'
import { type FileLock, FileLockedError, lockFile } from './fileLock.ts'
import { StoreError } from './indexStore.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'

/** The lock on an index's folder: its holder is the only writer. */
export type IndexLock = FileLock

/** Returns the path of the lock of an index's folder. */
export function lockPath(dir: string): string {
  return join(dir, 'index.lock')
}

/** Locks an index for writing. Throws StoreError: locked, read-only, disk-full. */
export function lockIndex(dir: string): IndexLock {
  try {
    return lockFile(lockPath(dir))
  } catch (error) {
    if (!(error instanceof FileLockedError)) throw storeErrorOf(error, dir)
    throw new StoreError('locked', `the index at ${dir} is in use by ${error.holder}`, { cause: error })
  }
}
