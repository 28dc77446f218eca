/** Time without queries after a refusal for their rate, ms. */
const PAUSE_MS = 1_000
/** Time over which accepted queries are counted to learn the rate that a server accepts, and the least time, ms. */
const WINDOW_MS = 5_000
const LEAST_WINDOW_MS = 1_000
/** Time without a query before which queries say nothing about the limit, ms. */
const GAP_MS = 500
/** Part of the observed rate that is used after a refusal. */
const CUT = 0.9
/**
 * Growth of the rate after each QUIET_MS without a refusal: small near the rate that was refused, twice as much each
 * time, up to MOST_GROWTH.
 */
const GROWTH = 0.05
const MOST_GROWTH = 0.4
const QUIET_MS = 10_000
/** Queries a second: the lowest rate that is kept, and the one from which a server counts as without a limit. */
const LOWEST = 0.5
const UNLIMITED = 200
/** Number of queries that may follow at once after a pause. */
const BURST = 2
/** Number of accepted queries that are remembered. */
const REMEMBERED = 5 * UNLIMITED

/**
 * The rate of queries that a server accepts: without a limit until it refuses one for its rate, then learned from the
 * queries that it accepted before the refused one, or as the refusal states it, and raised slowly. Times are clock
 * milliseconds.
 */
export class RateGate {
  /** When the last accepted queries were sent. Answers can be late, so their times say little. */
  #accepted: number[] = []
  #perSecond: number | undefined
  #tokens = 0
  #refilledAt = 0
  #closedUntil = Number.NEGATIVE_INFINITY
  #raisedAt = 0
  #isStated = false
  #growth = GROWTH
  /** When the last refused query was sent, and the highest rate that can follow from it. */
  #refused: { readonly sentAt: number; readonly most: number } | undefined

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

  /** Records a query that was not refused for its rate. @param sentAt when it was sent */
  noteAccepted(now: number, sentAt: number): void {
    this.#accepted.push(sentAt)
    if (this.#accepted.length > 2 * REMEMBERED) this.#accepted = this.#accepted.slice(-REMEMBERED)
    this.#learn(sentAt)
    if (this.#perSecond === undefined || now - this.#raisedAt < QUIET_MS) return
    this.#raisedAt = now
    this.#perSecond *= 1 + this.#growth
    this.#growth = Math.min(MOST_GROWTH, this.#growth * 2)
    this.#isStated = false
    if (this.#perSecond > UNLIMITED) this.#perSecond = undefined
  }

  /**
   * Records a refusal for the rate.
   * @param sentAt when the refused query was sent
   * @param stated queries a second, if the refusal names them
   */
  noteRefusal(
    now: number,
    { sentAt, stated }: { readonly sentAt: number; readonly stated?: number | undefined },
  ): void {
    // Queries that were sent together are refused together.
    if (sentAt <= this.#closedUntil) return
    this.#refused = { sentAt, most: (this.#perSecond ?? Infinity) * CUT }
    this.#perSecond = stated === undefined ? LOWEST : Math.max(LOWEST, stated)
    this.#isStated = stated !== undefined
    this.#learn(sentAt)
    this.#growth = GROWTH
    this.#tokens = 0
    this.#closedUntil = now + PAUSE_MS
    this.#refilledAt = this.#closedUntil
    this.#raisedAt = now
  }

  /** Raises the rate to what the server had accepted before it refused: a refusal can overtake answers. */
  #learn(sentAt: number): void {
    if (this.#perSecond === undefined || !this.#refused || sentAt > this.#refused.sentAt || this.#isStated)
      return
    const shown = Math.min(this.#shown(this.#refused.sentAt) * CUT, this.#refused.most)
    this.#perSecond = Math.max(this.#perSecond, shown)
  }

  /** Returns how many queries a second the server accepted until then, since it last had none for a while. */
  #shown(until: number): number {
    const accepted = this.#accepted.filter((at) => at <= until && until - at < WINDOW_MS)
    accepted.sort((one, other) => other - one)
    let first = until
    let count = 0
    for (const at of accepted) {
      if (first - at > GAP_MS) break
      first = at
      count++
    }
    return (count * 1_000) / Math.max(LEAST_WINDOW_MS, until - first)
  }

  #tokensAt(now: number): number {
    const passed = Math.max(0, now - this.#refilledAt)
    return Math.min(BURST, this.#tokens + (passed / 1_000) * (this.#perSecond ?? 0))
  }
}
