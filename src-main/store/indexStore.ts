import { TypedError } from '#shared/typedError.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { ClassifiedBatch, Reclassification } from './classifiedTraces.ts'
import type { DetectionBatch } from './detectedTokens.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import type { MetadataContent } from './metadataContent.ts'
import type { AccountHistory, AccountStatusName, StdAddress } from './parsedBlock.ts'

/** A range of masterchain seqnos, both inclusive. */
export type SeqnoRange = { readonly first: number; readonly last: number }

/**
 * The main thread's handle to the index. SQLite has one writer, in a thread of its own; readers open their own
 * connections (openReader) in their own threads. Every method rejects with StoreError.
 */
export type IndexStore = {
  /** The database file, for readers. */
  readonly file: string
  readonly isReadOnly: boolean
  /** Returns the covered ranges of the last commit, ascending and never adjacent. */
  coverage(): readonly SeqnoRange[]
  /** Returns the hashes of the masterchain block of a seqno; undefined if it is not covered. */
  masterchainBlock(
    seqno: number,
  ): Promise<{ readonly rootHash: Buffer; readonly fileHash: Buffer } | undefined>
  /** Returns the account and lt of a stored transaction, whether from a block or from read-through. */
  transactionRef(hash: Buffer): Promise<{ readonly account: StdAddress; readonly lt: bigint } | undefined>
  /** Returns the range of an account's history that read-through has fetched; undefined if there is none. */
  accountHistory(account: StdAddress): Promise<KnownHistory | undefined>
  /**
   * Returns the number of transactions in that range, or of all that are stored if the account no longer exists. Counts
   * them, so it is no query for each request.
   */
  historySize(account: StdAddress): Promise<number>
  /**
   * Writes masterchain blocks with their shard blocks, traces and coverage. Several in one call cost less, because
   * they can share a transaction. Each of `facts` is a ParsedMcBlock in the form of packMcBlock; its buffer is
   * transferred. Existing rows are left unchanged, so that a block can be written twice. `onWritten` is called for
   * each block when it is committed. If a block cannot be written, the promise rejects after the blocks before it are
   * committed.
   */
  writeBlocks(facts: readonly Uint8Array[], onWritten?: (written: Written) => void): Promise<void>
  /** Writes the result of read-through (packed ParsedHistory) in one transaction; its buffer is transferred. */
  writeHistory(facts: Uint8Array): Promise<Written>
  /** Writes results of detection in one transaction and removes their accounts from the queue. */
  writeDetected(batch: DetectionBatch): Promise<void>
  /** Queues up to `limit` accounts whose counterpart has changed; resolves to whether there are more. */
  queueRechecks(limit: number): Promise<boolean>
  /** Writes actions of traces in one transaction and removes their traces from the queue. */
  writeActions(batch: ClassifiedBatch): Promise<void>
  /** Queues up to `limit` traces that must be classified again; resolves to whether there are more. */
  queueTraces(limit: number): Promise<boolean>
  /** Starts to classify all traces again, unless a pass with these rules was started before and `forced` is false. */
  reclassify(pass: { readonly rules: number; readonly forced: boolean }): Promise<Reclassification>
  reclassification(): Promise<Reclassification>
  jobs(): Promise<readonly JobRow[]>
  saveJob(job: JobRow): Promise<void>
  /** Returns the accounts that the user watches, in the order in which they were added. */
  watchedAccounts(): Promise<readonly WatchedRow[]>
  /** Adds a watched account, or changes its depth. */
  saveWatched(row: WatchedRow): Promise<void>
  removeWatched(account: StdAddress): Promise<void>
  /** Returns what the traces of an account's known history lack. */
  unreadParts(account: StdAddress, limit: number): Promise<UnreadParts>
  /**
   * Returns the jetton wallets of an account, the NFT items that it owns or sells, and those that it sent or received,
   * as far as they are indexed, and at most `limit` of them.
   */
  ownedContracts(owner: StdAddress, limit: number): Promise<readonly StdAddress[]>
  setting(key: string): Promise<string | undefined>
  saveSetting(key: string, value: string): Promise<void>
  /** Returns cached off-chain content by URL; URLs that were never fetched are absent. */
  metadataContents(urls: readonly string[]): Promise<ReadonlyMap<string, MetadataContent>>
  /** Returns whether fetched content names this image. */
  hasMetadataImage(url: string): Promise<boolean>
  /** Writes fetched content; deletes the oldest entries above the cache's limit. */
  saveMetadataContents(contents: readonly MetadataContent[]): Promise<void>
  sizes(): Promise<IndexSizes>
  /** Checks one file of the archive now, because it could not be read; `integrity` has the result. */
  checkArchived(id: BlockIdExt): Promise<void>
  /** Returns up to `limit` files of the archive that cannot be read. */
  lostFiles(limit: number): Promise<readonly BlockIdExt[]>
  /**
   * Stores the verified file of a block whose archived file cannot be read; false: the block is not in a segment, but
   * kept beside them.
   */
  restoreBlock(block: { readonly id: BlockIdExt; readonly file: Uint8Array }): Promise<boolean>
  /** Checks now whether a file of the index was deleted. That resolves `damaged`. */
  checkFiles(): Promise<void>
  /** State of the background check of the files; undefined if the index is only read. */
  integrity(): IntegrityStatus | undefined
  /** Checks the whole database now; resolves at the end of the check. Damage resolves `damaged`. */
  checkDatabase(): Promise<void>
  /** Resolves when damage was found in the open database, which must then be closed. */
  readonly damaged: Promise<DamageReport>
  close(): Promise<void>
}

/** Sizes of the index on disk, in bytes. */
export type IndexSizes = {
  /** The database without its write-ahead log. */
  readonly index: number
  /** The write-ahead log: committed rows that are not in the database file yet. */
  readonly wal: number
  readonly archive: number
}

/**
 * A stored history with its ends. `before` is the predecessor (prev_trans) of the oldest stored transaction, where
 * the history continues; its lt is 0 if there is none.
 */
export type KnownHistory = AccountHistory & {
  readonly before: { readonly lt: bigint; readonly hash: Buffer }
  /** The oldest known transaction; undefined if there is none. */
  readonly oldest:
    | { readonly mcSeqno: number; readonly now: number; readonly origStatus: AccountStatusName }
    | undefined
  /** The account's newest stored transaction, also after the history; undefined if there is none. */
  readonly newest: { readonly lt: bigint; readonly mcSeqno: number; readonly now: number } | undefined
}

/** The result of a commit: for progress, for readers that wait and for pending messages that were included. */
export type Written = {
  readonly mcSeqno: number | undefined
  readonly transactions: number
  readonly coverage: readonly SeqnoRange[]
  /** Normalized hashes of external messages in the commit, 32 bytes each. */
  readonly externals: readonly Buffer[]
}

/** A row of `jobs`: a backfill of a range of masterchain seqnos or of an account. */
export type JobRow = {
  readonly id: number
  readonly kind: 'range' | 'account'
  readonly first: number | undefined
  readonly last: number | undefined
  readonly account: StdAddress | undefined
  readonly newestFirst: boolean
  /** The next seqno; for an account, the number of transactions read. Undefined before the first. */
  readonly next: number | undefined
  readonly state: 'waiting' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed'
  readonly detail: string | undefined
  /** Unix seconds. */
  readonly createdAt: number
}

/** A row of `watched_accounts`. */
export type WatchedRow = {
  readonly account: StdAddress
  /** See readWatchDepth. */
  readonly depth: string
  /** Unix seconds. */
  readonly addedAt: number
}

/** What the traces of an account's known transactions lack, newest first, each list up to a limit. */
export type UnreadParts = {
  /** Hashes of transactions whose traces are not whole: transactions can be missing at either end. */
  readonly openTraces: readonly Buffer[]
  /** Accounts of whole traces without a known type. */
  readonly undetected: readonly StdAddress[]
  /** Hashes of transactions of whole traces whose actions are not derived. */
  readonly unclassified: readonly Buffer[]
}

/** A code of StoreError. */
export type StoreErrorCode =
  /** No space left; nothing of the transaction was written. */
  | 'disk-full'
  /** The folder or file cannot be written. */
  | 'read-only'
  /** Another process holds the database. */
  | 'locked'
  /** Written by a newer program. */
  | 'newer-schema'
  | 'corrupt'
  /** A file of the open index was deleted or replaced. */
  | 'file-gone'
  /** The write-ahead log is damaged. Opened again, the index has the state of the last commit before the damage. */
  | 'damaged-log'
  /** The index belongs to another chain than the network's. */
  | 'other-chain'
  | 'closed'
  | 'failed'

/** An error of the index; its message tells the user what to do. */
export class StoreError extends TypedError<StoreErrorCode> {}
