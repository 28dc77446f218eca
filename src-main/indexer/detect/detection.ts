import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '../../liteserver/network/abortable.ts'
import type { StdAddress } from '../../store/facts.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import type { DetectionBatch } from '../../store/tokenFacts.ts'
import { type Alarm, createAlarm } from '../alarm.ts'
import type { ServiceThread } from '../analysis/serviceThread.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/asker.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type ContractDetection, CoverageError, type FetchOptions, type ReadThrough } from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import { createRateMeter } from '../rateMeter.ts'
import type { QueueSize, Resolved } from './detectMessages.ts'
import { DetectError, detectionIn } from './detectThread.ts'
import { createNetworkHost } from './networkHost.ts'
import { createWaitedStates } from './waitedStates.ts'

export type DetectionContext = {
  readonly network: IndexNetwork
  readonly store: IndexStore
  readonly readThrough: ReadThrough
  /** Closed by the caller, together with the detection. */
  readonly analysis: ServiceThread
  /** Blocks are being caught up with: detection leaves them most of the processor. */
  isBusy(): boolean
  /** Accounts were looked at: what waits for that can go on. */
  onDetected?(): void
}

export type OpenDetection = ContractDetection & {
  /** Notifies of a commit of blocks or of states. */
  written(): void
  /** Resolves when its calls of the analysis thread have ended. */
  close(): Promise<void>
}

/** Accounts of one batch, and the time after which it ends, milliseconds. */
const BATCH = 64
const BATCH_MS = 300
/** While blocks are caught up with: pauses between batches, as a multiple of the batch's time. */
const BUSY_PAUSES = 3
/** Longest wait of an answer for new blocks' contracts, milliseconds. */
const SETTLE_MS = 2_000
const IDLE_MS = 2_000
/** After a failure of the thread or of the store, milliseconds. */
const FAILURE_MS = 5_000
/** Wallets and items queued at once because their master or collection changed. */
const RECHECKED = 256
/** Accounts whose states are fetched in one go. */
const WAITED = 32
/** Orders of a multisig that are read at once. */
const ORDERS_AT_ONCE = 8
/** Counterparts read one after another for one question. */
const MAX_ROUNDS = 6

/** Looks at queued accounts in the analysis thread, and writes what they are. */
export function startDetection(context: DetectionContext): OpenDetection {
  const { network, store, readThrough, analysis, isBusy, onDetected } = context
  const thread = detectionIn(analysis, createNetworkHost(network))
  const waited = createWaitedStates(readThrough)
  const alarm: Alarm = createAlarm()
  const fetchAlarm: Alarm = createAlarm()
  const closing = new AbortController()
  const rate = createRateMeter()
  let size: QueueSize = { pending: 0, urgent: 0, waiting: 0 }
  /** Commits so far, those that `size` is as of, and those of which every new account was looked at. */
  let commits = 1
  let countedCommits = 0
  let settledCommits = 0
  /** Contracts may have changed on which others depend. */
  let mayHaveRechecks = true
  /** The last batch failed: there is nothing to wait for. */
  let isFailing = false
  const settling = new Set<() => void>()

  async function save(batch: DetectionBatch): Promise<void> {
    if (batch.results.length === 0) return
    await store.writeDetected(batch)
    mayHaveRechecks = true
    rate.add(batch.results.length)
    onDetected?.()
  }

  /** An account that ended the thread is taken for what no detector can verify. */
  async function giveUp(account: StdAddress): Promise<void> {
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

  /** Looks at one batch; returns the pause before the next one, milliseconds. */
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
      if (waiting > 0) fetchAlarm.ring()
      if (urgent === 0) settle(seen)
      isFailing = false
      if (left === 0 && mayHaveRechecks) {
        mayHaveRechecks = await store.queueRechecks(RECHECKED)
        // What that queued is not counted yet.
        countedCommits = 0
      } else if (results.length === 0) return IDLE_MS
      return isBusy() ? BUSY_PAUSES * (performance.now() - begun) : 0
    } catch (error) {
      if (closing.signal.aborted) return 0
      isFailing = true
      for (const wake of [...settling]) wake()
      if (error instanceof DetectError && error.account) await giveUp(error.account).catch(() => {})
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
      if (pause === IDLE_MS) await alarm.wait(pause)
      else if (pause > 0) await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function fetchWaited(): Promise<void> {
    while (!closing.signal.aborted) {
      await fetchAlarm.wait(IDLE_MS)
      if (closing.signal.aborted || isUnreachable(network) || size.waiting === 0) continue
      try {
        const accounts = await thread.ask('waitedFor', WAITED)
        if ((await waited.fetch(accounts, closing.signal)) > 0) alarm.ring()
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

  /** Reads the account's state from the network unless every block up to the client's head is indexed. */
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

  /** Detects the account that getters give; false where they give none. */
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
    // What a commit queued is not counted before the next batch.
    status: () => ({
      pending: Math.max(size.pending, countedCommits < commits || mayHaveRechecks ? 1 : 0),
      waiting: size.waiting,
      rate: rate.rate(),
    }),
    written() {
      commits++
      mayHaveRechecks = true
      alarm.ring()
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
      alarm.ring()
      fetchAlarm.ring()
      for (const wake of [...settling]) wake()
      await running
    },
  }
}

/** Above every lt of an account. */
const LAST_LT = (1n << 63n) - 1n
