import type { BlockIdExt } from '../chain/blockId.ts'
import type { IndexStore } from '../store/indexStore.ts'
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
  const { network, client, store, ingest, settings, startAt } = context
  const wakeSignal = createWakeSignal()
  const closing = new AbortController()
  let work: AbortController | undefined
  let isPaused = false
  let stopReason: string | undefined
  let notBefore = 0
  let newestSeen = 0

  const isOn = () => settings().mode === 'follow' && !isPaused

  function behind(): number | null {
    const head = Math.max(newestSeen, network.bestSeqno() ?? 0)
    const { from, mode } = settings()
    if (head === 0 || mode === 'off') return null
    return countSeqnos(uncovered({ first: from ?? head, last: head }, store.coverage()))
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const head: BlockIdExt = await client.request((session) => session.last(), signal)
    newestSeen = head.seqno
    if (settings().from === undefined) await startAt(Math.max(1, head.seqno))
    const first = settings().from ?? 1
    const todo = uncovered({ first, last: head.seqno }, store.coverage())
    if (todo.length === 0) return
    // An index from the chain's first block on has every account whole only if changes are written in order.
    const newestFirst = first > 1 && countSeqnos(todo) > PIECE
    await ingest.run(newestFirst ? newest(todo, PIECE) : todo, {
      newestFirst,
      signal,
      onWritten: () => {
        stopReason = undefined
      },
    })
  }

  async function turn(): Promise<number> {
    if (!isOn()) return IDLE_MS
    const rest = notBefore - performance.now()
    if (rest > 0) return rest
    const stop = new AbortController()
    work = stop
    try {
      const before = store.coverage()
      await follow(AbortSignal.any([closing.signal, stop.signal]))
      stopReason = undefined
      // Blocks that arrived meanwhile are indexed without a pause.
      return store.coverage() === before ? LOOK_MS : 0
    } catch (error) {
      if (stop.signal.aborted || closing.signal.aborted) return 0
      const { reason, retryMs } = stopReasonOf(error)
      stopReason = reason
      notBefore = performance.now() + retryMs
      return retryMs
    } finally {
      work = undefined
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await turn()
      if (!closing.signal.aborted && pause > 0) await wakeSignal.wait(pause)
    }
  }

  function state(): FollowState {
    if (settings().mode === 'off') return 'idle'
    if (isPaused) return 'paused'
    if (stopReason !== undefined) return 'stopped'
    return (behind() ?? CATCHING_UP) >= CATCHING_UP ? 'catching_up' : 'following'
  }

  const running = run()
  return {
    state: () => ({ state: state(), detail: stopReason ?? client.trouble() ?? null }),
    behind,
    isRunning: () => isOn() && stopReason === undefined && !closing.signal.aborted,
    seen: () => newestSeen,
    nudge(seqno) {
      newestSeen = Math.max(newestSeen, seqno)
      wakeSignal.wake()
    },
    wake() {
      stopReason = undefined
      notBefore = 0
      if (!isOn()) work?.abort(new Error('following is switched off'))
      wakeSignal.wake()
    },
    pause() {
      isPaused = true
      work?.abort(new Error('following is paused'))
    },
    resume() {
      isPaused = false
      stopReason = undefined
      notBefore = 0
      wakeSignal.wake()
    },
    async close() {
      closing.abort(new Error('the index is being closed'))
      wakeSignal.wake()
      await running
    },
  }
}
