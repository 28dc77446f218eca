/** Time over which events are counted, s. */
const SECONDS = 60

/** Counts the events of the last minute, in steps of a second. Times are clock milliseconds. */
export class RecentCount {
  readonly #counts = new Array<number>(SECONDS).fill(0)
  #second = Number.NEGATIVE_INFINITY

  note(now: number): void {
    const at = this.#moveTo(now)
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  /** Returns the number of events of the last minute. */
  total(now: number): number {
    this.#moveTo(now)
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Empties the seconds that passed since the last call, and returns the index of the present one. */
  #moveTo(now: number): number {
    const second = Math.floor(now / 1_000)
    const passed = Math.min(SECONDS, second - this.#second)
    for (let step = 0; step < passed; step++) this.#counts[(second - step) % SECONDS] = 0
    this.#second = Math.max(this.#second, second)
    return this.#second % SECONDS
  }
}
