import type { BlockIdExt } from '../../chain/blockId.ts'
import type { DetectionBatch } from '../../store/detectedTokens.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { NewestBlock } from './detectConfig.ts'

/** Size of the queue at the start of a batch. */
export type QueueSize = {
  /** Number of accounts that can be inspected, including those of the batch; counted up to MAX_COUNTED. */
  readonly pending: number
  /** Number of them that were requested or are of new blocks. */
  readonly urgent: number
  readonly waiting: number
  /** Number of claims of which a counterpart has changed, not included in `pending`; counted up to MAX_COUNTED. */
  readonly due: number
}

/** Bounds of a batch: accounts, and the time after which it ends, ms. */
export type BatchBounds = { readonly limit: number; readonly budgetMs: number }

/** The result of a batch. */
export type BatchAnswer = {
  readonly batch: DetectionBatch
  readonly size: QueueSize
  /** Whether the accounts are those of due claims. */
  readonly isOfClaims: boolean
}

/** The address that a getter returned, the account whose state must be read first, or nothing. */
export type Resolved =
  | { readonly kind: 'found'; readonly account: StdAddress }
  | { readonly kind: 'missing'; readonly account: StdAddress }
  | { readonly kind: 'none' }

/** The addresses that getters returned, the account whose state must be read first, or nothing. */
export type ResolvedOrders =
  | { readonly kind: 'found'; readonly accounts: readonly StdAddress[] }
  | { readonly kind: 'missing'; readonly account: StdAddress }
  | { readonly kind: 'none' }
  | { readonly kind: 'too-many' }

/** Calls of the detection service: parameters and results. */
export type DetectCalls = {
  /**
   * Inspects the next accounts of the queue. With `claims`, those of due claims come after the accounts of new blocks
   * and before those of backfills, in a batch of their own with these bounds.
   */
  batch: { params: BatchBounds & { readonly claims: BatchBounds | undefined }; result: BatchAnswer }
  /** Inspects these accounts now. */
  accounts: { params: readonly StdAddress[]; result: DetectionBatch }
  jettonWallet: { params: { readonly owner: StdAddress; readonly jetton: StdAddress }; result: Resolved }
  collectionItem: { params: { readonly collection: StdAddress; readonly index: bigint }; result: Resolved }
  domain: { params: string; result: Resolved }
  multisigOrders: { params: StdAddress; result: ResolvedOrders }
  /** Returns accounts whose states others wait for. */
  waitedFor: { params: number; result: readonly StdAddress[] }
}

/** Calls from the service to the main thread; undefined if the network cannot answer. */
export type HostCalls = {
  /**
   * Returns the network's newest masterchain block; `index` if the one of this seqno, the newest indexed one, is used in
   * its place: it is as new, the index follows closely, or no liteserver is alive.
   */
  newest: { params: number; result: NewestBlock | 'index' | undefined }
  /** Returns the newest configuration as a BOC. */
  config: { params: undefined; result: Buffer | undefined }
  /** Returns public libraries by hash (lower-case hexadecimal); those that do not exist are absent. */
  libraries: { params: readonly string[]; result: readonly PublicLibrary[] | undefined }
  /** Reports a file of the archive that cannot be read. */
  unreadable: { params: BlockIdExt; result: undefined }
}
/** A public library as a BOC; `hash` is in lower-case hexadecimal. */
export type PublicLibrary = { readonly hash: string; readonly boc: Buffer }
/** The name of a call to the main thread. */
export type HostCall = keyof HostCalls

/** A failure of the service. `no-config`: the configuration is not indexed and the network cannot be asked. */
export type DetectFailure = 'no-config' | 'store' | 'failed'
