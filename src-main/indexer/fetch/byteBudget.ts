/** A limit on the bytes under way: new work starts only below the limit. */
export class ByteBudget {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Resolves when the limit is not reached. `take` is called afterwards, because a block's size is known only after
   * it is fetched.
   */
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
