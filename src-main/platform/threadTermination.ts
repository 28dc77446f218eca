import { setTimeout as sleep } from 'node:timers/promises'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

/** One word that a thread and its starter share. */
export type TerminationLock = Int32Array<SharedArrayBuffer>

const FREE = 0
/** The thread runs code that must not be interrupted. */
const HELD = 1
/** The thread is being terminated. */
const ENDING = 2

/** Interval of looking whether a lock is free, ms. */
const LOOK_MS = 1
/** Maximum wait for a thread, ms: loading an addon takes some milliseconds. */
const MAX_WAIT_MS = 5_000

const KEY = 'tonscope termination lock'

export function createTerminationLock(): TerminationLock {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Runs `start`, which starts a thread, so that `runUninterrupted` in that thread holds `lock`. */
export function withTerminationLock<Started>(lock: TerminationLock, start: () => Started): Started {
  setEnvironmentData(KEY, lock as never)
  try {
    return start()
  } finally {
    setEnvironmentData(KEY)
  }
}

/**
 * Runs `run` in this thread; a termination waits until it has returned. For loading native addons: an addon whose
 * thread is terminated while it registers its classes ends the whole process.
 */
export function runUninterrupted<Result>(run: () => Result): Result {
  const lock = isMainThread ? undefined : (getEnvironmentData(KEY) as unknown as TerminationLock | undefined)
  if (!lock) return run()
  // The termination interrupts this wait.
  if (Atomics.compareExchange(lock, 0, FREE, HELD) === ENDING) Atomics.wait(lock, 0, ENDING)
  try {
    return run()
  } finally {
    Atomics.store(lock, 0, FREE)
  }
}

/** Resolves when the thread with `lock` can be terminated: it runs nothing that must not be interrupted, or has ended. */
export async function whenInterruptible(lock: TerminationLock, hasEnded: () => boolean): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (Atomics.compareExchange(lock, 0, FREE, ENDING) === HELD) {
    if (hasEnded() || performance.now() > end) return
    await sleep(LOOK_MS)
  }
}
