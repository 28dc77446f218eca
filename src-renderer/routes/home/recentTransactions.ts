import { parseAddress } from '#shared/ton/address.ts'
import { isMadeByBlock } from '#shared/ton/systemMessage.ts'
import type { BlockCount, MasterRow } from '../../api/masterSummary.ts'
import { summarizeTransaction } from '../../decode/describeTransaction.ts'
import { isFailure, outcomeOf } from '../../decode/outcome.ts'
import type { TransactionView } from '../../decode/transactionView.ts'

/** Maximum number of transactions that are read of a block. */
export const PER_BLOCK = 12

export type BlocksToRead = {
  readonly blocks: readonly BlockCount[]
  /** Number of transactions that the blocks have. */
  readonly found: number
  /** True if all rows down to the last necessary block are loaded. */
  readonly complete: boolean
}

/**
 * Returns the newest blocks that have `wanted` transactions together, as far as rows (newest first) are loaded.
 * Blocks with only the masterchain's calls of its system contracts are skipped.
 */
export function blocksToRead(rows: readonly MasterRow[], wanted: number): BlocksToRead {
  const blocks: BlockCount[] = []
  let found = 0
  for (const { summary, error } of rows) {
    if (found >= wanted) break
    if (!summary && !error) return { blocks, found, complete: false }
    for (const block of summary?.blocks ?? []) {
      if (block.quiet || block.transactions === 0) continue
      blocks.push(block)
      found += Math.min(block.transactions, PER_BLOCK)
    }
  }
  return { blocks, found, complete: true }
}

/**
 * Returns one transaction for each transfer: the receiving one is removed if the sending one is listed, unless
 * it failed or sent messages.
 */
export function withoutReceipts(views: readonly TransactionView[]): TransactionView[] {
  const sent = new Set(views.flatMap(({ outMessages }) => outMessages.map(({ hash }) => hash)))
  return views.filter(
    (view) =>
      !view.inMessage ||
      !sent.has(view.inMessage.hash) ||
      view.outMessages.length > 0 ||
      isFailure(outcomeOf(view)),
  )
}

/** Sorts transactions by time and logical time, newest first. */
export function newestFirst(views: readonly TransactionView[]): TransactionView[] {
  return views.toSorted((a, b) => b.utime - a.utime || (BigInt(b.lt) > BigInt(a.lt) ? 1 : -1))
}

/** Returns whether the network caused the transaction: a tick, a tock, or a block's message to a system contract. */
export function isSystemTransaction(view: TransactionView): boolean {
  if (summarizeTransaction(view).direction === 'system') return true
  const { source, createdLt } = view.inMessage ?? {}
  const account = source === undefined ? undefined : parseAddress(source)
  return !!account && createdLt !== undefined && isMadeByBlock({ ...account, createdLt: BigInt(createdLt) })
}
