import { parseAddress } from '#shared/ton/address.ts'
import { isMadeByBlock } from '#shared/ton/systemMessage.ts'
import type { BlockCount, MasterRow } from '../../api/masterSummary.ts'
import { summarizeTransaction } from '../../decode/describeTransaction.ts'
import { isFailure, outcomeOf } from '../../decode/outcome.ts'
import type { TransactionView } from '../../decode/transactionView.ts'

/** Maximum number of transactions that are read of a block: the messages between them show which are one trace. */
export const PER_BLOCK = 40

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

/** The transactions of a list that belong to one trace, as far as their messages tell. */
export type RecentTrace = {
  /** Hash of the first of them, in base64; it stays when others follow. */
  readonly key: string
  /** Hash of the newest one, in base64. */
  readonly hash: string
  /** The first one, or the first that failed. */
  readonly view: TransactionView
}

/** Groups transactions (newest first) by their messages, in the order of the newest transaction of each group. */
export function recentTraces(views: readonly TransactionView[]): RecentTrace[] {
  const rootOfMessage = new Map<string, string>()
  const rootOf = new Map<string, string>()
  for (const { hash, inMessage, outMessages } of views.toReversed()) {
    const root = rootOfMessage.get(inMessage?.hash ?? '') ?? hash
    rootOf.set(hash, root)
    for (const message of outMessages) rootOfMessage.set(message.hash, root)
  }
  const groups = Map.groupBy(views, ({ hash }) => rootOf.get(hash) ?? hash)
  return [...groups].flatMap(([key, group]) => {
    const [newest, first] = [group[0], group.at(-1)]
    const view = group.findLast((one) => isFailure(outcomeOf(one))) ?? first
    return newest && view ? [{ key, hash: newest.hash, view }] : []
  })
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
