import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '../../liteserver/network/abortable.ts'
import {
  AGAIN_PRIORITY,
  type ClassifiedBatch,
  type ClassifiedTrace,
  type Reclassification,
} from '../../store/classifiedTraces.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import type { ServiceThread } from '../analysis/serviceThread.ts'
import { type ActionClassification, CoverageError } from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import { createRateMeter } from '../rateMeter.ts'
import { createWakeSignal, type WakeSignal } from '../wakeSignal.ts'
import type { ClassificationSize } from './classifyMessages.ts'
import { ClassifyError, classificationIn } from './classifyThread.ts'
import { RULES_VERSION } from './rulesVersion.ts'

/** Dependencies of classification. */
export type ClassificationContext = {
  readonly store: IndexStore
  /** The caller closes it together with the classification. */
  readonly analysis: ServiceThread
  /** Returns whether blocks are being caught up: classification leaves them most of the processor. */
  isBusy(): boolean
}

/** A running classification. */
export type OpenClassification = ActionClassification & {
  /** Notifies the classification of a commit of blocks, or of detected accounts. */
  written(): void
  /** Resolves when its call of the analysis thread has ended. */
  close(): Promise<void>
}

/** Maximum number of traces in a batch, and the time after which it ends, ms. */
const BATCH = 256
const BATCH_MS = 300
/** Pauses between batches while blocks are caught up, as a multiple of the batch's time. */
const BUSY_PAUSES = 3
/** Maximum wait of a response for new blocks' actions, ms. */
const SETTLE_MS = 2_000
/** Same for all actions of the blocks in a response, ms. */
const DRAIN_MS = 5_000
const IDLE_MS = 2_000
/** Pause after a failure of the thread or of the store, ms. */
const FAILURE_MS = 5_000
/** Maximum number of traces that are queued at once after a change of a contract or of the rules. */
const REQUEUED = 1_024

function isOfPass({ queued }: ClassifiedTrace): boolean {
  return queued !== undefined && queued !== 'any' && queued.priority === AGAIN_PRIORITY
}

/** Starts to classify queued traces in the analysis thread and to write their actions. */
export function startClassification({ store, analysis, isBusy }: ClassificationContext): OpenClassification {
  const thread = classificationIn(analysis)
  const wakeSignal: WakeSignal = createWakeSignal()
  const closing = new AbortController()
  const rate = createRateMeter()
  let size: ClassificationSize = { pending: 0, urgent: 0, due: 0 }
  let pass: Reclassification = { done: 0, total: 0, changed: 0 }
  /** Number of commits so far, of those included in `size`, and of those whose new traces are all classified. */
  let commits = 1
  let countedCommits = 0
  let settledCommits = 0
  /** Same for all traces, including those that are queued again. */
  let drainedCommits = 0
  /** Whether contracts can have changed, or a pass can be unfinished. */
  let mayHaveMore = true
  let isFailing = false
  const settling = new Set<() => void>()
  /** Numbers of new words are assigned from a snapshot, so one batch must be written before the next is made. */
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  async function save(batch: ClassifiedBatch): Promise<void> {
    if (batch.traces.length === 0) return
    await store.writeActions(batch)
    rate.add(batch.traces.length)
  }

  /** Gives a trace that ended the thread the actions of its single messages, or none if those end the thread too. */
  async function writeBasicActions(trace: number): Promise<void> {
    const nothing = { trace, transactions: 0, facts: undefined, actions: [], state: 'failed' } as const
    const { words, kinds, traces } = await thread
      .ask('basic', trace)
      .catch(() => ({ words: [], kinds: [], traces: [nothing] }))
    await store.writeActions({
      words,
      kinds,
      traces: traces.map((one) => ({ ...one, queued: 'any' as const })),
    })
  }

  /** Classifies one batch; returns the pause before the next one, ms. */
  async function turn(): Promise<number> {
    const begun = performance.now()
    const seen = commits
    try {
      const answer = await inTurn(async () => {
        const made = await thread.ask('batch', { limit: BATCH, budgetMs: BATCH_MS })
        await save(made.batch)
        return made
      })
      // Before `size`, so that a status without pending traces has the final number of changes.
      if (answer.batch.traces.some(isOfPass)) pass = await store.reclassification()
      const classified = answer.batch.traces.length
      const { pending, urgent, due } = answer.size
      const left = (count: number) => Math.max(0, count - classified)
      size = { pending: left(pending), urgent: left(urgent), due: left(due) }
      countedCommits = seen
      if (size.urgent === 0) settledCommits = Math.max(settledCommits, seen)
      if (size.due === 0 && !mayHaveMore) drainedCommits = Math.max(drainedCommits, seen)
      wakeSettling()
      isFailing = false
      if (size.pending === 0 && mayHaveMore) {
        // Newly queued traces are not counted yet.
        countedCommits = 0
        // A write during the call can add more.
        mayHaveMore = false
        if (await store.queueTraces(REQUEUED)) mayHaveMore = true
        pass = await store.reclassification()
        return 0
      }
      if (classified === 0) return IDLE_MS
      return isBusy() ? BUSY_PAUSES * (performance.now() - begun) : 0
    } catch (error) {
      if (closing.signal.aborted) return 0
      isFailing = true
      wakeSettling()
      const trace = error instanceof ClassifyError ? error.trace : undefined
      if (trace !== undefined) await inTurn(() => writeBasicActions(trace)).catch(() => {})
      return trace === undefined ? FAILURE_MS : 0
    }
  }

  function wakeSettling(): void {
    for (const wake of [...settling]) wake()
  }

  async function run(): Promise<void> {
    await store.reclassify({ rules: RULES_VERSION, forced: false }).catch(() => undefined)
    while (!closing.signal.aborted) {
      const pause = await turn()
      if (closing.signal.aborted) return
      if (pause === IDLE_MS) await wakeSignal.wait(pause)
      else if (pause > 0) await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const running = run()

  return {
    // Traces queued by a commit are not counted before the next batch.
    status: () => ({
      pending: Math.max(size.pending, countedCommits < commits || mayHaveMore ? 1 : 0),
      rate: rate.rate(),
      ...pass,
    }),
    written() {
      commits++
      mayHaveMore = true
      wakeSignal.wake()
    },
    async settled(signal, mcSeqno) {
      const wanted = commits
      if (mcSeqno !== undefined && !isCovered(mcSeqno, store.coverage())) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        const done = mcSeqno === undefined ? settledCommits : drainedCommits
        if (done >= wanted || isFailing || isBusy() || closing.signal.aborted) resolve()
      }
      settling.add(check)
      const timer = setTimeout(resolve, mcSeqno === undefined ? SETTLE_MS : DRAIN_MS)
      signal.addEventListener('abort', () => resolve(), { once: true })
      check()
      await promise
      clearTimeout(timer)
      settling.delete(check)
    },
    async classify(transactions, { signal }) {
      try {
        await inTurn(async () => save(await abortable(thread.ask('traces', transactions), signal)))
      } catch (error) {
        if (!(error instanceof ClassifyError) && !(error instanceof StoreError)) throw error
        throw new CoverageError(error.message, { cause: error })
      }
    },
    async again() {
      pass = await store.reclassify({ rules: RULES_VERSION, forced: true })
      mayHaveMore = true
      wakeSignal.wake()
    },
    async close() {
      closing.abort(new Error('the index is being closed'))
      wakeSignal.wake()
      wakeSettling()
      await running
    },
  }
}
