import { messageOf } from '#shared/messageOf.ts'
import { abortable } from '../../liteserver/network/abortable.ts'
import {
  AGAIN_PRIORITY,
  type ClassifiedBatch,
  type ClassifiedTrace,
  type Reclassification,
} from '../../store/classifiedTraces.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import { CommitProgress } from '../analysis/commitProgress.ts'
import { type BatchPause, runBatches } from '../analysis/runBatches.ts'
import type { Service, ServiceThread } from '../analysis/serviceThread.ts'
import {
  type ActionClassification,
  type ClassificationStatus,
  CoverageError,
  type FetchOptions,
} from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import { createRateMeter } from '../rateMeter.ts'
import { createWakeSignal } from '../wakeSignal.ts'
import type { ClassificationSize, ClassifyCalls } from './classifyMessages.ts'
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
/** Pause after a failure of the thread or of the store, ms. */
const FAILURE_MS = 5_000
/** Maximum number of traces that are queued at once after a change of a contract or of the rules. */
const REQUEUED = 1_024

/** Starts to classify queued traces in the analysis thread and to write their actions. */
export function startClassification(context: ClassificationContext): OpenClassification {
  return new RunningClassification(context)
}

class RunningClassification implements OpenClassification {
  readonly #context: ClassificationContext
  readonly #thread: Service<ClassifyCalls>
  readonly #wakeSignal = createWakeSignal()
  readonly #closing = new AbortController()
  readonly #rate = createRateMeter()
  /** `urgent` are the traces of new blocks, `due` all that are not queued by a pass. */
  readonly #progress: CommitProgress<'urgent' | 'due'>
  readonly #running: Promise<void>
  #size: ClassificationSize = { pending: 0, urgent: 0, due: 0 }
  /** Why the last batch failed. */
  #trouble: string | undefined
  #pass: Reclassification = { done: 0, total: 0, changed: 0 }
  /** Numbers of new words are assigned from a snapshot, so one batch must be written before the next is made. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(context: ClassificationContext) {
    this.#context = context
    this.#thread = classificationIn(context.analysis)
    this.#progress = new CommitProgress(() => context.isBusy() || this.#closing.signal.aborted)
    this.#running = this.#run()
  }

  status(): ClassificationStatus {
    // Traces queued by a commit are not counted before the next batch.
    const pending = Math.max(this.#size.pending, this.#progress.isCounted ? 0 : 1)
    return { pending, rate: this.#rate.rate(), trouble: this.#trouble, ...this.#pass }
  }

  written(): void {
    this.#progress.committed()
    this.#wakeSignal.wake()
  }

  async settled(signal: AbortSignal, mcSeqno?: number): Promise<void> {
    if (mcSeqno === undefined) return this.#progress.wait('urgent', SETTLE_MS, signal)
    if (isCovered(mcSeqno, this.#context.store.coverage())) await this.#progress.wait('due', DRAIN_MS, signal)
  }

  async classify(transactions: readonly Buffer[], { signal }: FetchOptions): Promise<void> {
    try {
      await this.#inTurn(async () =>
        this.#save(await abortable(this.#thread.ask('traces', transactions), signal)),
      )
    } catch (error) {
      if (!(error instanceof ClassifyError) && !(error instanceof StoreError)) throw error
      throw new CoverageError(messageOf(error), { cause: error })
    }
  }

  async again(): Promise<void> {
    this.#pass = await this.#context.store.reclassify({ rules: RULES_VERSION, forced: true })
    this.#progress.changed()
    this.#wakeSignal.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the index is being closed'))
    this.#wakeSignal.wake()
    this.#progress.check()
    await this.#running
  }

  async #run(): Promise<void> {
    await this.#context.store.reclassify({ rules: RULES_VERSION, forced: false }).catch(() => undefined)
    const closed = this.#closing.signal
    await runBatches(() => this.#runBatch(), { wakeSignal: this.#wakeSignal, closed })
  }

  async #runBatch(): Promise<BatchPause> {
    const { store, isBusy } = this.#context
    const startedAt = performance.now()
    const seen = this.#progress.commits
    try {
      const { batch, size } = await this.#classifyBatch()
      this.#trouble = undefined
      const { traces } = batch
      // Before `#size`, so that a status without pending traces has the final number of changes.
      if (traces.some(isOfPass)) this.#pass = await store.reclassification()
      this.#count(size, traces.length, seen)
      if (this.#size.pending === 0 && this.#progress.mayHaveMore) {
        await this.#queueMore()
        return 0
      }
      if (traces.length === 0) return 'idle'
      return isBusy() ? BUSY_PAUSES * (performance.now() - startedAt) : 0
    } catch (error) {
      if (this.#closing.signal.aborted) return 0
      this.#trouble = messageOf(error)
      this.#progress.fail()
      const trace = error instanceof ClassifyError ? error.trace : undefined
      if (trace === undefined) return FAILURE_MS
      await this.#inTurn(() => this.#writeBasicActions(trace)).catch(() => {})
      return 0
    }
  }

  #classifyBatch(): Promise<ClassifyCalls['batch']['result']> {
    return this.#inTurn(async () => {
      const answer = await this.#thread.ask('batch', { limit: BATCH, budgetMs: BATCH_MS })
      await this.#save(answer.batch)
      return answer
    })
  }

  /** Takes over the size of the queue after `classified` traces of a batch that began when there were `seen` commits. */
  #count({ pending, urgent, due }: ClassificationSize, classified: number, seen: number): void {
    const left = (count: number) => Math.max(0, count - classified)
    this.#size = { pending: left(pending), urgent: left(urgent), due: left(due) }
    this.#progress.count(seen, [
      ...(this.#size.urgent === 0 ? (['urgent'] as const) : []),
      ...(this.#size.due === 0 && !this.#progress.mayHaveMore ? (['due'] as const) : []),
    ])
  }

  /** Queues traces of changed contracts and of an unfinished pass. */
  async #queueMore(): Promise<void> {
    const { store } = this.#context
    await this.#progress.queueMore(() => store.queueTraces(REQUEUED))
    this.#pass = await store.reclassification()
  }

  /** Gives a trace that ended the thread the actions of its single messages, or none if those end the thread too. */
  async #writeBasicActions(trace: number): Promise<void> {
    const nothing = { trace, transactions: 0, facts: undefined, actions: [], state: 'failed' } as const
    const { words, kinds, traces } = await this.#thread
      .ask('basic', trace)
      .catch(() => ({ words: [], kinds: [], traces: [nothing] }))
    await this.#context.store.writeActions({
      words,
      kinds,
      traces: traces.map((one) => ({ ...one, queued: 'any' as const })),
    })
  }

  async #save(batch: ClassifiedBatch): Promise<void> {
    if (batch.traces.length === 0) return
    await this.#context.store.writeActions(batch)
    this.#rate.add(batch.traces.length)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

function isOfPass({ queued }: ClassifiedTrace): boolean {
  return queued !== undefined && queued !== 'any' && queued.priority === AGAIN_PRIORITY
}
