import { useQueries } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { type BlockPlace, placeKey } from '../../api/blockPlace.ts'
import { blockTransactionsQuery } from '../../api/blocks.ts'
import type { MasterRow } from '../../api/masterSummary.ts'
import { useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { outcomeOf } from '../../decode/describeTransaction.ts'
import { type TransactionView, viewTransaction } from '../../decode/transactionView.ts'
import type { TransactionFilter } from '../../settings/localSettings.ts'
import { isSystemTransaction, newestFirst } from '../home/recentTransactions.ts'

/** Read of each block; what a crowded one has beyond is told, not read. */
export const PER_BLOCK = 64
/** What scrolled out of the window is soon forgotten: a live chain never ends. */
const FORGET_MS = 60_000

export type StreamItem =
  | {
      readonly kind: 'transaction'
      readonly view: TransactionView
      readonly place: BlockPlace
      /** The masterchain block that committed to it. */
      readonly master: number
    }
  /** Transactions of a crowded block that were not read. */
  | { readonly kind: 'more'; readonly place: BlockPlace; readonly count: number; readonly atLeast: boolean }

/** One function for all renders, so that each answer is decoded once. */
function transactionViews({ result }: Answer<V2Result<'getBlockTransactionsExt'>>): TransactionView[] {
  return result.transactions.map(viewTransaction)
}

function passes(view: TransactionView, { system, failedOnly }: TransactionFilter): boolean {
  if (failedOnly && outcomeOf(view).kind === 'ok') return false
  return system || !isSystemTransaction(view)
}

/** What the blocks of the rows (newest first) hold, newest first, as far as it is read. */
export function useTransactionStream(rows: readonly MasterRow[], filter: TransactionFilter) {
  const network = useNetwork()
  const blocks = rows.flatMap(({ seqno, summary }) =>
    (summary?.blocks ?? [])
      .filter(({ transactions, quiet }) => transactions > 0 && (filter.system || !quiet))
      .map((block) => ({ block, master: seqno })),
  )
  const answers = useQueries({
    queries: blocks.map(({ block }) => ({
      ...blockTransactionsQuery(network, block.place, PER_BLOCK),
      select: transactionViews,
      gcTime: FORGET_MS,
    })),
  })
  const read = blocks.map(({ block, master }, i) => ({ block, master, views: answers[i]?.data ?? [] }))
  const items = rows.flatMap(({ seqno }): StreamItem[] => {
    const own = read.filter(({ master }) => master === seqno)
    const places = new Map(own.flatMap(({ block, views }) => views.map((view) => [view.hash, block.place])))
    const listed = newestFirst(own.flatMap(({ views }) => views.filter((view) => passes(view, filter))))
    const transactions = listed.map((view): StreamItem => {
      const place = places.get(view.hash)
      if (!place) throw new Error('a transaction without its block')
      return { kind: 'transaction', view, place, master: seqno }
    })
    const unread = own
      .filter(({ block }) => block.transactions > PER_BLOCK)
      .map(({ block }): StreamItem => {
        const count = block.transactions - PER_BLOCK
        return { kind: 'more', place: block.place, count, atLeast: block.more }
      })
    return [...transactions, ...unread]
  })
  return {
    items,
    pending:
      rows.some(({ summary, error }) => !summary && !error) || answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error)?.error ?? rows.find(({ error }) => error)?.error ?? null,
  }
}

export function keyOfItem(item: StreamItem): string {
  return item.kind === 'transaction' ? item.view.hash : `more ${placeKey(item.place)}`
}
