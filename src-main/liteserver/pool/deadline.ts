import { LiteTimeoutError } from '../errors.ts'
import type { Clock } from './clock.ts'

/**
 * Runs `task` with a signal that is aborted at the deadline or with the caller's own signal, and rejects at that moment
 * even if the task ignores the signal. Rejects with LiteTimeoutError (`stage`) or with the caller's reason.
 */
export function withDeadline<T>(
  clock: Clock,
  deadline: { readonly timeoutMs: number; readonly stage: string; readonly signal?: AbortSignal | undefined },
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, stage, signal } = deadline
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const controller = new AbortController()
    const stop = (reason: unknown) => {
      controller.abort(reason)
      settle(() => reject(reason))
    }
    const onAbort = () => stop(signal?.reason)
    const cancelTimer = clock.after(timeoutMs, () => stop(new LiteTimeoutError(stage, timeoutMs)))
    signal?.addEventListener('abort', onAbort, { once: true })
    const settle = (finish: () => void) => {
      cancelTimer()
      signal?.removeEventListener('abort', onAbort)
      finish()
    }
    task(controller.signal).then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    )
  })
}
