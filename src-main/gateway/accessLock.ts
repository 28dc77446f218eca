import { setTimeout as sleep } from 'node:timers/promises'
import { type FileLock, FileLockedError, lockFile } from '../store/fileLock.ts'
import { GatewayError } from './gatewayError.ts'

/** Work under the lock takes milliseconds. */
const DEADLINE_MS = 15_000
const POLL_MS = 10

/**
 * Runs `work`, which must be synchronous, while no other process does so for the same lock file. Throws GatewayError if
 * the lock stays taken, what lockFile throws, and what `work` throws.
 */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  const lock = await take(path)
  try {
    return work()
  } finally {
    lock.release()
  }
}

async function take(path: string): Promise<FileLock> {
  const end = performance.now() + DEADLINE_MS
  for (;;) {
    try {
      return lockFile(path)
    } catch (error) {
      if (!(error instanceof FileLockedError)) throw error
      if (performance.now() > end) {
        throw new GatewayError('access', `${path} is held by ${error.holder}`, { cause: error })
      }
    }
    // Random, so that waiting processes do not wake up at the same time.
    await sleep(POLL_MS * (0.5 + Math.random()))
  }
}
