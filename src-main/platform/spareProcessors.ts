import { cpus } from 'node:os'

/** Least time over which idle time is measured, ms: the system's counters have steps of 10 ms. */
const LEAST_MS = 200
/** A measurement over a longer time says little about the present load. */
const MOST_MS = 1_000
/** Idle time of all processors together that counts as spare, as a part of one processor's time. */
const SPARE_PART = 0.25

/** What createSpareCheck depends on; tests pass their own. */
export type SpareCheckOptions = {
  /** Milliseconds since any fixed time. */
  readonly now?: () => number
  /** Returns the idle time of all processors together since any fixed time, ms; undefined if it is not known. */
  readonly idleMs?: () => number | undefined
}

/**
 * Returns a function that returns whether the system's processors had spare time while it was called last: another busy
 * thread makes a process faster only then. It must be called again and again: the first call of a load returns false.
 */
export function createSpareCheck({
  now = () => performance.now(),
  idleMs = totalIdleMs,
}: SpareCheckOptions = {}) {
  let at = Number.NEGATIVE_INFINITY
  let idle: number | undefined
  let isSpare = false
  return (): boolean => {
    const elapsed = now() - at
    if (elapsed < LEAST_MS) return isSpare
    const before = idle
    at = now()
    idle = idleMs()
    if (idle === undefined) return true
    isSpare = elapsed <= MOST_MS && before !== undefined && idle - before >= elapsed * SPARE_PART
    return isSpare
  }
}

/** Returns whether the processors have spare time; shared by the pools of a thread. */
export const hasSpareProcessor = createSpareCheck()

function totalIdleMs(): number | undefined {
  const processors = cpus()
  // Systems without /proc have none.
  if (processors.length === 0) return undefined
  return processors.reduce((sum, { times }) => sum + times.idle, 0)
}
