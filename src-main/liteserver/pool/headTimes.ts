/** Number of proved heads that are kept. */
const KEPT = 512

type Head = { readonly seqno: number; readonly utime: number }

/** The times of the network's newest proved heads, from which the age of a server's head follows. */
export class HeadTimes {
  /** Oldest first; both values grow. */
  readonly #heads: Head[] = []

  /** @param utime Unix seconds, proved */
  note(seqno: number, utime: number): void {
    const last = this.#heads.at(-1)
    if (last && seqno <= last.seqno) return
    this.#heads.push({ seqno, utime })
    if (this.#heads.length > KEPT) this.#heads.shift()
  }

  /**
   * Returns by how many seconds masterchain block `seqno` is older than block `known`. The result is exact between known
   * heads and follows from the rate of blocks otherwise; undefined if the rate is not known.
   */
  secondsBehind(seqno: number, known: number): number | undefined {
    if (seqno >= known) return 0
    const newest = this.#heads.at(-1)
    if (!newest) return undefined
    const interval = this.#interval()
    const after = this.#heads.findLast((head) => head.seqno <= seqno)
    const open = (after ? 0 : newest.seqno - seqno) + Math.max(0, known - newest.seqno)
    if (open > 0 && interval === undefined) return undefined
    return (after ? newest.utime - after.utime : 0) + open * (interval ?? 0)
  }

  /** Returns the time of the newest head, Unix seconds, if it is block `seqno`. */
  timeOf(seqno: number): number | undefined {
    const newest = this.#heads.at(-1)
    return newest?.seqno === seqno ? newest.utime : undefined
  }

  /** Returns how many blocks the network makes in `seconds`, at least 1; undefined if nothing tells the rate. */
  blocksIn(seconds: number): number | undefined {
    const interval = this.#interval()
    if (interval === undefined || interval <= 0) return undefined
    return Math.max(1, Math.round(seconds / interval))
  }

  /** Seconds from the oldest to the newest head. */
  get spanSeconds(): number {
    const [newest, oldest] = [this.#heads.at(-1), this.#heads[0]]
    return newest && oldest ? newest.utime - oldest.utime : 0
  }

  /** Seconds between two blocks. */
  #interval(): number | undefined {
    const [newest, oldest] = [this.#heads.at(-1), this.#heads[0]]
    if (!newest || !oldest || newest === oldest) return undefined
    return (newest.utime - oldest.utime) / (newest.seqno - oldest.seqno)
  }
}
