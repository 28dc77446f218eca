import type { z } from 'zod'
import type { IndexCommand, IndexJob, IndexStatus, indexCommands } from '#shared/schema/indexer.ts'
import type { Reclassification } from '../store/actionFacts.ts'
import type { StdAddress } from '../store/facts.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'
import type { ChainHead } from './chainHead.ts'

/** Follows, backfills and reads through: everything that puts rows into the index of one chain. */
export type Indexer = {
  readonly store: IndexStore
  /** Returns the present state; disk sizes as last measured. */
  status(): IndexStatus
  /** Measures the disk sizes of `status`; resolves after `waitMs` at the latest. */
  measureDisk(waitMs: number): Promise<void>
  /** The network has (maybe) a newer block: the follower looks now instead of at its next turn. */
  nudge(seqno: number): void
  command<Name extends IndexCommand>(
    name: Name,
    values: z.infer<(typeof indexCommands)[Name]>,
  ): Promise<IndexStatus | IndexJob>
  readonly readThrough: ReadThrough
  /** Undefined where the index can only be read. */
  readonly detection: ContractDetection | undefined
  /** Absent with `detection`. */
  readonly classification: ActionClassification | undefined
  readonly head: ChainHead
  /** After every commit. Returns what stops it. */
  onWritten(hear: (written: Written) => void): () => void
  close(): Promise<void>
}

/**
 * Fetches exactly what a question lacks, indexes it, and resolves when it can be answered; equal requests at the same
 * time are fetched once. Resolves with true where the rows are whole now: what they lack, the network does not have.
 * Resolves with false where the network proves that there is no such thing, or a search ended before it could tell.
 * Rejects with CoverageError where no liteserver answers, or all of them refuse what they can't prove to be absent, and
 * as sessions do.
 */
export type ReadThrough = {
  /** Masterchain blocks of the longest chain that is searched for what no proof leads to. */
  readonly searchDepth: number
  /**
   * The account's newest `count` transactions, or the next `count` below what is known. A chain of at most `searchDepth`
   * blocks is searched for those that nothing is linked to: of an account that does not exist, or before its deployment.
   */
  history(account: StdAddress, count: number, options: FetchOptions): Promise<boolean>
  /** The account as it is now, whole; false: it does not exist. */
  state(account: StdAddress, options: FetchOptions): Promise<boolean>
  /** The whole trace of a transaction: up to its root, then down. */
  trace(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** The transactions from a known one up to the root of its trace. */
  root(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** The sender of a transaction's message, and the receivers of the messages that it sent. */
  neighbours(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /**
   * A transaction of which only the hash is known. Liteservers have no such query: the transaction lists of the newest
   * blocks are searched, as far back as the deadline allows.
   */
  transaction(hash: Buffer, options: FetchOptions): Promise<boolean>
  /** A whole masterchain block with its shard blocks; false: there is none. */
  masterchainBlock(seqno: number, options: FetchOptions): Promise<boolean>
}

/** Progress of detection. */
export type DetectionStatus = {
  /** Accounts whose state or events have not been looked at yet. */
  readonly pending: number
  /** Accounts that cannot be verified before another account's state is read. */
  readonly waiting: number
  /** Accounts looked at per second. */
  readonly rate: number
}

/**
 * Finds out which accounts are token contracts, verifies them with their counterparts, and writes their rows
 * (compatibility-v3 §15.1). The fetching methods resolve and reject as ReadThrough's do: true where the rows are as
 * new as the network now.
 */
export type ContractDetection = {
  /** Synchronous, as of the last commit. */
  status(): DetectionStatus
  /**
   * Resolves when no account of a new block waits to be looked at, up to the masterchain block `mcSeqno` if given, and
   * after two seconds at the latest. Never rejects.
   */
  settled(signal: AbortSignal, mcSeqno?: number): Promise<void>
  /** The account's newest state, detected; false: it is no token contract. */
  detect(account: StdAddress, options: FetchOptions): Promise<boolean>
  /**
   * Detects all orders that a multisig has numbered; false where it is no multisig. Rejects with CoverageError for more
   * than 100 orders.
   */
  multisigOrders(multisig: StdAddress, options: FetchOptions): Promise<boolean>
  /** The wallet that the jetton's master gives for the owner; false: it gives none, or the wallet does not exist. */
  jettonWallet(owner: StdAddress, jetton: StdAddress, options: FetchOptions): Promise<boolean>
  /** The item of a domain with its zone (`alice.ton`); false: there is none. */
  domain(domain: string, options: FetchOptions): Promise<boolean>
}

/** Progress of classification, and of the pass over all traces. */
export type ClassificationStatus = Reclassification & {
  /** Finished traces whose actions are not derived yet. */
  readonly pending: number
  /** Traces classified per second. */
  readonly rate: number
}

/** Derivation of the actions of finished traces, after detection of their accounts (compatibility-v3 §11.5). */
export type ActionClassification = {
  /** Synchronous, as of the last commit. */
  status(): ClassificationStatus
  /**
   * Resolves when no finished trace of a new block waits to be classified, and after two seconds at the latest. Given a
   * masterchain block that is indexed: when no trace waits at all, and after five seconds. Never rejects.
   */
  settled(signal: AbortSignal, mcSeqno?: number): Promise<void>
  /** Classifies the traces of these transactions (hashes) that are in the queue. Rejects with CoverageError. */
  classify(transactions: readonly Buffer[], options: FetchOptions): Promise<void>
  /** Begins to classify all traces again, after all other work. Rejects with StoreError. */
  again(): Promise<void>
}

export type FetchOptions = {
  readonly signal: AbortSignal
  /** The newest masterchain seqno that the caller has seen: a fetch that began before that is not shared. */
  readonly head?: number | undefined
}

/** A whole chain of at most so many masterchain blocks is searched. */
export const SEARCH_DEPTH = 300

/** The index does not cover a question and the network can't be asked for the rest: 503, and the text says what is covered. */
export class CoverageError extends Error {
  /** Seconds after which the same question can have an answer. */
  readonly retryAfter: number | undefined

  constructor(message: string, options?: ErrorOptions & { readonly retryAfter?: number }) {
    super(message, options)
    this.name = 'CoverageError'
    this.retryAfter = options?.retryAfter
  }
}
