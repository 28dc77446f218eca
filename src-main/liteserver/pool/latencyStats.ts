/** Weight of the newest sample in the moving average. */
const WEIGHT = 0.2
/** Number of recent samples of which the percentile is taken. */
const RECENT = 64
/** Number of samples below which the percentile says too little: the double of the longest one stands for it. */
const ENOUGH = 16

/** The times within which 50 and 95 of 100 recent answers came, milliseconds. */
export type MeasuredTimes = { readonly median: number; readonly percentile95: number }

/** The recent times of a server's answers, milliseconds. */
export class LatencyStats {
  readonly #recent: number[] = []
  #mean: number | undefined
  #percentile: number | undefined
  #measured: MeasuredTimes | undefined

  note(ms: number): void {
    this.#mean = this.#mean === undefined ? ms : this.#mean * (1 - WEIGHT) + ms * WEIGHT
    this.#recent.push(ms)
    if (this.#recent.length > RECENT) this.#recent.shift()
    this.#percentile = undefined
    this.#measured = undefined
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

  /** The recent times as measured, however few they are; undefined before the first. */
  get measured(): MeasuredTimes | undefined {
    if (this.#recent.length === 0) return undefined
    this.#measured ??= measure(this.#recent)
    return this.#measured
  }
}

function percentile95(samples: readonly number[]): number {
  const sorted = sortedTimes(samples)
  if (sorted.length < ENOUGH) return within(sorted, 1) * 2
  return within(sorted, 0.95)
}

function measure(samples: readonly number[]): MeasuredTimes {
  const sorted = sortedTimes(samples)
  return { median: within(sorted, 0.5), percentile95: within(sorted, 0.95) }
}

function sortedTimes(samples: readonly number[]): readonly number[] {
  return samples.toSorted((a, b) => a - b)
}

/** Returns the time within which a part of the answers came. */
function within(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0
}
