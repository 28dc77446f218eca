/** Part of the queries that may be sent a second time. */
const SHARE = 0.1
/** Number of second queries that may be saved up, and that a new pool has. */
const MOST = 8

/** Bounds how many queries go to a second server too. */
export class HedgeBudget {
  #left = MOST

  noteQuery(): void {
    this.#left = Math.min(MOST, this.#left + SHARE)
  }

  /** Returns whether a second query may be sent now, and counts it. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
