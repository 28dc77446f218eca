/** The result of work that others share; rejects with the signal's reason when that fires, and the work goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', onAbort)
    // Handled after an abort too: a later failure must not end the process.
    work.then(resolve, reject).finally(done)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
