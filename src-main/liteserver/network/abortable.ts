/**
 * Resolves with the result of shared work. Rejects with the signal's reason when the signal is aborted, while
 * the work continues.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', onAbort)
    // Handled after an abort too: a later rejection must not end the process.
    work.then(resolve, reject).finally(done)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
