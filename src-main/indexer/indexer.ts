import type { z } from 'zod'
import type {
  IndexAnswer,
  IndexCommand,
  IndexStatus,
  indexCommands,
  WatchedAccounts,
  WatchedPage,
} from '#shared/schema/indexer.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { HintList } from '../metadata/hintServer.ts'
import type { Reclassification } from '../store/classifiedTraces.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'
import type { StdAddress } from '../store/parsedBlock.ts'
import type { ChainHead } from './chainHead.ts'

/**
 * The indexer of one chain. It follows, backfills and reads through: all of its parts write rows to the same store.
 */
export type Indexer = {
  readonly store: IndexStore
  /** Returns the current state, with disk sizes of the last measurement. */
  status(): IndexStatus
  /** Measures the disk sizes of `status`; resolves after `waitMs` at the latest. */
  measureDisk(waitMs: number): Promise<void>
  /** Notifies the follower of a possible newer block, so that it checks immediately. */
  nudge(seqno: number): void
  /** Checks a file of the archive that could not be read, and fetches it again. */
  unreadable(id: BlockIdExt): void
  command<Name extends IndexCommand>(
    name: Name,
    values: z.infer<(typeof indexCommands)[Name]>,
  ): Promise<IndexAnswer>
  /** Returns a page of the watched accounts. Rejects with ApiError 422 and StoreError. */
  watched(page: WatchedPage): Promise<WatchedAccounts>
  readonly readThrough: ReadThrough
  /** Undefined if the index is read-only. */
  readonly detection: ContractDetection | undefined
  /** Undefined if `detection` is. */
  readonly classification: ActionClassification | undefined
  /** Undefined if `detection` is. */
  readonly hinted: HintedContracts | undefined
  readonly head: ChainHead
  /** Registers a listener for commits; returns a function that removes it. */
  onWritten(listener: (written: Written) => void): () => void
  close(): Promise<void>
}

/**
 * Fetches and indexes the data that a request lacks. Resolves when the request can be answered; concurrent equal
 * requests are fetched once. Resolves to true if the rows are complete: the network does not have any more. Resolves
 * to false if the network proves that the object does not exist, or if a search ended before it was found. Rejects
 * with CoverageError if no liteserver answers or all of them refuse without proof of absence, otherwise as sessions
 * do.
 */
export type ReadThrough = {
  /** Number of masterchain blocks of the longest chain that is searched for transactions that no proof leads to. */
  readonly searchDepth: number
  /**
   * Fetches the account's newest `count` transactions, or the next `count` below the known ones. In a chain of at most
   * `searchDepth` blocks, searches all blocks for transactions without links: those of an account that does not exist,
   * or from before its deployment.
   */
  history(account: StdAddress, count: number, options: FetchOptions): Promise<boolean>
  /** Fetches the whole current account; false: it does not exist. */
  state(account: StdAddress, options: FetchOptions): Promise<boolean>
  /** Fetches the whole trace of a transaction: up to its root, then down. Rejects with UnfinishedError as well. */
  trace(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** Fetches the transactions from a known one up to the root of its trace. Rejects with UnfinishedError as well. */
  root(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /**
   * Fetches the states of its account before and after a transaction: the whole accounts after the block of the
   * transaction before it and after its own block. What other transactions of these blocks left is not known.
   */
  states(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** Fetches the sender of a transaction's message, and the receivers of its sent messages. */
  neighbours(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /**
   * Fetches a transaction by hash. Liteservers have no such query: the transaction lists of the newest blocks are
   * searched. Rejects with UnfinishedError as well.
   * @param options.place where it is looked for first, and found however old it is
   */
  transaction(
    hash: Buffer,
    options: FetchOptions & { readonly place?: TransactionPlace | undefined },
  ): Promise<boolean>
  /**
   * Fetches a transaction that received or sent a message, by the message's hash. Only a hint server can name its
   * place; false without one.
   */
  message(hash: Buffer, options: FetchOptions): Promise<boolean>
  /**
   * Searches the transaction lists of the newest `searchDepth` blocks for a hash, with progress, and records the
   * transaction. Resolves to false if they do not have it. Few searches run at once; others wait.
   */
  search(hash: Buffer, options: SearchOptions): Promise<boolean>
  /** Fetches a whole masterchain block with its shard blocks; false: it does not exist. */
  masterchainBlock(seqno: number, options: FetchOptions): Promise<boolean>
  /** Returns the number of running and waiting fetches. */
  fetching(): number
}

/** What a hint server named, after detection has looked at it. */
export type HintedCandidates = {
  /** Contracts that exist; whether they belong to the list is for the reader to decide. */
  readonly contracts: readonly StdAddress[]
  /** Number of named accounts that are no contracts of a known type. */
  readonly refuted: number
  /** Number of named accounts that could not be read. */
  readonly unread: number
}

/** Lists of contracts that liteservers do not have, from the hint server that the user allows. */
export type HintedContracts = {
  /** Returns the server's host and port; undefined while no server is allowed. */
  host(): string | undefined
  /**
   * Asks the server for the contracts of a list, and fetches and detects each of them, at most 64, within ten seconds.
   * Resolves to undefined if the server has no answer; rejects as ReadThrough does if no contract can be read.
   */
  contracts(list: HintList, account: StdAddress, options: FetchOptions): Promise<HintedCandidates | undefined>
  /** Counts contracts that belong to the list that they were named for, and others. */
  judge(proved: number, dropped: number): void
}

/** Progress of detection. */
export type DetectionStatus = {
  /** Number of accounts that have not been inspected since they, or a counterpart of theirs, changed. */
  readonly pending: number
  /** Number of them of which only a counterpart has changed. They are looked at in a part of the time. */
  readonly rechecks: number
  /** Number of accounts that wait for another account's state. */
  readonly waiting: number
  /** Accounts inspected per second. */
  readonly rate: number
  /** Why no account can be inspected now; undefined if detection works. */
  readonly trouble: string | undefined
}

/**
 * Detection of token contracts: verifies accounts with their counterparts and writes their rows (compatibility-v3
 * §15.1). The fetching methods resolve and reject as those of ReadThrough; true means that the rows are as new as the
 * network.
 */
export type ContractDetection = {
  /** Returns the progress as of the last commit, synchronously. */
  status(): DetectionStatus
  /**
   * Resolves when no account of a new block waits for detection, up to the masterchain block `mcSeqno` if given, and
   * after two seconds at the latest. Never rejects.
   */
  settled(signal: AbortSignal, mcSeqno?: number): Promise<void>
  /** Fetches and detects the account's newest state; false: it is not a token contract. */
  detect(account: StdAddress, options: FetchOptions): Promise<boolean>
  /**
   * Detects all numbered orders of a multisig; false: it is not a multisig. Rejects with CoverageError for more than
   * 100 orders.
   */
  multisigOrders(multisig: StdAddress, options: FetchOptions): Promise<boolean>
  /**
   * Detects the wallet that the jetton's master returns for the owner; false: it returns none, or the wallet does not
   * exist.
   */
  jettonWallet(owner: StdAddress, jetton: StdAddress, options: FetchOptions): Promise<boolean>
  /** Detects the item that a collection returns for an index; false: it returns none, or the item does not exist. */
  collectionItem(collection: StdAddress, index: bigint, options: FetchOptions): Promise<boolean>
  /** Detects the NFT item of a domain with its zone (`alice.ton`); false: it does not exist. */
  domain(domain: string, options: FetchOptions): Promise<boolean>
}

/** Progress of classification, and of the pass over all traces. */
export type ClassificationStatus = Reclassification & {
  /** Number of finished traces whose actions are not derived yet. */
  readonly pending: number
  /** Traces classified per second. */
  readonly rate: number
  /** Why no trace can be classified now; undefined if classification works. */
  readonly trouble: string | undefined
}

/** Derivation of the actions of finished traces, after detection of their accounts (compatibility-v3 §11.5). */
export type ActionClassification = {
  /** Returns the progress as of the last commit, synchronously. */
  status(): ClassificationStatus
  /**
   * Resolves when no finished trace of a new block waits for classification, after two seconds at the latest; with an
   * indexed masterchain block, when no trace at all waits, after five seconds at the latest. Never rejects.
   */
  settled(signal: AbortSignal, mcSeqno?: number): Promise<void>
  /** Classifies the queued traces of these transactions (hashes). Rejects with CoverageError. */
  classify(transactions: readonly Buffer[], options: FetchOptions): Promise<void>
  /** Starts to classify all traces again, with the lowest priority. Rejects with StoreError. */
  again(): Promise<void>
}

/** Options of a fetch. */
export type FetchOptions = {
  readonly signal: AbortSignal
  /** The newest masterchain seqno that the caller has seen: an earlier started fetch is not shared. */
  readonly head?: number | undefined
  /** Whether an answer will need the traces of fetched transactions, so that their senders are read ahead. */
  readonly readsSenders?: boolean | undefined
  /** Whether the newest blocks are searched for the hash of an unknown transaction; true by default. */
  readonly searches?: boolean | undefined
}

/** Where a transaction can be: its account and logical time. */
export type TransactionPlace = { readonly account: StdAddress; readonly lt: bigint }

/** Options of a search through the newest blocks. */
export type SearchOptions = {
  /** Ends the search, and its queries. */
  readonly signal: AbortSignal
  /** Receives the numbers of masterchain blocks that were searched, and that will be. */
  readonly onProgress: (searched: number, total: number) => void
}

/** Default number of masterchain blocks up to which a whole chain is searched. */
export const SEARCH_DEPTH = 300

/**
 * The error of a request that the index does not cover while the network cannot be asked for the rest. It is served
 * as 503; its message names the coverage.
 */
export class CoverageError extends TypedError {
  /** Seconds after which the same request can succeed. */
  readonly retryAfter: number | undefined

  constructor(message: string, options?: TypedErrorOptions & { readonly retryAfter?: number }) {
    super('coverage', message, options)
    this.retryAfter = options?.retryAfter
  }
}

/**
 * The error of a fetch that a time limit ended before it found everything. What it found stays, so that the same fetch
 * goes on from there when it is repeated.
 */
export class UnfinishedError extends CoverageError {
  constructor(message: string, options?: TypedErrorOptions) {
    super(message, { ...options, retryAfter: 1, hint: 'ask again' })
  }
}
