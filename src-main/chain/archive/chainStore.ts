import type { Cell } from '@ton/core'
import type { BlockId, BlockIdExt } from '../blockId.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { BlockHead } from './blockHead.ts'

/**
 * A chain as a liteserver needs it: blocks, the states after them and validator signatures. An archive has a
 * fixed end, the devnet grows. Blocks are identified by full id, so that a caller with an id from an earlier
 * answer gets that very block or nothing.
 */
export type ChainStore = {
  /** The id of the masterchain's zero state, at which trust starts. */
  readonly zeroState: BlockIdExt
  /** Returns the id of the newest masterchain block, or of the zero state before the first block. */
  head(): BlockIdExt
  /**
   * Resolves as soon as the head's seqno is at least `seqno`; rejects with the signal's reason when it is aborted
   * earlier. A store that never reaches `seqno` waits for the signal.
   */
  waitForMasterchain(seqno: number, signal: AbortSignal): Promise<void>

  /** Returns the stored block (or zero state) with exactly this id. */
  find(id: BlockIdExt): StoredBlock | undefined
  /** Returns the stored block of a shard and seqno. Seqno 0 finds zero states. */
  findBySeqno(place: BlockId): StoredBlock | undefined
  /** Returns the earliest block that covers an account prefix and satisfies `by`; see BlockLookup. */
  lookup(workchain: number, prefix: bigint, by: BlockLookup): StoredBlock | undefined
  /** Returns the last masterchain key block with a seqno of at most `seqno`, or the zero state. */
  keyBlockUpTo(seqno: number): BlockIdExt
  /** Returns the first masterchain key block with a seqno of at least `seqno`. */
  keyBlockFrom(seqno: number): BlockIdExt | undefined
  /**
   * Returns the seqno of the first masterchain block that commits to a block, directly or by one of its descendants:
   * its own seqno for a masterchain block, undefined before such a block exists.
   */
  committedBy(block: StoredBlock): number | undefined

  /** Returns the BoC file of a block or zero state, byte for byte. */
  data(block: StoredBlock): Buffer
  /** Returns the root cell of a block, or of the state for a zero state. Its hash is checked against the id. */
  root(block: StoredBlock): Cell
  /** Returns the root of the state after a block. */
  state(block: StoredBlock): Promise<Cell>
  /** Returns the validator signatures of a masterchain block. */
  signatures(seqno: number): SignatureSet | undefined

  close(): void
}

/** A block of the store. `head` is undefined for a zero state. */
export type StoredBlock = {
  readonly id: BlockIdExt
  readonly head: BlockHead | undefined
}

/**
 * The condition of a lookup:
 * - `seqno`: the block with this seqno in the shard that covers the prefix;
 * - `lt`: the first block with `end_lt >= lt`;
 * - `utime`: the first block with `gen_utime >= utime` (Unix seconds).
 */
export type BlockLookup = { readonly seqno: number } | { readonly lt: bigint } | { readonly utime: number }
