import type { BlockCount, MasterRow } from '../../api/masterSummary.ts'
import { accountKey } from '../../decode/accountKey.ts'
import { outcomeOf, summarizeTransaction } from '../../decode/describeTransaction.ts'
import type { TransactionView } from '../../decode/transactionView.ts'

/** Read of each block at most: a crowded block need not be read whole to fill a short list. */
export const PER_BLOCK = 12

export type BlocksToRead = {
  readonly blocks: readonly BlockCount[]
  /** Transactions that reading them gives. */
  readonly found: number
  /** All rows down to the last block wanted are known. */
  readonly complete: boolean
}

/**
 * The newest blocks that together have `wanted` transactions, as far as the rows (newest first) are known. Where
 * the masterchain only calls its system contracts, as in every block, that is no news and left out.
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
 * One line for each transfer: a receipt is left out where the transaction that sent its message is listed too,
 * unless something came of it (it failed, or sent messages of its own).
 */
export function withoutReceipts(views: readonly TransactionView[]): TransactionView[] {
  const sent = new Set(views.flatMap(({ outMessages }) => outMessages.map(({ hash }) => hash)))
  return views.filter(
    (view) =>
      !view.inMessage ||
      !sent.has(view.inMessage.hash) ||
      view.outMessages.length > 0 ||
      outcomeOf(view).kind !== 'ok',
  )
}

/** Newest first; within a second by logical time. */
export function newestFirst(views: readonly TransactionView[]): TransactionView[] {
  return views.toSorted((a, b) => b.utime - a.utime || (BigInt(b.lt) > BigInt(a.lt) ? 1 : -1))
}

/** Sender of the masterchain's own messages: fees of a block to the elector, and minted coins. */
const NETWORK = `-1:${'0'.repeat(64)}`

/** Returns whether the network itself caused the transaction: a tick, a tock, or its message to a system contract. */
export function isSystemTransaction(view: TransactionView): boolean {
  if (summarizeTransaction(view).direction === 'system') return true
  const source = view.inMessage?.source
  return source !== undefined && accountKey(source) === NETWORK
}
