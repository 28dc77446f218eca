import type { BlockId } from './blockId.ts'

export type BlockCount = {
  readonly blockId: BlockId
  readonly transactions: number
  /** True if not all transactions were counted. */
  readonly more: boolean
  /** True if the counted transactions are only the masterchain's calls of its system contracts. */
  readonly quiet: boolean
}

/** A row in a list of masterchain blocks. */
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
  /** The masterchain block itself, then the shard blocks that it is the first to commit. */
  readonly blocks: readonly BlockCount[]
}

/** A row that can be loading or failed. */
export type MasterRow = {
  readonly seqno: number
  readonly summary: MasterSummary | undefined
  readonly error: Error | null
}

/** Returns the number of transactions of a summary, and whether there are more. */
export function countOf(summary: MasterSummary): { readonly transactions: number; readonly more: boolean } {
  return {
    transactions: summary.blocks.reduce((sum, block) => sum + block.transactions, 0),
    more: summary.blocks.some((block) => block.more),
  }
}

/** Returns the seqnos of the newest `count` masterchain blocks up to `newest`, descending. The lowest is 1. */
export function seqnosUpTo(newest: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(count, newest)) }, (_, i) => newest - i)
}

/**
 * Removes the newest rows while they are loading, so that a live list shows only loaded blocks. If no row is
 * loaded, all stay as placeholders.
 */
export function withoutLoadingTop(rows: readonly MasterRow[]): readonly MasterRow[] {
  const first = rows.findIndex(({ summary, error }) => summary || error)
  return first > 0 ? rows.slice(first) : rows
}
