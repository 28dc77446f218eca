import { join } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import { type FileLock, FileLockedError, lockFile, lockFileNames } from '../../store/fileLock.ts'
import { DevnetDirectoryError } from './directoryError.ts'

/** A directory that no other devnet uses. */
export type DirectoryLock = FileLock

const LOCK_FILE = 'lock'

/** Files of a directory's lock, which are never copied. */
export const LOCK_FILES: readonly string[] = lockFileNames(LOCK_FILE)

/**
 * Locks a directory for one devnet, across all threads, processes and containers that see it.
 * @throws DevnetDirectoryError
 */
export function lockDirectory(dir: string): DirectoryLock {
  try {
    return lockFile(join(dir, LOCK_FILE))
  } catch (error) {
    if (error instanceof FileLockedError) {
      throw new DevnetDirectoryError('in-use', dir, `the devnet here is in use by ${error.holder}`)
    }
    const reason = messageOf(error)
    throw new DevnetDirectoryError('unwritable', join(dir, LOCK_FILE), `cannot be locked: ${reason}`, {
      cause: error,
    })
  }
}
