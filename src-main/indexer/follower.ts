import type { BlockIdExt } from '../chain/blockId.ts'
import type { IndexStore } from '../store/indexStore.ts'
import { createAlarm } from './alarm.ts'
import type { Asker, IndexNetwork } from './fetch/asker.ts'
import { haltOf } from './halts.ts'
import type { Ingest } from './ingest.ts'
import { countSeqnos, newest, uncovered } from './ranges.ts'
import type { IndexSettings } from './settings.ts'

/** Indexes every block from a seqno to the network's newest: what is missing, then each as it comes. */
export type Follower = {
  state(): { readonly state: FollowState; readonly detail: string | null }
  /** Masterchain blocks between the index and the newest block; null while that is not known. */
  behind(): number | null
  /** Whether every new block is being indexed: false while it is off, paused or stopped by an error. */
  isRunning(): boolean
  /** The newest seqno that it was notified of or read itself; 0 before any. */
  seen(): number
  /** There is, maybe, a newer block. */
  nudge(seqno: number): void
  /** Settings, pauses or the disk have changed: look again. */
  wake(): void
  pause(): void
  resume(): void
  /** Resolves when nothing is being written any more. */
  close(): Promise<void>
}

export type FollowState = 'following' | 'catching_up' | 'paused' | 'stopped' | 'idle'

export type FollowerContext = {
  readonly network: IndexNetwork
  readonly asker: Asker
  readonly store: IndexStore
  readonly ingest: Ingest
  /** Read before every look at the chain. */
  readonly settings: () => IndexSettings
  /** `from` where the settings leave it open: the newest block when following begins. */
  readonly startAt: (seqno: number) => Promise<void>
}

/** How often the network is asked for its newest block. */
const LOOK_MS = 500
const IDLE_MS = 10_000
/** Fewer blocks behind are the ordinary state of things. */
const CATCHING_UP = 4
/**
 * A larger gap is closed from its newest end, where the questions are, so many masterchain blocks at a time: between
 * them come those that are new.
 */
const PIECE = 128

export function startFollower(context: FollowerContext): Follower {
  const { network, asker, store, ingest, settings, startAt } = context
  const alarm = createAlarm()
  const closing = new AbortController()
  let work: AbortController | undefined
  let isPaused = false
  let halt: string | undefined
  let notBefore = 0
  let told = 0

  const isOn = () => settings().mode === 'follow' && !isPaused

  function behind(): number | null {
    const head = Math.max(told, network.bestSeqno() ?? 0)
    const { from, mode } = settings()
    if (head === 0 || mode === 'off') return null
    return countSeqnos(uncovered({ first: from ?? head, last: head }, store.coverage()))
  }

  async function follow(signal: AbortSignal): Promise<void> {
    const head: BlockIdExt = await asker.ask((session) => session.last(), signal)
    told = head.seqno
    if (settings().from === undefined) await startAt(Math.max(1, head.seqno))
    const first = settings().from ?? 1
    const todo = uncovered({ first, last: head.seqno }, store.coverage())
    if (todo.length === 0) return
    // An index from the chain's first block on has every account whole, if each change is written on what was before.
    const newestFirst = first > 1 && countSeqnos(todo) > PIECE
    await ingest.run(newestFirst ? newest(todo, PIECE) : todo, {
      newestFirst,
      signal,
      onWritten: () => {
        halt = undefined
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
      halt = undefined
      // What came meanwhile is done at once.
      return store.coverage() === before ? LOOK_MS : 0
    } catch (error) {
      if (stop.signal.aborted || closing.signal.aborted) return 0
      const { reason, retryMs } = haltOf(error)
      halt = reason
      notBefore = performance.now() + retryMs
      return retryMs
    } finally {
      work = undefined
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await turn()
      if (!closing.signal.aborted && pause > 0) await alarm.wait(pause)
    }
  }

  function state(): FollowState {
    if (settings().mode === 'off') return 'idle'
    if (isPaused) return 'paused'
    if (halt !== undefined) return 'stopped'
    return (behind() ?? CATCHING_UP) >= CATCHING_UP ? 'catching_up' : 'following'
  }

  const running = run()
  return {
    state: () => ({ state: state(), detail: halt ?? asker.trouble() ?? null }),
    behind,
    isRunning: () => isOn() && halt === undefined && !closing.signal.aborted,
    seen: () => told,
    nudge(seqno) {
      told = Math.max(told, seqno)
      alarm.ring()
    },
    wake() {
      halt = undefined
      notBefore = 0
      if (!isOn()) work?.abort(new Error('following is switched off'))
      alarm.ring()
    },
    pause() {
      isPaused = true
      work?.abort(new Error('following is paused'))
    },
    resume() {
      isPaused = false
      halt = undefined
      notBefore = 0
      alarm.ring()
    },
    async close() {
      closing.abort(new Error('the index is being closed'))
      alarm.ring()
      await running
    },
  }
}
