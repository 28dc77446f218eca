import { join } from 'node:path'
import { type FileLock, FileLockedError, lockFile } from './fileLock.ts'
import { StoreError } from './indexStore.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'

/** An index's folder that no other writer uses. */
export type IndexLock = FileLock

/** Makes sure that one Tonscope writes an index. Throws StoreError: locked, read-only, disk-full. */
export function lockIndex(dir: string): IndexLock {
  try {
    return lockFile(join(dir, 'index.lock'))
  } catch (error) {
    if (!(error instanceof FileLockedError)) throw storeErrorOf(error, dir)
    throw new StoreError('locked', `the index at ${dir} is in use by ${error.holder}`, { cause: error })
  }
}
