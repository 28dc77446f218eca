/** A part that does not stop by then is left behind; the others still are stopped. */
const PART_DEADLINE_MS = 5_000

/** Undoes what was set up, last first, each within its deadline. Rejects with what went wrong, after all. */
export async function closeInOrder(undo: readonly (() => Promise<void> | void)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of undo.toReversed()) {
    try {
      await withDeadline(step())
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
