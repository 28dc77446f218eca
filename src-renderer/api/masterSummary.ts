import type { BlockId } from './blockId.ts'

export type BlockCount = {
  readonly blockId: BlockId
  readonly transactions: number
  /** There are more than were counted. */
  readonly more: boolean
  /** Only the masterchain's own calls of its system contracts, as far as was counted: no news. */
  readonly quiet: boolean
}

/** One line of a list of masterchain blocks. */
export type MasterSummary = {
  readonly seqno: number
  /** Unix seconds. */
  readonly utime: number
  /** Base64. */
  readonly rootHash: string
  readonly isKeyBlock: boolean
  readonly globalId: number
  /** Shards of all workchains after the block. */
  readonly shards: readonly BlockId[]
  /** The masterchain block itself, then the shard blocks it was the first to commit to. */
  readonly blocks: readonly BlockCount[]
}

/** A line that may still be loading, or that could not be read. */
export type MasterRow = {
  readonly seqno: number
  readonly summary: MasterSummary | undefined
  readonly error: Error | null
}

/** All transactions of a summary, and whether some weren't counted. */
export function countOf(summary: MasterSummary): { readonly transactions: number; readonly more: boolean } {
  return {
    transactions: summary.blocks.reduce((sum, block) => sum + block.transactions, 0),
    more: summary.blocks.some((block) => block.more),
  }
}

/** The seqnos of the newest `count` masterchain blocks up to `newest`, descending; there is no block 0. */
export function seqnosUpTo(newest: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(count, newest)) }, (_, i) => newest - i)
}

/**
 * Leaves out the newest rows while they are loading, so that a live list takes a block in when it is known. As
 * long as nothing is known, all rows stay: they are drawn as placeholders.
 */
export function withoutLoadingTop(rows: readonly MasterRow[]): readonly MasterRow[] {
  const first = rows.findIndex(({ summary, error }) => summary || error)
  return first > 0 ? rows.slice(first) : rows
}
