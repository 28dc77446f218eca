import { messageOf } from '#shared/messageOf.ts'
import { abortable } from '../../liteserver/network/abortable.ts'
import type { DetectionBatch, DetectionResult } from '../../store/detectedTokens.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { Service } from '../analysis/serviceThread.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type ContractDetection, CoverageError, type FetchOptions, type ReadThrough } from '../indexer.ts'
import { isCovered } from '../ranges.ts'
import type { DetectCalls, Resolved } from './detectMessages.ts'
import { DetectError } from './detectThread.ts'

/** Dependencies of the detection of requested accounts. */
export type RequestedDetectionOptions = {
  readonly store: Pick<IndexStore, 'coverage'>
  readonly readThrough: Pick<ReadThrough, 'state'>
  readonly thread: Service<DetectCalls>
  /** Writes the results of a batch. */
  save(batch: DetectionBatch): Promise<void>
}

/** The methods of ContractDetection that fetch. */
export type RequestedDetection = Pick<
  ContractDetection,
  'detect' | 'jettonWallet' | 'multisigOrders' | 'collectionItem' | 'domain'
>

/** Number of orders of a multisig that are read concurrently. */
const ORDERS_AT_ONCE = 8
/** Maximum number of counterparts that are read one after another for one request. */
const MAX_ROUNDS = 6

/** Creates the detection of accounts that requests name. */
export function createRequestedDetection({
  store,
  readThrough,
  thread,
  save,
}: RequestedDetectionOptions): RequestedDetection {
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
    const renewed = new Set([account.toString('latin1')])
    for (let round = 1; ; round++) {
      const batch = await abortable(thread.ask('accounts', [account]), options.signal)
      await save(batch)
      const [result] = batch.results
      const waitsFor = result?.waitsFor
      // What the account was compared with can have changed since it was read, or was deployed since then.
      const old =
        result && !waitsFor
          ? counterpartsOf(result).filter((one) => !renewed.has(one.toString('latin1')))
          : []
      if (old.length > 0 && round < MAX_ROUNDS) {
        for (const one of old) {
          renewed.add(one.toString('latin1'))
          await renew(one, options)
        }
        continue
      }
      if (!result || !waitsFor) return result !== undefined && result.contracts.length > 0
      if (round === MAX_ROUNDS || result.isLibraryMissing) {
        throw new CoverageError('the contract cannot be verified now: what it refers to cannot be read')
      }
      renewed.add(Buffer.from(waitsFor).toString('latin1'))
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

  async function detectOrders(multisig: StdAddress, options: FetchOptions): Promise<boolean> {
    await renew(multisig, options)
    const found = await abortable(thread.ask('multisigOrders', multisig), options.signal)
    if (found.kind === 'none') return false
    if (found.kind !== 'found')
      throw new CoverageError('the multisig has more orders than are read for one request')
    for await (const _ of mapInOrder(found.accounts, ORDERS_AT_ONCE, (order) =>
      detect(Buffer.from(order), options),
    ))
      options.signal.throwIfAborted()
    return true
  }

  return {
    detect: (account, options) => withCoverageError(() => detect(account, options)),
    jettonWallet: (owner, jetton, options) =>
      withCoverageError(async () => {
        await renew(jetton, options)
        return detectResolved(() => thread.ask('jettonWallet', { owner, jetton }), options)
      }),
    multisigOrders: (multisig, options) => withCoverageError(() => detectOrders(multisig, options)),
    collectionItem: (collection, index, options) =>
      withCoverageError(async () => {
        await renew(collection, options)
        return detectResolved(() => thread.ask('collectionItem', { collection, index }), options)
      }),
    domain: (domain, options) =>
      withCoverageError(() => detectResolved(() => thread.ask('domain', domain.toLowerCase()), options)),
  }
}

/** Returns the contracts on whose answers a result depends: the thread's messages carry plain bytes. */
function counterpartsOf({ counterparts = [] }: DetectionResult): StdAddress[] {
  return counterparts.map((address) => Buffer.from(address))
}

/** Rejects with CoverageError if the service or the store fails. */
async function withCoverageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DetectError) && !(error instanceof StoreError)) throw error
    throw new CoverageError(messageOf(error), { cause: error })
  }
}
