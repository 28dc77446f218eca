import type { Cell } from '@ton/core'
import type { BlockId, BlockIdExt } from '../blockId.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { BlockHead } from './blockHead.ts'

/**
 * A chain as a liteserver needs it: blocks, the states after them and validator signatures. An archive is one
 * that ends; the devnet is one that grows. Everything is addressed by full block id, so that a caller who
 * holds an id from an answer gets that block or nothing.
 */
export type ChainStore = {
  /** The masterchain's zero state: trust starts there. */
  readonly zeroState: BlockIdExt
  /** The newest masterchain block, the zero state's id where there is none yet. */
  head(): BlockIdExt
  /**
   * Resolves as soon as the head's seqno is at least `seqno`; rejects with the signal's reason when it is
   * aborted before. A store that will never get there waits for the signal.
   */
  waitForMasterchain(seqno: number, signal: AbortSignal): Promise<void>

  /** A stored block (or zero state) under exactly this id. */
  find(id: BlockIdExt): StoredBlock | undefined
  /** The stored block of a shard and seqno; seqno 0 finds zero states. */
  findBySeqno(place: BlockId): StoredBlock | undefined
  /** The first block, in time, that covers an account prefix and satisfies `by`; see BlockLookup. */
  lookup(workchain: number, prefix: bigint, by: BlockLookup): StoredBlock | undefined
  /** The last masterchain key block with a seqno of at most `seqno`: the zero state where there is none. */
  keyBlockUpTo(seqno: number): BlockIdExt
  /** The first masterchain key block with a seqno of at least `seqno`. */
  keyBlockFrom(seqno: number): BlockIdExt | undefined
  /**
   * Seqno of the first masterchain block that commits to a block, directly or by one of its descendants;
   * its own seqno for a masterchain block, undefined while nothing does.
   */
  committedBy(block: StoredBlock): number | undefined

  /** The BOC file of a block or zero state, byte for byte. */
  data(block: StoredBlock): Buffer
  /** The block's root cell (the state's for a zero state), its hash checked against the id. */
  root(block: StoredBlock): Cell
  /** Root of the state after a block. */
  state(block: StoredBlock): Promise<Cell>
  /** Validator signatures of a masterchain block. */
  signatures(seqno: number): SignatureSet | undefined

  close(): void
}

/** A block that the store has; `head` is undefined for a zero state. */
export type StoredBlock = {
  readonly id: BlockIdExt
  readonly head: BlockHead | undefined
}

/**
 * - `seqno`: of whichever shard's block covers the prefix;
 * - `lt`: the first block with `end_lt >= lt`;
 * - `utime`: the first block with `gen_utime >= utime` (unix seconds).
 */
export type BlockLookup = { readonly seqno: number } | { readonly lt: bigint } | { readonly utime: number }
