import type { StdAddress } from '../../store/facts.ts'
import type { DetectionBatch } from '../../store/tokenFacts.ts'

/** Rows of the queue as of the batch. */
export type QueueSize = {
  /** Accounts that can be looked at, those of the batch included; counted up to MAX_COUNTED. */
  readonly pending: number
  /** Those of them that were asked for or are of new blocks. */
  readonly urgent: number
  readonly waiting: number
}

export type BatchAnswer = { readonly batch: DetectionBatch; readonly size: QueueSize }

/** An address that a getter gave, the account whose state must be read first, or nothing. */
export type Resolved =
  | { readonly kind: 'found'; readonly account: StdAddress }
  | { readonly kind: 'missing'; readonly account: StdAddress }
  | { readonly kind: 'none' }

/** The addresses that getters gave, the account whose state must be read first, or nothing. */
export type ResolvedOrders =
  | { readonly kind: 'found'; readonly accounts: readonly StdAddress[] }
  | { readonly kind: 'missing'; readonly account: StdAddress }
  | { readonly kind: 'none' }
  | { readonly kind: 'too-many' }

/** Calls of the detection service: parameters and results. */
export type DetectCalls = {
  /** Looks at the next accounts of the queue. */
  batch: { params: { readonly limit: number; readonly budgetMs: number }; result: BatchAnswer }
  /** Looks at these accounts now. */
  accounts: { params: readonly StdAddress[]; result: DetectionBatch }
  jettonWallet: { params: { readonly owner: StdAddress; readonly jetton: StdAddress }; result: Resolved }
  domain: { params: string; result: Resolved }
  multisigOrders: { params: StdAddress; result: ResolvedOrders }
  /** Accounts whose states others wait for. */
  waitedFor: { params: number; result: readonly StdAddress[] }
}

/** Calls of the main thread by the service; undefined if the network cannot answer. */
export type HostCalls = {
  /** The newest configuration, as a bag of cells. */
  config: { params: undefined; result: Buffer | undefined }
  /** Public libraries as bags of cells by hash (lower-case hexadecimal); those that do not exist are left out. */
  libraries: { params: readonly string[]; result: readonly PublicLibrary[] | undefined }
}
export type PublicLibrary = { readonly hash: string; readonly boc: Buffer }
export type HostCall = keyof HostCalls

/** `no-config`: the configuration is neither indexed nor can the network be asked. */
export type DetectFailure = 'no-config' | 'store' | 'failed'
