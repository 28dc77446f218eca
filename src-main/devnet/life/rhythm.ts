/** When blocks are made. All of it is asked anew each time. */
export type RhythmOptions = {
  /** Makes one block. */
  beat(reason: 'messages' | 'heartbeat'): Promise<void>
  /** Whether another block has work to do: messages wait, or are on their way. */
  busy(): boolean
  /** Seconds between blocks without messages; 0: none are made. */
  interval(): number
  /** A block could not be made; it is tried again. */
  onTrouble(error: unknown): void
}

/** Messages that come together share a block. */
const GATHER_MS = 50
/** Between two blocks: answers to queries, and a moment for what somebody sends upon seeing the first. */
const PAUSE_MS = 200
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/**
 * Makes blocks: soon when there are messages, at an interval otherwise. Whatever else changes the chain is done
 * through `run`, so that never two things change it at once.
 */
export class Rhythm {
  readonly #options: RhythmOptions
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  /** In milliseconds of performance.now(), like all times here. */
  #dueAt = Number.POSITIVE_INFINITY
  #lastBeat = performance.now()
  #failures = 0
  #stopped = false

  constructor(options: RhythmOptions) {
    this.#options = options
    this.replan()
  }

  /** A message has come. */
  poke(): void {
    this.#planAt(Math.max(performance.now() + GATHER_MS, this.#earliest()))
  }

  /** Does something alone; rejects as it does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    // Whoever asked hears of a failure; what comes next is done anyway.
    this.#turn = done.catch(() => undefined).then(() => this.replan())
    return done
  }

  /** After a block was made elsewhere than in `beat`: the interval begins again. */
  restartInterval(): void {
    this.#lastBeat = performance.now()
  }

  /** The interval or what waits may have changed. */
  replan(): void {
    clearTimeout(this.#timer)
    this.#dueAt = Number.POSITIVE_INFINITY
    const interval = this.#options.interval()
    if (this.#options.busy()) this.#planAt(this.#earliest())
    else if (interval > 0) this.#planAt(Math.max(this.#lastBeat + interval * 1000, this.#earliest()))
  }

  /** Makes no more blocks; resolves when what is being done is done. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }

  #earliest(): number {
    const retry = FIRST_RETRY_MS * 2 ** (this.#failures - 1)
    return this.#lastBeat + (this.#failures > 0 ? Math.min(retry, LAST_RETRY_MS) : PAUSE_MS)
  }

  #planAt(time: number): void {
    if (this.#stopped || time >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = time
    this.#timer = setTimeout(() => void this.run(() => this.#beat()), Math.max(0, time - performance.now()))
  }

  async #beat(): Promise<void> {
    if (this.#stopped) return
    try {
      await this.#options.beat(this.#options.busy() ? 'messages' : 'heartbeat')
      this.#failures = 0
    } catch (error) {
      this.#failures++
      this.#options.onTrouble(error)
    } finally {
      this.#lastBeat = performance.now()
    }
  }
}
