/** Closes one part of the gateway. */
export type Cleanup = () => Promise<void> | void

/** Adds a cleanup that runs when the gateway closes, before the cleanups that were added earlier. */
export type DeferCleanup = (cleanup: Cleanup) => void

/** A part that takes longer is left running, and the next one is closed. */
const PART_DEADLINE_MS = 5_000

/** Runs cleanups, last first, each within its deadline. Rejects with all their errors after the last one. */
export async function closeInOrder(cleanups: readonly Cleanup[]): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.toReversed()) {
    try {
      await withDeadline(cleanup())
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'the gateway did not stop cleanly')
}

async function withDeadline(work: Promise<void> | void): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`a part did not stop within ${PART_DEADLINE_MS} ms`)),
    PART_DEADLINE_MS,
  )
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
