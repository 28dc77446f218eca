import { messageOf } from '#shared/messageOf.ts'
import type { DetectionBatch } from '../../store/detectedTokens.ts'
import type { IndexStore } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { CommitProgress } from '../analysis/commitProgress.ts'
import { type BatchPause, runBatches } from '../analysis/runBatches.ts'
import type { Service } from '../analysis/serviceThread.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import type { DetectionStatus, ReadThrough } from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import { createRateMeter } from '../rateMeter.ts'
import { createWakeSignal } from '../wakeSignal.ts'
import type { BatchAnswer, DetectCalls, QueueSize } from './detectMessages.ts'
import { DetectError } from './detectThread.ts'
import { createWaitedStates, type WaitedStates } from './waitedStates.ts'

/** Dependencies of QueuedDetection. */
export type QueuedDetectionOptions = {
  readonly network: IndexNetwork
  readonly store: IndexStore
  readonly readThrough: ReadThrough
  readonly thread: Service<DetectCalls>
  /** Returns whether blocks are being caught up: detection leaves them most of the processor. */
  isBusy(): boolean
  /** Called after results are written. */
  onDetected?(): void
}

/** Maximum number of accounts in a batch, and the time after which it ends, ms. */
const BATCH = 64
const BATCH_MS = 300
/**
 * Bounds of a batch of claims whose counterpart has changed, and the pause before the next one, as a multiple of the
 * batch's time: contracts can make such claims and changes cheaply, in every block.
 */
const CLAIMS = { limit: 64, budgetMs: 100 }
const CLAIM_PAUSES = 3
/** Pauses between batches while blocks are caught up, as a multiple of the batch's time. */
const BUSY_PAUSES = 3
/** Maximum wait of a response for new blocks' contracts, ms. */
const SETTLE_MS = 2_000
/** Interval of checks for accounts whose states others wait for, ms. */
const FETCH_MS = 2_000
/** Pause after a failure of the thread or of the store, ms. */
const FAILURE_MS = 5_000
/** Maximum number of verified accounts that become due at once after changes of their counterparts. */
const RECHECKED = 256
/** Maximum number of accounts whose states are fetched in one batch. */
const WAITED = 32

/** Inspects the accounts that commits queue, and fetches the states that they wait for. */
export class QueuedDetection {
  readonly #options: QueuedDetectionOptions
  readonly #waitedStates: WaitedStates
  readonly #batchSignal = createWakeSignal()
  readonly #fetchSignal = createWakeSignal()
  readonly #closing = new AbortController()
  readonly #rate = createRateMeter()
  readonly #progress: CommitProgress<'urgent'>
  readonly #running: Promise<unknown>
  #size: QueueSize = { pending: 0, urgent: 0, waiting: 0, due: 0 }
  /** When claims are looked at again, ms of the performance clock. */
  #nextClaimsAt = 0
  /** Why the last batch failed. */
  #trouble: string | undefined

  /** Starts at once. */
  constructor(options: QueuedDetectionOptions) {
    this.#options = options
    this.#waitedStates = createWaitedStates(options.readThrough)
    const closed = this.#closing.signal
    this.#progress = new CommitProgress(() => options.isBusy() || closed.aborted)
    this.#running = Promise.all([
      runBatches(() => this.#runBatch(), { wakeSignal: this.#batchSignal, closed }),
      this.#fetchWaited(),
    ])
  }

  status(): DetectionStatus {
    const { waiting, due } = this.#size
    const pending = this.#size.pending + due
    // Accounts queued by a commit are not counted before the next batch.
    const uncounted = this.#progress.isCounted ? 0 : 1
    return {
      pending: Math.max(pending, uncounted),
      rechecks: due,
      waiting,
      rate: this.#rate.rate(),
      trouble: this.#trouble,
    }
  }

  /** Records a commit of blocks or states. */
  written(): void {
    this.#progress.committed()
    this.#batchSignal.wake()
  }

  /** See ContractDetection. */
  async settled(signal: AbortSignal, mcSeqno?: number): Promise<void> {
    if (mcSeqno !== undefined && !isCovered(mcSeqno, this.#options.store.coverage())) return
    await this.#progress.wait('urgent', SETTLE_MS, signal)
  }

  /** Writes the results of a batch. */
  async save(batch: DetectionBatch): Promise<void> {
    const { store, onDetected } = this.#options
    if (batch.results.length === 0 && !batch.dnsRoot) return
    await store.writeDetected(batch)
    this.#progress.changed()
    this.#rate.add(batch.results.length)
    onDetected?.()
  }

  /** Resolves when its calls of the analysis thread have ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the index is being closed'))
    this.#batchSignal.wake()
    this.#fetchSignal.wake()
    this.#progress.check()
    await this.#running
  }

  async #runBatch(): Promise<BatchPause> {
    const { store, thread, isBusy } = this.#options
    const startedAt = performance.now()
    const seen = this.#progress.commits
    try {
      const claims = startedAt >= this.#nextClaimsAt ? CLAIMS : undefined
      const answer = await thread.ask('batch', { limit: BATCH, budgetMs: BATCH_MS, claims })
      await this.save(answer.batch)
      this.#trouble = undefined
      if (answer.isOfClaims) this.#nextClaimsAt = pausedUntil(startedAt, CLAIM_PAUSES)
      this.#count(answer, seen)
      if (claims && this.#size.urgent === 0 && this.#progress.mayHaveMore) {
        // Contracts on which others depend can have changed. Claims that are made due take their time from that of
        // claims.
        await this.#progress.queueMore(() => store.queueRechecks(RECHECKED))
      } else if (answer.batch.results.length === 0) return this.#idlePause()
      return isBusy() ? pausedUntil(startedAt, BUSY_PAUSES) - performance.now() : 0
    } catch (error) {
      if (this.#closing.signal.aborted) return 0
      this.#trouble = messageOf(error)
      this.#progress.fail()
      if (error instanceof DetectError && error.account) {
        await store.writeDetected(withoutContracts(error.account)).catch(() => {})
      }
      return FAILURE_MS
    }
  }

  #idlePause(): BatchPause {
    if (this.#size.due === 0 && !this.#progress.mayHaveMore) return 'idle'
    return { idleMs: Math.max(0, this.#nextClaimsAt - performance.now()) }
  }

  /** Takes over the size of the queue after a batch that began when there were `seen` commits. */
  #count({ batch: { results }, size, isOfClaims }: BatchAnswer, seen: number): void {
    const left = (count: number, isReduced: boolean) => Math.max(0, count - (isReduced ? results.length : 0))
    const urgent = left(size.urgent, !isOfClaims)
    const due = left(size.due, isOfClaims)
    const waiting = size.waiting + results.filter(({ waitsFor }) => waitsFor).length
    this.#size = { pending: left(size.pending, !isOfClaims), urgent, waiting, due }
    if (waiting > 0) this.#fetchSignal.wake()
    // The first claims after a change count as urgent: usually they are all.
    const isNextOfClaims = due > 0 && performance.now() >= this.#nextClaimsAt
    this.#progress.count(seen, urgent > 0 || isNextOfClaims ? [] : ['urgent'])
  }

  async #fetchWaited(): Promise<void> {
    const { network, thread } = this.#options
    const closed = this.#closing.signal
    while (!closed.aborted) {
      await this.#fetchSignal.wait(FETCH_MS)
      if (closed.aborted || isUnreachable(network) || this.#size.waiting === 0) continue
      try {
        const accounts = await thread.ask('waitedFor', WAITED)
        if ((await this.#waitedStates.fetch(accounts, closed)) > 0) this.#batchSignal.wake()
      } catch (error) {
        if (!(error instanceof DetectError)) throw error
      }
    }
  }
}

/** Returns when work that began at `startedAt` can go on if it pauses for `pauses` times its duration, ms. */
function pausedUntil(startedAt: number, pauses: number): number {
  const now = performance.now()
  return now + pauses * (now - startedAt)
}

/** Above every lt of an account. */
const LAST_LT = (1n << 63n) - 1n

/** Returns the result that removes an account that ended the thread from the queue: no detector can verify it. */
function withoutContracts(account: StdAddress): DetectionBatch {
  const result = {
    account,
    lastTxLt: LAST_LT,
    codeHash: undefined,
    dataHash: undefined,
    mcSeqno: 0,
    contracts: [],
    events: [],
    waitsFor: undefined,
    eventsUpTo: undefined,
    isLibraryMissing: false,
    isRecheckNeeded: false,
    queued: 'any',
  } as const
  return { results: [result], plainCodes: [] }
}
