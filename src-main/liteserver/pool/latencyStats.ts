/** Weight of the newest sample in the moving average. */
const WEIGHT = 0.2
/** Number of recent samples of which the percentile is taken. */
const RECENT = 64
/** Number of samples below which the percentile says too little: the double of the longest one stands for it. */
const ENOUGH = 16

/** The recent times of a server's answers, milliseconds. */
export class LatencyStats {
  readonly #recent: number[] = []
  #mean: number | undefined
  #percentile: number | undefined

  note(ms: number): void {
    this.#mean = this.#mean === undefined ? ms : this.#mean * (1 - WEIGHT) + ms * WEIGHT
    this.#recent.push(ms)
    if (this.#recent.length > RECENT) this.#recent.shift()
    this.#percentile = undefined
  }

  /** The moving average; undefined before the first answer. */
  get mean(): number | undefined {
    return this.#mean
  }

  /** The time within which 95 of 100 recent answers came; undefined before the first. */
  get percentile95(): number | undefined {
    if (this.#recent.length === 0) return undefined
    this.#percentile ??= percentile95(this.#recent)
    return this.#percentile
  }
}

function percentile95(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const longest = sorted.at(-1) ?? 0
  if (sorted.length < ENOUGH) return longest * 2
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? longest
}
