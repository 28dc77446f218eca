import type { ClassifiedBatch, Reclassification } from './actionFacts.ts'
import type { AccountHistory, AccountStatusName, StdAddress } from './facts.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import type { MetadataContent } from './metadataContent.ts'
import type { DetectionBatch } from './tokenFacts.ts'

/** Masterchain seqnos, both inclusive. */
export type SeqnoRange = { readonly first: number; readonly last: number }

/**
 * The index as the main thread holds it: SQLite has one writer, in a thread of its own; whoever reads opens a
 * connection of their own (openReader) in theirs. Every method rejects with StoreError.
 */
export type IndexStore = {
  /** The database file, for readers. */
  readonly file: string
  readonly isReadOnly: boolean
  /** As last committed; ascending, never touching. */
  coverage(): readonly SeqnoRange[]
  /** Hashes of the masterchain block of a seqno, if it is covered. */
  masterchainBlock(
    seqno: number,
  ): Promise<{ readonly rootHash: Buffer; readonly fileHash: Buffer } | undefined>
  /** The account and lt of a transaction that is here, from blocks or from read-through. */
  transactionPlace(hash: Buffer): Promise<{ readonly account: StdAddress; readonly lt: bigint } | undefined>
  /** What read-through knows of an account (account_coverage); undefined where it never asked. */
  accountHistory(account: StdAddress): Promise<KnownHistory | undefined>
  /**
   * Writes masterchain blocks with their shard blocks, traces and coverage in one transaction: several cost less
   * together. Each of `facts` is McBlockFacts as packFacts made it; its buffer is transferred. What is there already is
   * left as it is, so that a block may be written twice. Tells what came of each when it is committed. Where one can't
   * be written it rejects, when those before it are.
   */
  writeBlocks(facts: readonly Uint8Array[], onWritten?: (written: Written) => void): Promise<void>
  /** Writes what read-through found (packed HistoryFacts), in one transaction; its buffer is transferred. */
  writeHistory(facts: Uint8Array): Promise<Written>
  /** Writes results of detection in one transaction, and takes their accounts out of the queue. */
  writeDetected(batch: DetectionBatch): Promise<void>
  /** Queues up to `limit` accounts whose counterpart has changed; resolves with whether there are more. */
  queueRechecks(limit: number): Promise<boolean>
  /** Writes actions of traces in one transaction, and takes their traces out of the queue. */
  writeActions(batch: ClassifiedBatch): Promise<void>
  /** Queues up to `limit` traces that must be classified again; resolves with whether there are more. */
  queueTraces(limit: number): Promise<boolean>
  /** Begins to classify all traces again, unless a pass with these rules was begun before and it is not `forced`. */
  reclassify(pass: { readonly rules: number; readonly forced: boolean }): Promise<Reclassification>
  reclassification(): Promise<Reclassification>
  jobs(): Promise<readonly JobRow[]>
  saveJob(job: JobRow): Promise<void>
  setting(key: string): Promise<string | undefined>
  saveSetting(key: string, value: string): Promise<void>
  /** Returns cached off-chain content by URL; URLs that were never fetched are absent. */
  metadataContents(urls: readonly string[]): Promise<ReadonlyMap<string, MetadataContent>>
  /** Returns whether fetched content names this image. */
  hasMetadataImage(url: string): Promise<boolean>
  /** Writes fetched content; the oldest is deleted where there is too much. */
  saveMetadataContents(contents: readonly MetadataContent[]): Promise<void>
  sizes(): Promise<IndexSizes>
  /** State of the background check of the files; undefined if the index is only read. */
  integrity(): IntegrityStatus | undefined
  /** Checks the whole database at once; resolves when that is done, see `damaged`. */
  checkDatabase(): Promise<void>
  /** Resolves when damage was found in the open database, which must be closed then. */
  readonly damaged: Promise<DamageReport>
  close(): Promise<void>
}

/** What an index takes on disk, in bytes. */
export type IndexSizes = {
  /** The database without its write-ahead log. */
  readonly index: number
  /** The write-ahead log: committed rows that are not in the database file yet. */
  readonly wal: number
  readonly archive: number
}

/** `before` is the transaction before the oldest known one (prev_trans of it): where the history goes on; lt 0: nowhere. */
export type KnownHistory = AccountHistory & {
  readonly before: { readonly lt: bigint; readonly hash: Buffer }
  /** The oldest known transaction; undefined if there is none. */
  readonly oldest: { readonly mcSeqno: number; readonly origStatus: AccountStatusName } | undefined
}

/** What a commit did, for progress, for waiting readers and for pending messages that came true. */
export type Written = {
  readonly mcSeqno: number | undefined
  readonly transactions: number
  readonly coverage: readonly SeqnoRange[]
  /** Normalized hashes of external messages that came with it, 32 bytes each. */
  readonly externals: readonly Buffer[]
}

export type JobRow = {
  readonly id: number
  readonly kind: 'range' | 'account'
  readonly first: number | undefined
  readonly last: number | undefined
  readonly account: StdAddress | undefined
  readonly newestFirst: boolean
  /** The seqno to do next, of an account the number of transactions read; undefined before the first. */
  readonly next: number | undefined
  readonly state: 'waiting' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed'
  readonly detail: string | undefined
  /** Unix seconds. */
  readonly createdAt: number
}

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
  /** The write-ahead log is damaged; opened again, the index is as of the commit before the damage. */
  | 'damaged-log'
  /** Of another chain than the network's. */
  | 'other-chain'
  | 'closed'
  | 'failed'

/** What is wrong with the index, in a sentence that a user can act on. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}
