import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { GatewayError } from './gatewayError.ts'

/** Work under the lock takes milliseconds; a lock of this age was left by a process that was killed. */
const STALE_MS = 5_000
const DEADLINE_MS = 15_000
const POLL_MS = 10

/**
 * Runs `work` while no other process does so for the same lock file. `work` doesn't wait for anything, so that the
 * lock is never held for long. Throws GatewayError where the lock can't be had, and what `work` throws.
 * @param work is told how to make sure, right before it writes, that the lock is still its own (a machine that slept
 * in between may have lost it)
 */
export async function withFileLock<T>(path: string, work: (assertHeld: () => void) => T): Promise<T> {
  const token = randomUUID()
  await take(path, token)
  try {
    return work(() => {
      if (read(path) !== token) throw new GatewayError('access', `${path} was taken away; try again`)
    })
  } finally {
    if (read(path) === token) rmSync(path, { force: true })
  }
}

async function take(path: string, token: string): Promise<void> {
  const giveUpAt = performance.now() + DEADLINE_MS
  while (!create(path, token)) {
    breakStale(path)
    if (performance.now() > giveUpAt) {
      throw new GatewayError('access', `${path} is held by another process; delete it if there is none`)
    }
    // Not all who wait wake up at once.
    await sleep(POLL_MS * (0.5 + Math.random()))
  }
}

function create(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Undefined where there is no lock. */
function read(path: string): string | undefined {
  return unlessGone(() => readFileSync(path, 'utf8'))
}

/** Takes an abandoned lock away. Of several that try, one moves it; who moved a fresh one by mistake puts it back. */
function breakStale(path: string): void {
  const seen = read(path)
  const madeAt = unlessGone(() => statSync(path).mtimeMs)
  // A lock of the future is one from before the clock was set back.
  if (seen === undefined || madeAt === undefined || Math.abs(Date.now() - madeAt) < STALE_MS) return
  const moved = `${path}.${randomUUID()}`
  unlessGone(() => {
    renameSync(path, moved)
    if (read(moved) !== seen) linkUnlessThere(moved, path)
    rmSync(moved, { force: true })
  })
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
