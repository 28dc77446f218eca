/**
 * How many waiting messages a step takes. One that the collator can't process would make every later step fail: a
 * step that failed is tried with half of its messages, until the one is found.
 */
export class StepRoom {
  #most = Number.POSITIVE_INFINITY
  #left = Number.POSITIVE_INFINITY
  #taken: number[] = []

  /** A step begins. */
  begin(): void {
    this.#left = this.#most
    this.#taken = []
  }

  /** As many of a shard's messages as the step still has room for. */
  take<T extends { readonly number: number }>(messages: readonly T[]): readonly T[] {
    const taken = messages.slice(0, this.#left)
    this.#left -= taken.length
    this.#taken.push(...taken.map(({ number }) => number))
    return taken
  }

  succeeded(): void {
    this.#most *= 2
  }

  /** The number of the message that is to blame, once that is known. */
  failed(): number | undefined {
    const [first] = this.#taken
    if (this.#taken.length === 1) {
      this.#most = Number.POSITIVE_INFINITY
      return first
    }
    if (this.#taken.length > 1) this.#most = Math.floor(this.#taken.length / 2)
    return undefined
  }
}
