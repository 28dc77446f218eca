/**
 * Limits the number of waiting messages of a step. A message that the collator cannot process would fail every step:
 * after a failure the step is repeated with half of its messages, until that message is found.
 */
export class BatchLimiter {
  #limit = Number.POSITIVE_INFINITY
  #left = Number.POSITIVE_INFINITY
  #taken: number[] = []

  /** Must be called before each step. */
  begin(): void {
    this.#left = this.#limit
    this.#taken = []
  }

  /** Returns the first of a shard's messages, up to the remaining limit. */
  take<T extends { readonly number: number }>(messages: readonly T[]): readonly T[] {
    const taken = messages.slice(0, this.#left)
    this.#left -= taken.length
    this.#taken.push(...taken.map(({ number }) => number))
    return taken
  }

  succeeded(): void {
    this.#limit *= 2
  }

  /** Returns the number of the message that made the step fail, once it is found. */
  failed(): number | undefined {
    const [first] = this.#taken
    if (this.#taken.length === 1) {
      this.#limit = Number.POSITIVE_INFINITY
      return first
    }
    if (this.#taken.length > 1) this.#limit = Math.floor(this.#taken.length / 2)
    return undefined
  }
}
