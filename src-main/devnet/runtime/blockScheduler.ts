/** Sources of the schedule; each function is called for every decision. */
export type BlockSchedulerOptions = {
  /** Makes one block. */
  produce(reason: 'messages' | 'heartbeat'): Promise<void>
  /** Returns whether another block has work: external messages wait, or internal messages are in a queue. */
  hasWork(): boolean
  /** Returns the seconds between blocks without messages; 0: no such blocks. */
  interval(): number
  /** Called when a block could not be made; it is tried again. */
  onTrouble(error: unknown): void
}

/** Pause after a block if the next one has no messages, or after a long run of internal messages. */
const PAUSE_MS = 200
/**
 * Under load, messages are gathered before the next block for this multiple of the last block's duration. A block has
 * a fixed cost, for its collation and for the index: larger blocks carry more messages a second.
 */
const GATHER_FACTOR = 3
const MAX_GATHER_MS = 150
/** External messages since the block before that make a load. */
const LOAD_MESSAGES = 4
/**
 * Blocks without a new external message that follow each other at once. Contracts can send each other messages for
 * as long as they have coins; without this bound they would fill the disk at the chain's full speed.
 */
const MAX_RUN = 100
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

/**
 * Makes blocks: one after the other while there are messages, at an interval otherwise. Other changes to the chain go
 * through `run`, so that there is one change at a time.
 */
export class BlockScheduler {
  readonly #options: BlockSchedulerOptions
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  /** Milliseconds of performance.now(), like all times here. */
  #dueAt = Number.POSITIVE_INFINITY
  #lastBlockAt = performance.now()
  /** How long messages are gathered after the last block, milliseconds. */
  #gather = 0
  /** External messages since the last block began. */
  #arrived = 0
  /** Blocks with messages since the last external message. */
  #run = 0
  #failures = 0
  #stopped = false

  constructor(options: BlockSchedulerOptions) {
    this.#options = options
    this.reschedule()
  }

  /** Announces an external message: an idle chain makes a block at once. */
  notify(): void {
    this.#arrived++
    this.#run = 0
    this.#scheduleAt(this.#earliestWithMessages())
  }

  /** Runs `work` alone; settles as it does. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    // The caller gets the error; later work runs anyway.
    this.#turn = done.catch(() => undefined).then(() => this.reschedule())
    return done
  }

  /** Restarts the interval after a block that `produce` did not make. */
  restartInterval(): void {
    this.#lastBlockAt = performance.now()
  }

  /** Plans the next block anew, after the interval or the waiting messages have changed. */
  reschedule(): void {
    clearTimeout(this.#timer)
    this.#dueAt = Number.POSITIVE_INFINITY
    const interval = this.#options.interval()
    if (this.#options.hasWork()) this.#scheduleAt(this.#earliestWithMessages())
    else if (interval > 0)
      this.#scheduleAt(Math.max(this.#lastBlockAt + interval * 1000, this.#earliest(PAUSE_MS)))
  }

  /** Makes no more blocks; resolves when the current work has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#turn
  }

  #earliestWithMessages(): number {
    return this.#earliest(this.#run < MAX_RUN ? this.#gather : PAUSE_MS)
  }

  #earliest(pauseMs: number): number {
    if (this.#failures === 0) return this.#lastBlockAt + pauseMs
    return this.#lastBlockAt + Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS)
  }

  #scheduleAt(time: number): void {
    if (this.#stopped || time >= this.#dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = time
    this.#timer = setTimeout(
      () => void this.run(() => this.#produce()),
      Math.max(0, time - performance.now()),
    )
  }

  async #produce(): Promise<void> {
    if (this.#stopped) return
    const begin = performance.now()
    const reason = this.#options.hasWork() ? 'messages' : 'heartbeat'
    this.#run = reason === 'messages' ? this.#run + 1 : 0
    const isLoaded = this.#arrived >= LOAD_MESSAGES
    this.#arrived = 0
    try {
      await this.#options.produce(reason)
      this.#failures = 0
    } catch (error) {
      this.#failures++
      this.#options.onTrouble(error)
    } finally {
      this.#lastBlockAt = performance.now()
      this.#gather = isLoaded ? Math.min((this.#lastBlockAt - begin) * GATHER_FACTOR, MAX_GATHER_MS) : 0
    }
  }
}
