/** Callers that wait until a condition holds. */
export class ConditionWaiters {
  readonly #checks = new Set<() => void>()

  /** Resolves when `isMet` returns true at a check, after `timeoutMs`, or when `signal` is aborted. */
  async wait(isMet: () => boolean, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const onAbort = () => resolve()
    const check = () => {
      if (isMet()) resolve()
    }
    this.#checks.add(check)
    const timer = setTimeout(resolve, timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    check()
    await promise
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
    this.#checks.delete(check)
  }

  /** Evaluates all conditions. */
  check(): void {
    for (const check of [...this.#checks]) check()
  }
}
