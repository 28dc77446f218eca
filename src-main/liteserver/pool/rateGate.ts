/** Time without queries after a refusal for their rate, ms. */
const PAUSE_MS = 1_000
/** Time over which answers are counted to learn the rate that a server accepts, ms. */
const WINDOW_MS = 2_000
/** Part of the observed rate that is used after a refusal, and its growth in each QUIET_MS without one. */
const CUT = 0.8
const GROWTH = 1.1
const QUIET_MS = 10_000
/** Queries a second: the lowest rate that is kept, and the one from which a server counts as without a limit. */
const LOWEST = 0.5
const UNLIMITED = 200
/** Number of queries that may follow at once after a pause. */
const BURST = 2

/**
 * The rate of queries that a server accepts: without a limit until it refuses one for its rate, then learned from the
 * answers before the refusal, or as the refusal states it, and raised slowly. Times are clock milliseconds.
 */
export class RateGate {
  #answered: number[] = []
  #perSecond: number | undefined
  #tokens = 0
  #refilledAt = 0
  #closedUntil = 0
  #raisedAt = 0
  #isStated = false

  /** Queries a second; undefined while there is no limit. */
  get perSecond(): number | undefined {
    return this.#perSecond
  }

  /** Whether the server named that rate in its last refusal. */
  get isStated(): boolean {
    return this.#perSecond !== undefined && this.#isStated
  }

  /**
   * Returns the time until a query may be sent, ms.
   * @param ahead number of queries that are sent before it
   */
  waitMs(now: number, ahead = 0): number {
    if (this.#perSecond === undefined) return 0
    const pause = Math.max(0, this.#closedUntil - now)
    const tokens = this.#tokensAt(Math.max(now, this.#closedUntil)) - ahead
    return pause + (tokens >= 1 ? 0 : ((1 - tokens) / this.#perSecond) * 1_000)
  }

  /** Counts a query that is sent now. The next one waits for its own turn. */
  take(now: number): void {
    if (this.#perSecond === undefined) return
    this.#tokens = this.#tokensAt(now) - 1
    this.#refilledAt = now
  }

  noteAnswer(now: number): void {
    this.#answered.push(now)
    if (this.#answered.length > 4 * UNLIMITED) this.#answered = this.#answered.slice(-2 * UNLIMITED)
    if (this.#perSecond === undefined || now - this.#raisedAt < QUIET_MS) return
    this.#raisedAt = now
    this.#perSecond *= GROWTH
    this.#isStated = false
    if (this.#perSecond > UNLIMITED) this.#perSecond = undefined
  }

  /** Records a refusal for the rate. @param stated queries a second, if the refusal names them */
  noteRefusal(now: number, stated?: number): void {
    // Queries that were sent together are refused together.
    if (now < this.#closedUntil) return
    const answered = this.#answered.filter((at) => now - at < WINDOW_MS).length
    const shown = ((answered * 1_000) / WINDOW_MS) * CUT
    const known = this.#perSecond === undefined ? Infinity : this.#perSecond * CUT
    this.#perSecond = Math.max(LOWEST, stated ?? Math.min(shown, known))
    this.#isStated = stated !== undefined
    this.#tokens = 0
    this.#closedUntil = now + PAUSE_MS
    this.#refilledAt = this.#closedUntil
    this.#raisedAt = now
  }

  #tokensAt(now: number): number {
    const passed = Math.max(0, now - this.#refilledAt)
    return Math.min(BURST, this.#tokens + (passed / 1_000) * (this.#perSecond ?? 0))
  }
}
