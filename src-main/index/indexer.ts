import type { z } from 'zod'
import type { IndexCommand, IndexJob, IndexStatus, indexCommands } from '#shared/schema/indexer.ts'
import type { StdAddress } from '../store/facts.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'

/** Follows, backfills and reads through: everything that puts rows into the index of one chain. */
export type Indexer = {
  readonly store: IndexStore
  /** At hand, never waits. */
  status(): IndexStatus
  /** The network has (maybe) a newer block: the follower looks now instead of at its next turn. */
  nudge(seqno: number): void
  command<Name extends IndexCommand>(
    name: Name,
    values: z.infer<(typeof indexCommands)[Name]>,
  ): Promise<IndexStatus | IndexJob>
  readonly readThrough: ReadThrough
  /** After every commit. Returns what stops it. */
  onWritten(hear: (written: Written) => void): () => void
  close(): Promise<void>
}

/**
 * Fetches exactly what a question lacks, indexes it, and resolves when it can be answered; what is asked for twice at
 * the same time is fetched once. Resolves with false where the network says that there is no such thing, rejects with
 * CoverageError when it cannot be reached, or as sessions do.
 */
export type ReadThrough = {
  /** The account's newest `count` transactions, or the next `count` below what is known. */
  history(account: StdAddress, count: number, options: FetchOptions): Promise<boolean>
  /** The account as it is now, whole. */
  state(account: StdAddress, options: FetchOptions): Promise<boolean>
  /** All of the trace that a known transaction belongs to: up to its root, then down. */
  trace(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** Reads the transactions before a known one in its trace, up to the first. */
  root(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /** The sender of a transaction's message, and the receivers of what it sent. */
  neighbours(transaction: Buffer, options: FetchOptions): Promise<boolean>
  /**
   * A transaction of which only the hash is known. Liteservers can't be asked for that: the transaction lists of the
   * newest blocks are searched, as far back as the deadline allows.
   */
  transaction(hash: Buffer, options: FetchOptions): Promise<boolean>
  /** A whole masterchain block with its shard blocks. */
  masterchainBlock(seqno: number, options: FetchOptions): Promise<boolean>
}

export type FetchOptions = { readonly signal: AbortSignal }

/** Outside of coverage with no network to ask: 503, and the text says what is covered. */
export class CoverageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CoverageError'
  }
}
