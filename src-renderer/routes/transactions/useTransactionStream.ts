import { useQueries, useQuery } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { type BlockId, blockIdKey } from '../../api/blockId.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import { knownRun } from '../../api/chainRates.ts'
import { sourceOf } from '../../api/indexedSummaries.ts'
import { type PlacedTransaction, transactionWindowQuery } from '../../api/indexedTransactions.ts'
import { useIndex } from '../../api/indexStatus.ts'
import type { MasterRow, MasterSummary } from '../../api/masterSummary.ts'
import { useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { isFailure, outcomeOf } from '../../decode/outcome.ts'
import { type TransactionView, viewTransaction } from '../../decode/transactionView.ts'
import type { TransactionFilter } from '../../settings/localSettings.ts'
import { isSystemTransaction, newestFirst } from '../home/recentTransactions.ts'

/** Maximum number of transactions that are read of a block. */
const PER_BLOCK = 64
/** Time for which transactions outside of the window are kept, ms. */
const FORGET_MS = 60_000

export type StreamItem =
  | {
      readonly kind: 'transaction'
      readonly view: TransactionView
      readonly blockId: BlockId
      /** The masterchain block that committed the transaction's block. */
      readonly master: number
    }
  /** The rest of a block of which not all transactions were read. */
  | { readonly kind: 'more'; readonly blockId: BlockId; readonly count: number; readonly atLeast: boolean }

/** The same function for all renders, so that each answer is decoded once. */
function transactionViews({ result }: Answer<V2Result<'getBlockTransactionsExt'>>): TransactionView[] {
  return result.transactions.map(viewTransaction)
}

function passes(view: TransactionView, { system, failedOnly }: TransactionFilter): boolean {
  if (failedOnly && !isFailure(outcomeOf(view))) return false
  return system || !isSystemTransaction(view)
}

/** The transactions of a row, and its blocks with more transactions than were read. */
type RowTransactions = {
  readonly found: readonly PlacedTransaction[]
  readonly unread: readonly Extract<StreamItem, { kind: 'more' }>[]
}

type Read = {
  readonly rows: ReadonlyMap<number, RowTransactions>
  readonly pending: boolean
  readonly error: Error | null
}

/** Reads the blocks of rows over v2. */
function useFromChain(rows: readonly MasterRow[], { system }: TransactionFilter): Read {
  const network = useNetwork()
  const blocks = rows.flatMap(({ seqno, summary }) =>
    (summary?.blocks ?? [])
      .filter(({ transactions, quiet }) => transactions > 0 && (system || !quiet))
      .map((block) => ({ block, master: seqno })),
  )
  const answers = useQueries({
    queries: blocks.map(({ block }) => ({
      ...blockTransactionsQuery(network, block.blockId, PER_BLOCK),
      select: transactionViews,
      gcTime: FORGET_MS,
    })),
  })
  const read = blocks.map(({ block, master }, i) => ({ block, master, views: answers[i]?.data ?? [] }))
  const byRow = rows.map(({ seqno }): [number, RowTransactions] => {
    const own = read.filter(({ master }) => master === seqno)
    const found = own.flatMap(({ block: { blockId }, views }) => views.map((view) => ({ view, blockId })))
    const unread = own
      .filter(({ block }) => block.transactions > PER_BLOCK)
      .map(({ block: { blockId, transactions, more } }) => unreadOf(blockId, transactions - PER_BLOCK, more))
    return [seqno, { found, unread }]
  })
  return {
    rows: new Map(byRow),
    pending: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? null,
  }
}

function unreadOf(blockId: BlockId, count: number, atLeast: boolean) {
  return { kind: 'more', blockId, count, atLeast } as const
}

/** Reads all rows with one request of v3. Rows that were not read are absent. */
function useFromIndex(summaries: readonly MasterSummary[]): Read & { readonly isRefused: boolean } {
  const query = useQuery({
    ...transactionWindowQuery(useNetwork(), summaries),
    enabled: summaries.length > 0,
  })
  const { data, isError, isPlaceholderData } = query
  const byRow = summaries.flatMap(({ seqno, blocks }): [number, RowTransactions][] => {
    const found = data?.get(seqno)
    if (!found) return []
    const counts = new Map<string, number>()
    for (const { blockId } of found)
      counts.set(blockIdKey(blockId), (counts.get(blockIdKey(blockId)) ?? 0) + 1)
    const unread = blocks.flatMap(({ blockId, transactions }) => {
      const count = transactions - (counts.get(blockIdKey(blockId)) ?? 0)
      return count > 0 ? [unreadOf(blockId, count, false)] : []
    })
    return [[seqno, { found, unread }]]
  })
  const pending = summaries.length > 0 && !isError && (!data || isPlaceholderData)
  return { rows: new Map(byRow), pending, error: null, isRefused: isError }
}

/** Returns the transactions of rows, newest first, that have been read so far. */
export function useTransactionStream(rows: readonly MasterRow[], filter: TransactionFilter) {
  const index = useIndex()
  const indexed = rows.filter(({ seqno }) => sourceOf(seqno, index) === 'index')
  const fromIndex = useFromIndex(knownRun(indexed))
  const isOther = ({ seqno }: MasterRow) => fromIndex.isRefused || sourceOf(seqno, index) === 'chain'
  const fromChain = useFromChain(rows.filter(isOther), filter)
  const items = rows.flatMap(({ seqno }): StreamItem[] => {
    const { found = [], unread = [] } = fromChain.rows.get(seqno) ?? fromIndex.rows.get(seqno) ?? {}
    const blockIds = new Map(found.map(({ view, blockId }) => [view.hash, blockId]))
    const listed = newestFirst(found.map(({ view }) => view).filter((view) => passes(view, filter)))
    const transactions = listed.map((view): StreamItem => {
      const blockId = blockIds.get(view.hash)
      if (!blockId) throw new Error('a transaction without its block')
      return { kind: 'transaction', view, blockId, master: seqno }
    })
    return [...transactions, ...unread]
  })
  return {
    items,
    pending: rows.some(({ summary, error }) => !summary && !error) || fromIndex.pending || fromChain.pending,
    error: fromChain.error ?? rows.find(({ error }) => error)?.error ?? null,
  }
}

export function keyOfItem(item: StreamItem): string {
  return item.kind === 'transaction' ? item.view.hash : `more ${blockIdKey(item.blockId)}`
}
