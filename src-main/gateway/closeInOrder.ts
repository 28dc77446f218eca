/** Closes one part of the gateway. */
export type Cleanup = () => Promise<void> | void

/** Adds a cleanup that runs when the gateway closes, before the cleanups that were added earlier. */
export type DeferCleanup = (cleanup: Cleanup) => void

/** A cleanup with a deadline of its own. */
export type TimedCleanup = { readonly close: Cleanup; readonly deadlineMs: number }

/** A part that takes longer is left running, and the next one is closed. */
const PART_DEADLINE_MS = 5_000

/** Runs cleanups, last first, each within its deadline. Rejects with all their errors after the last one. */
export async function closeInOrder(cleanups: readonly (Cleanup | TimedCleanup)[]): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.toReversed()) {
    try {
      const { close, deadlineMs } = typeof cleanup === 'function' ? untimed(cleanup) : cleanup
      await withDeadline(close(), deadlineMs)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'the gateway did not stop cleanly')
}

function untimed(close: Cleanup): TimedCleanup {
  return { close, deadlineMs: PART_DEADLINE_MS }
}

async function withDeadline(work: Promise<void> | void, deadlineMs: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`a part did not stop within ${deadlineMs} ms`)),
    deadlineMs,
  )
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
