/** Time to wait for more keys of the same list, ms. */
const WAIT_MS = 16

type Waiting<Value> = {
  readonly key: string
  readonly signal: AbortSignal | undefined
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Requests the values of distinct keys. An error in place of a value concerns its key only. */
export type AskBatch<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value | Error>>

export type BatchLoaderOptions<Value> = {
  readonly ask: AskBatch<Value>
  /** Maximum number of keys in a request. */
  readonly maxBatch: number
  /** Maximum number of requests at a time; default: no limit. */
  readonly maxRequests?: number
  /** Returns the time for which a number of keys waits for answers that bring their values, ms; default 0. */
  readonly waitMs?: (count: number) => number
}

/**
 * Asks again in halves where a request fails for a reason that can be one key's own, so that the other keys have
 * their values. `n` keys need less than `2 * n` requests.
 */
export function inHalves<Value>(
  ask: AskBatch<Value>,
  isOfOneKey: (error: unknown) => boolean,
): AskBatch<Value> {
  const askPart: AskBatch<Value> = async (keys) => {
    try {
      return await ask(keys)
    } catch (error) {
      if (!(error instanceof Error) || !isOfOneKey(error)) throw error
      if (keys.length === 1) return new Map(keys.map((key) => [key, error]))
    }
    const half = Math.ceil(keys.length / 2)
    return new Map([...(await askPart(keys.slice(0, half))), ...(await askPart(keys.slice(half)))])
  }
  return askPart
}

/** Requests values by key in batches, so that the rows of a screen need few requests. */
export class BatchLoader<Value> {
  readonly #options: Required<BatchLoaderOptions<Value>>
  #waiting: Waiting<Value>[] = []
  #running = 0
  #isScheduled = false

  constructor(options: BatchLoaderOptions<Value>) {
    this.#options = { maxRequests: Number.POSITIVE_INFINITY, waitMs: () => 0, ...options }
  }

  /**
   * Returns the value of a key, or undefined if the answer does not have it.
   * @param signal takes the key out of a batch that is not requested yet, and rejects with its reason
   */
  load(key: string, signal?: AbortSignal): Promise<Value | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Value | undefined>()
    this.#waiting.push({ key, signal, resolve, reject })
    if (!this.#isScheduled) {
      this.#isScheduled = true
      setTimeout(() => this.#schedule(this.#options.waitMs(this.#waiting.length)), WAIT_MS)
    }
    return promise
  }

  #schedule(waitMs: number): void {
    if (waitMs > 0) {
      setTimeout(() => this.#schedule(0), waitMs)
      return
    }
    this.#isScheduled = false
    this.#flush()
  }

  #flush(): void {
    const { maxBatch, maxRequests } = this.#options
    while (this.#waiting.length > 0 && this.#running < maxRequests) {
      const batch = new Map<string, Waiting<Value>[]>()
      const later: Waiting<Value>[] = []
      for (const one of this.#waiting) {
        const same = batch.get(one.key)
        if (one.signal?.aborted) one.reject(one.signal.reason)
        else if (same) same.push(one)
        else if (batch.size < maxBatch) batch.set(one.key, [one])
        else later.push(one)
      }
      this.#waiting = later
      if (batch.size > 0) void this.#run(batch)
    }
  }

  async #run(batch: ReadonlyMap<string, readonly Waiting<Value>[]>): Promise<void> {
    this.#running += 1
    try {
      const values = await this.#options.ask([...batch.keys()])
      for (const [key, all] of batch) {
        const value = values.get(key)
        for (const { resolve, reject } of all) value instanceof Error ? reject(value) : resolve(value)
      }
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error)
    } finally {
      this.#running -= 1
      this.#flush()
    }
  }
}
