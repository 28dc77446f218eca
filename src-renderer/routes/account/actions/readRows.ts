import type { Action } from '../../../actions/action.ts'
import type { ActionKind } from '../../../actions/describe/actionLine.ts'
import { describeAction } from '../../../actions/describe/describeAction.ts'
import {
  type FilterContext,
  type FilteredTraces,
  filterTraces,
  type TraceFilter,
} from '../../../actions/filterTraces.ts'
import { foldTraces, type TraceFold } from '../../../actions/foldTraces.ts'
import type { TransactionView } from '../../../decode/transactionView.ts'
import { likelyTraces } from './likelyTraces.ts'

/** A row of a history that is read in parts: the account's transactions of one trace, then the trace. */
export type HistoryRow = {
  /** Trace id, or the hash of the first transaction if the trace is not known. */
  readonly key: string
  /** Hash of the newest transaction, in base64. */
  readonly hash: string
  /** The account's first transaction in the trace. */
  readonly view: TransactionView
}

/**
 * Groups transactions (newest first) by trace, in the order of the newest transaction of each. Those whose trace is not
 * known are grouped as they probably belong together, so that rows keep their places when the traces are known.
 * @param traceIds by the hashes of transactions
 */
export function historyRows(
  views: readonly TransactionView[],
  traceIds: ReadonlyMap<string, string>,
): HistoryRow[] {
  const likely = likelyTraces(views)
  const groups = Map.groupBy(views, ({ hash }) => traceIds.get(hash) ?? likely.get(hash) ?? hash)
  return [...groups].flatMap(([key, group]) => {
    const [newest, first] = [group[0], group.at(-1)]
    return newest && first ? [{ key, hash: newest.hash, view: first }] : []
  })
}

/** A row as far as it is read; without a trace it shows the transaction. */
export type FilledRow = { readonly row: HistoryRow; readonly trace: TraceFold | undefined }

/** Rows after the filters. */
export type FilteredRows = Omit<FilteredTraces, 'shown'> & { readonly shown: readonly FilledRow[] }

type RowFilter = TraceFilter & { readonly kind: ActionKind | undefined }

/**
 * Folds the actions of the traces that are read, and filters the rows. A row without actions passes unless the filters
 * need its trace.
 * @param values traces by the hashes of the rows
 */
export function filterRows(
  rows: readonly HistoryRow[],
  values: ReadonlyMap<string, { readonly actions: readonly Action[] } | null>,
  { kind, ...filter }: RowFilter,
  context: FilterContext,
): FilteredRows {
  const ofKind = (action: Action) => kind === undefined || describeAction(action).kind === kind
  const shown: FilledRow[] = []
  const hidden = { spam: 0, system: 0, succeeded: 0, unchecked: 0 }
  for (const row of rows) {
    const read = values.get(row.hash)
    const [trace] = foldTraces((read?.actions ?? []).filter(ofKind))
    if (!trace) {
      if (kind === undefined && !filter.failedOnly) shown.push({ row, trace })
      else if (read === undefined) hidden.unchecked += 1
      continue
    }
    const { shown: kept, ...counts } = filterTraces([trace], filter, context)
    if (kept.length > 0) shown.push({ row, trace })
    for (const name of ['spam', 'system', 'succeeded', 'unchecked'] as const) hidden[name] += counts[name]
  }
  return { shown, ...hidden }
}
