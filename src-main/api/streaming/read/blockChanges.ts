import {
  findBlockTransactions,
  loadTraceAccounts,
  loadTraceProgressRows,
  type TraceProgressRow,
} from '../../../store/queries/changedTraces.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import { addressText, hashText } from '../../v3/render/scalars.ts'
import { MAX_TRACE_TRANSACTIONS } from '../../v3/render/traceJson.ts'
import type { BlockChanges } from '../streamReading.ts'

/** Maximum number of transactions; those of a larger block are not read. */
const MAX_BLOCK_TRANSACTIONS = 50_000

/** Returns the changes of an indexed masterchain block. */
export function readBlockChanges(reader: Reader, mcSeqno: number): BlockChanges {
  const transactions = findBlockTransactions(reader, mcSeqno, MAX_BLOCK_TRANSACTIONS)
  const byTrace = Map.groupBy(transactions, ({ trace }) => trace)
  const traces = loadTraceProgressRows(reader, byTrace.keys())
  const small = traces.filter((trace) => !isTooLarge(trace)).map(({ id }) => id)
  const accounts = loadTraceAccounts(reader, small)
  return {
    traces: traces.map((trace) => {
      const changed = byTrace.get(trace.id) ?? []
      const touched = accounts.get(trace.id) ?? changed.map(({ account }) => account)
      return {
        id: trace.id,
        key: traceKey(trace),
        isComplete: trace.isComplete,
        accounts: [...new Set(touched.map(addressText))],
        changed: changed.map(({ id }) => id),
      }
    }),
    touched: transactions.map(({ id, account }) => ({ transaction: id, account: addressText(account) })),
  }
}

/** Returns whether a trace is sent without its tree and without its earlier transactions. */
export function isTooLarge({ transactions }: Pick<TraceProgressRow, 'transactions'>): boolean {
  return transactions > MAX_TRACE_TRANSACTIONS
}

/**
 * Returns the key of a trace for clients: the normalized hash of its external message. Traces that began otherwise have
 * the hash of their first message, or of their first transaction.
 */
export function traceKey({
  externalNorm,
  message,
  root,
}: Pick<TraceProgressRow, 'externalNorm' | 'message' | 'root'>): string {
  return hashText(externalNorm ?? message ?? root)
}
