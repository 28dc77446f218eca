/** The expected size of the first piece of work: large blocks of a busy network take as much. */
const FIRST_BYTES = 1 << 20
/** Number of pieces over which their size is averaged. */
const NEWEST = 16

/** A limit on the bytes under way: new work starts only below the limit. */
export class ByteBudget {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #taken = 0
  /** Pieces of work that have started and whose sizes are not known yet. */
  #started = 0
  /** The expected size of a piece, from those before it. */
  #expected = FIRST_BYTES

  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Resolves when the limit is not reached, counting work that has started with its expected size. `take` is called
   * afterwards, because a block's size is known only after it is fetched.
   */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#taken + this.#started * this.#expected >= this.#limit) {
      signal.throwIfAborted()
      const turn = Promise.withResolvers<void>()
      const wake = () => turn.resolve()
      this.#waiting.push(wake)
      signal.addEventListener('abort', wake, { once: true })
      await turn.promise
      signal.removeEventListener('abort', wake)
    }
    this.#started++
  }

  take(bytes: number): void {
    this.#started--
    this.#taken += bytes
    this.#expected += (bytes - this.#expected) / NEWEST
    this.#wake()
  }

  free(bytes: number): void {
    this.#taken -= bytes
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
