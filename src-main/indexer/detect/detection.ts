import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '../../liteserver/network/abortable.ts'
import type { DetectionBatch } from '../../store/detectedTokens.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { ServiceThread } from '../analysis/serviceThread.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import { type ContractDetection, CoverageError, type FetchOptions, type ReadThrough } from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import { createRateMeter } from '../rateMeter.ts'
import { createWakeSignal, type WakeSignal } from '../wakeSignal.ts'
import type { QueueSize, Resolved } from './detectMessages.ts'
import { DetectError, detectionIn } from './detectThread.ts'
import { createNetworkHost } from './networkHost.ts'
import { createWaitedStates } from './waitedStates.ts'

/** Dependencies of detection. */
export type DetectionContext = {
  readonly network: IndexNetwork
  readonly store: IndexStore
  readonly readThrough: ReadThrough
  /** The caller closes it together with the detection. */
  readonly analysis: ServiceThread
  /** Returns whether blocks are being caught up: detection leaves them most of the processor. */
  isBusy(): boolean
  /** Called after results are written, so that work that waits for them can continue. */
  onDetected?(): void
}

/** A running detection. */
export type OpenDetection = ContractDetection & {
  /** Notifies the detection of a commit of blocks or states. */
  written(): void
  /** Resolves when its calls of the analysis thread have ended. */
  close(): Promise<void>
}

/** Maximum number of accounts in a batch, and the time after which it ends, ms. */
const BATCH = 64
const BATCH_MS = 300
/** Pauses between batches while blocks are caught up, as a multiple of the batch's time. */
const BUSY_PAUSES = 3
/** Maximum wait of a response for new blocks' contracts, ms. */
const SETTLE_MS = 2_000
const IDLE_MS = 2_000
/** Pause after a failure of the thread or of the store, ms. */
const FAILURE_MS = 5_000
/** Maximum number of wallets and items that are queued at once after a change of their master or collection. */
const RECHECKED = 256
/** Maximum number of accounts whose states are fetched in one batch. */
const WAITED = 32
/** Number of orders of a multisig that are read concurrently. */
const ORDERS_AT_ONCE = 8
/** Maximum number of counterparts that are read one after another for one request. */
const MAX_ROUNDS = 6

/** Starts to inspect queued accounts in the analysis thread and to write the results. */
export function startDetection(context: DetectionContext): OpenDetection {
  const { network, store, readThrough, analysis, isBusy, onDetected } = context
  const thread = detectionIn(analysis, createNetworkHost(network))
  const waited = createWaitedStates(readThrough)
  const wakeSignal: WakeSignal = createWakeSignal()
  const fetchSignal: WakeSignal = createWakeSignal()
  const closing = new AbortController()
  const rate = createRateMeter()
  let size: QueueSize = { pending: 0, urgent: 0, waiting: 0 }
  /** Number of commits so far, of those included in `size`, and of those whose new accounts are all inspected. */
  let commits = 1
  let countedCommits = 0
  let settledCommits = 0
  /** Whether contracts on which others depend can have changed. */
  let mayHaveRechecks = true
  /** Whether the last batch failed: `settled` then does not wait. */
  let isFailing = false
  const settling = new Set<() => void>()

  async function save(batch: DetectionBatch): Promise<void> {
    if (batch.results.length === 0) return
    await store.writeDetected(batch)
    mayHaveRechecks = true
    rate.add(batch.results.length)
    onDetected?.()
  }

  /** Removes an account that ended the thread from the queue, as one that no detector can verify. */
  async function dropAccount(account: StdAddress): Promise<void> {
    const result = {
      account,
      lastTxLt: LAST_LT,
      codeHash: undefined,
      dataHash: undefined,
      mcSeqno: 0,
      contracts: [],
      events: [],
      waitsFor: undefined,
      absent: undefined,
      eventsUpTo: undefined,
      isLibraryMissing: false,
      isRecheckNeeded: false,
    } as const
    await store.writeDetected({ results: [{ ...result, queued: 'any' }], plainCodes: [] })
  }

  /** Inspects one batch; returns the pause before the next one, ms. */
  async function turn(): Promise<number> {
    const begun = performance.now()
    const seen = commits
    try {
      const answer = await thread.ask('batch', { limit: BATCH, budgetMs: BATCH_MS })
      const { results } = answer.batch
      await save(answer.batch)
      const left = Math.max(0, answer.size.pending - results.length)
      const urgent = Math.max(0, answer.size.urgent - results.length)
      const waiting = answer.size.waiting + results.filter(({ waitsFor }) => waitsFor).length
      size = { pending: left, urgent, waiting }
      countedCommits = seen
      if (waiting > 0) fetchSignal.wake()
      if (urgent === 0) settle(seen)
      isFailing = false
      if (left === 0 && mayHaveRechecks) {
        // Newly queued accounts are not counted yet.
        countedCommits = 0
        // A write during the call can add more.
        mayHaveRechecks = false
        if (await store.queueRechecks(RECHECKED)) mayHaveRechecks = true
      } else if (results.length === 0) return IDLE_MS
      return isBusy() ? BUSY_PAUSES * (performance.now() - begun) : 0
    } catch (error) {
      if (closing.signal.aborted) return 0
      isFailing = true
      for (const wake of [...settling]) wake()
      if (error instanceof DetectError && error.account) await dropAccount(error.account).catch(() => {})
      return FAILURE_MS
    }
  }

  function settle(seen: number): void {
    settledCommits = Math.max(settledCommits, seen)
    for (const wake of [...settling]) wake()
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await turn()
      if (closing.signal.aborted) return
      if (pause === IDLE_MS) await wakeSignal.wait(pause)
      else if (pause > 0) await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function fetchWaited(): Promise<void> {
    while (!closing.signal.aborted) {
      await fetchSignal.wait(IDLE_MS)
      if (closing.signal.aborted || isUnreachable(network) || size.waiting === 0) continue
      try {
        const accounts = await thread.ask('waitedFor', WAITED)
        if ((await waited.fetch(accounts, closing.signal)) > 0) wakeSignal.wake()
      } catch (error) {
        if (!(error instanceof DetectError)) throw error
      }
    }
  }

  const running = Promise.all([run(), fetchWaited()])

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DetectError) && !(error instanceof StoreError)) throw error
      throw new CoverageError(error.message, { cause: error })
    }
  }

  /** Reads the account's state from the network unless every block up to the caller's head is indexed. */
  async function renew(account: StdAddress, options: FetchOptions): Promise<void> {
    const { head } = options
    if (head !== undefined && isCovered(head, store.coverage()) && isWholeChain()) return
    await readThrough.state(account, options)
  }

  function isWholeChain(): boolean {
    const [first, ...others] = store.coverage()
    return first?.first === 1 && others.length === 0
  }

  async function detect(account: StdAddress, options: FetchOptions): Promise<boolean> {
    await renew(account, options)
    let hasRenewedAbsent = false
    for (let round = 1; ; round++) {
      const batch = await abortable(thread.ask('accounts', [account]), options.signal)
      await save(batch)
      const [result] = batch.results
      const waitsFor = result?.waitsFor
      if (result?.absent && !waitsFor && !hasRenewedAbsent) {
        // It can have been deployed since it was read.
        hasRenewedAbsent = true
        await renew(Buffer.from(result.absent), options)
        continue
      }
      if (!result || !waitsFor) return result !== undefined && result.contracts.length > 0
      if (round === MAX_ROUNDS || result.isLibraryMissing) {
        throw new CoverageError('the contract cannot be verified now: what it refers to cannot be read')
      }
      await readThrough.state(Buffer.from(waitsFor), options)
    }
  }

  /** Detects the account that getters return; false if they return none. */
  async function detectResolved(find: () => Promise<Resolved>, options: FetchOptions): Promise<boolean> {
    for (let round = 1; ; round++) {
      const found = await abortable(find(), options.signal)
      if (found.kind === 'none') return false
      const account = Buffer.from(found.account)
      if (found.kind === 'found') return detect(account, options)
      if (round === MAX_ROUNDS)
        throw new CoverageError('the contract cannot be found: too much is not indexed')
      await readThrough.state(account, options)
    }
  }

  return {
    // Accounts queued by a commit are not counted before the next batch.
    status: () => ({
      pending: Math.max(size.pending, countedCommits < commits || mayHaveRechecks ? 1 : 0),
      waiting: size.waiting,
      rate: rate.rate(),
    }),
    written() {
      commits++
      mayHaveRechecks = true
      wakeSignal.wake()
    },
    async settled(signal, mcSeqno) {
      const wanted = commits
      if (mcSeqno !== undefined && !isCovered(mcSeqno, store.coverage())) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => {
        if (settledCommits >= wanted || isFailing || isBusy() || closing.signal.aborted) resolve()
      }
      settling.add(check)
      const timer = setTimeout(resolve, SETTLE_MS)
      signal.addEventListener('abort', () => resolve(), { once: true })
      check()
      await promise
      clearTimeout(timer)
      settling.delete(check)
    },
    detect: (account, options) => asked(() => detect(account, options)),
    jettonWallet: (owner, jetton, options) =>
      asked(async () => {
        await renew(jetton, options)
        return detectResolved(() => thread.ask('jettonWallet', { owner, jetton }), options)
      }),
    multisigOrders: (multisig, options) =>
      asked(async () => {
        await renew(multisig, options)
        const found = await abortable(thread.ask('multisigOrders', multisig), options.signal)
        if (found.kind === 'none') return false
        if (found.kind !== 'found')
          throw new CoverageError('the multisig has more orders than are read for one question')
        for await (const _ of mapInOrder(found.accounts, ORDERS_AT_ONCE, (order) =>
          detect(Buffer.from(order), options),
        ))
          options.signal.throwIfAborted()
        return true
      }),
    domain: (domain, options) =>
      asked(() => detectResolved(() => thread.ask('domain', domain.toLowerCase()), options)),
    async close() {
      closing.abort(new Error('the index is being closed'))
      wakeSignal.wake()
      fetchSignal.wake()
      for (const wake of [...settling]) wake()
      await running
    },
  }
}

/** Above every lt of an account. */
const LAST_LT = (1n << 63n) - 1n
