import type { BlockIdExt } from '../chain/blockId.ts'
import type { IndexStore, SeqnoRange } from '../store/indexStore.ts'
import type { IndexNetwork, RetryingClient } from './fetch/retryingClient.ts'
import type { Ingest } from './ingest.ts'
import { countSeqnos, newest, uncovered } from './ranges.ts'
import type { IndexSettings } from './settings.ts'
import { stopReasonOf } from './stopReason.ts'
import { createWakeSignal } from './wakeSignal.ts'

/** Indexes every block from a seqno to the network's newest: first missing ones, then each new one. */
export type Follower = {
  state(): { readonly state: FollowState; readonly detail: string | null }
  /** Number of masterchain blocks between the index and the newest block; null if that is not known yet. */
  behind(): number | null
  /**
   * Returns whether every new block is being indexed; false while the follower is off, paused or stopped by an error.
   */
  isRunning(): boolean
  /** Returns the newest seqno that the follower was notified of or read itself; 0 if there is none. */
  seen(): number
  /** Notifies the follower of a possible newer block. */
  nudge(seqno: number): void
  /** Checks again after a change of settings, of a pause or of the disk limit. */
  wake(): void
  pause(): void
  resume(): void
  /** Resolves when no write is under way any more. */
  close(): Promise<void>
}

/** A state of the follower; `stopped` is a pause after an error. */
export type FollowState = 'following' | 'catching_up' | 'paused' | 'stopped' | 'idle'

/** Dependencies of a follower. */
export type FollowerContext = {
  readonly network: IndexNetwork
  readonly client: RetryingClient
  readonly store: IndexStore
  readonly ingest: Ingest
  /** Returns the current settings; read before every check for new blocks. */
  readonly settings: () => IndexSettings
  /** Saves the first seqno if the settings leave it open: the newest block at the start of following. */
  readonly startAt: (seqno: number) => Promise<void>
}

/** Interval of requests for the network's newest block, ms. */
const LOOK_MS = 500
const IDLE_MS = 10_000
/** Number of blocks behind from which on the state is catching_up. */
const CATCHING_UP = 4
/**
 * Number of masterchain blocks after which new blocks are checked for while a large gap is closed. A large gap is
 * closed from its newest end, because most requests are about new blocks.
 */
const PIECE = 128

/** Starts to follow a chain. */
export function startFollower(context: FollowerContext): Follower {
  return new RunningFollower(context)
}

class RunningFollower implements Follower {
  readonly #context: FollowerContext
  readonly #wakeSignal = createWakeSignal()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  /** Aborts the present work, if there is any. */
  #work: AbortController | undefined
  #isPaused = false
  #stopReason: string | undefined
  /** Time before which a failed follower does not retry (performance.now). */
  #notBefore = 0
  #newestSeen = 0

  constructor(context: FollowerContext) {
    this.#context = context
    this.#running = this.#run()
  }

  state(): { readonly state: FollowState; readonly detail: string | null } {
    return { state: this.#stateNow(), detail: this.#stopReason ?? this.#context.client.trouble() ?? null }
  }

  behind(): number | null {
    const { network, settings, store } = this.#context
    const head = Math.max(this.#newestSeen, network.bestSeqno() ?? 0)
    const { from, mode } = settings()
    if (head === 0 || mode === 'off') return null
    return countSeqnos(uncovered({ first: from ?? head, last: head }, store.coverage()))
  }

  isRunning(): boolean {
    return this.#isOn && this.#stopReason === undefined && !this.#closing.signal.aborted
  }

  seen(): number {
    return this.#newestSeen
  }

  nudge(seqno: number): void {
    this.#newestSeen = Math.max(this.#newestSeen, seqno)
    this.#wakeSignal.wake()
  }

  wake(): void {
    this.#stopReason = undefined
    this.#notBefore = 0
    if (!this.#isOn) this.#work?.abort(new Error('following is switched off'))
    this.#wakeSignal.wake()
  }

  pause(): void {
    this.#isPaused = true
    this.#work?.abort(new Error('following is paused'))
  }

  resume(): void {
    this.#isPaused = false
    this.#stopReason = undefined
    this.#notBefore = 0
    this.#wakeSignal.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the index is being closed'))
    this.#wakeSignal.wake()
    await this.#running
  }

  get #isOn(): boolean {
    return this.#context.settings().mode === 'follow' && !this.#isPaused
  }

  #stateNow(): FollowState {
    if (this.#context.settings().mode === 'off') return 'idle'
    if (this.#isPaused) return 'paused'
    if (this.#stopReason !== undefined) return 'stopped'
    return (this.behind() ?? CATCHING_UP) >= CATCHING_UP ? 'catching_up' : 'following'
  }

  async #run(): Promise<void> {
    const closed = this.#closing.signal
    while (!closed.aborted) {
      const pause = await this.#followOnce()
      if (!closed.aborted && pause > 0) await this.#wakeSignal.wait(pause)
    }
  }

  /** Indexes the missing blocks; returns the pause before the next call, ms. */
  async #followOnce(): Promise<number> {
    const { store } = this.#context
    if (!this.#isOn) return IDLE_MS
    const rest = this.#notBefore - performance.now()
    if (rest > 0) return rest
    const stop = new AbortController()
    this.#work = stop
    try {
      const before = store.coverage()
      await this.#follow(AbortSignal.any([this.#closing.signal, stop.signal]))
      this.#stopReason = undefined
      // Blocks that arrived meanwhile are indexed without a pause.
      return store.coverage() === before ? LOOK_MS : 0
    } catch (error) {
      if (stop.signal.aborted || this.#closing.signal.aborted) return 0
      const { reason, retryMs } = stopReasonOf(error)
      this.#stopReason = reason
      this.#notBefore = performance.now() + retryMs
      return retryMs
    } finally {
      this.#work = undefined
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, ingest, settings, startAt } = this.#context
    const head = await this.#readHead(signal)
    if (settings().from === undefined) await startAt(Math.max(1, head))
    const first = settings().from ?? 1
    const todo = uncovered({ first, last: head }, store.coverage())
    if (todo.length === 0) return
    // An index from the chain's first block on has every account whole only if changes are written in order.
    const newestFirst = first > 1 && countSeqnos(todo) > PIECE
    await ingest.run(newestFirst ? newest(todo, PIECE) : todo, {
      newestFirst,
      signal,
      onWritten: () => {
        this.#stopReason = undefined
      },
      ...(!newestFirst && { further: (running) => this.#blocksAfter(head, first, running) }),
    })
  }

  async #readHead(signal: AbortSignal): Promise<number> {
    const head: BlockIdExt = await this.#context.client.request((session) => session.last(), signal)
    this.#newestSeen = head.seqno
    return head.seqno
  }

  /**
   * Yields the blocks after `head` as they come, so that they are read while earlier ones are. Ends if too many come at
   * once: a large gap is closed from its newest end.
   * @param first seqno of the index's first block
   */
  async *#blocksAfter(
    head: number,
    first: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SeqnoRange[], void, undefined> {
    const { store } = this.#context
    signal.addEventListener('abort', () => this.#wakeSignal.wake(), { once: true })
    for (let last = head; ; ) {
      await this.#wakeSignal.wait(LOOK_MS)
      signal.throwIfAborted()
      const newer = await this.#readHead(signal)
      if (uncovered({ first, last: newer }, store.coverage()).length === 0) this.#stopReason = undefined
      if (newer - last > PIECE && first > 1) return
      const todo = newer > last ? uncovered({ first: last + 1, last: newer }, store.coverage()) : []
      if (todo.length > 0) yield todo
      last = Math.max(last, newer)
    }
  }
}
