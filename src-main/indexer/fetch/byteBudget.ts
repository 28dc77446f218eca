/** Bounds the bytes that are under way: work begins only while less than the limit is. */
export class ByteBudget {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Resolves when there is room. How much was taken is said afterwards: nobody knows it before it is there. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#taken >= this.#limit) {
      signal.throwIfAborted()
      const turn = Promise.withResolvers<void>()
      const wake = () => turn.resolve()
      this.#waiting.push(wake)
      signal.addEventListener('abort', wake, { once: true })
      await turn.promise
      signal.removeEventListener('abort', wake)
    }
  }

  take(bytes: number): void {
    this.#taken += bytes
  }

  free(bytes: number): void {
    this.#taken -= bytes
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
