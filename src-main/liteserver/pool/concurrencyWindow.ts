/** Concurrent queries of a server that has not answered yet. */
const START = 16
/** Minimum time between two halvings, ms: queries that fail together count once. */
const HALVING_MS = 1_000

/**
 * The number of queries that a server is sent at once: one more after as many answers as it is wide, half after a
 * refusal for the rate or an answer that did not come.
 */
export class ConcurrencyWindow {
  readonly #limit: number
  #width: number
  #halvedAt = Number.NEGATIVE_INFINITY

  constructor(limit: number) {
    this.#limit = limit
    this.#width = Math.min(START, limit)
  }

  get width(): number {
    return Math.floor(this.#width)
  }

  widen(): void {
    this.#width = Math.min(this.#limit, this.#width + 1 / this.#width)
  }

  /** @param now clock milliseconds */
  halve(now: number): void {
    if (now - this.#halvedAt < HALVING_MS) return
    this.#halvedAt = now
    this.#width = Math.max(1, this.#width / 2)
  }
}
