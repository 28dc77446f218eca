import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TraceNodeJson } from '#shared/schema/v3/traces.ts'
import { supportedTypes } from '../../../indexer/actions/versions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { WithPending } from '../pending/pendingTrace.ts'
import { actionBody, actionParties } from '../render/actionJson.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { addressText, hashText } from '../render/scalars.ts'
import { type TraceText, traceJson } from '../render/traceJson.ts'
import { transactionJson } from '../render/transactionJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { type PendingActionRows, pendingActionRows, recordsOf } from './pendingActions.ts'
import { type Node, type ShownTrace, shownTraces } from './pendingShown.ts'
import { hashList, stdAddresses } from './values.ts'

/**
 * Pending operations (compatibility-v3 §12): emulated transactions, replaced by those that are indexed meanwhile.
 * Traces that are complete in the index are not pending.
 */

export function readPendingTransactions(
  values: WithPending<V3Values<'pendingTransactions'>>,
  context: ReadContext,
): Outcome {
  const traces = shownTraces(values.pending, context)
  if (traces.length === 0) return notFound('emulated traces not found')
  const accounts = stdAddresses(values.account)
  const ids = hashList(values.trace_id)
  const transactions = traces
    .flatMap(({ nodes }) => nodes.map(({ transaction }) => transaction))
    .filter(isPending)
    .filter(({ account }) => accounts.some((query) => query.equals(account)))
    .filter(
      ({ traceId }) => ids.length === 0 || ids.some((id) => traceId !== undefined && id.equals(traceId)),
    )
    .sort((a, b) => (a.lt > b.lt ? -1 : 1))
  // X-No-Address-Book has no effect here.
  const book = { ...context, options: { ...context.options, addressBook: true } }
  return found({
    transactions:
      transactions.length === 0 ? null : deferred(list(transactionJson), transactions, context.decodeBudget),
    address_book: addressBookJson(book, transactionParties(transactions)),
  })
}

export function readPendingTraces(
  values: WithPending<V3Values<'pendingTraces'>>,
  context: ReadContext,
): Outcome {
  const supported = supportedTypes(values.supported_action_types)
  const traces = shownTraces(values.pending, context).map((trace) => ({
    trace,
    ...pendingActionRows(context.reader, recordsOf(trace), supported),
  }))
  const parties = traces.flatMap(({ trace, actions }) => [
    ...transactionParties(trace.nodes.map(({ transaction }) => transaction)),
    ...actionParties(actions.map(({ row }) => row)),
  ])
  return found({
    traces:
      traces.length === 0 ? null : deferred(list(traceJson), traces.map(traceText), context.decodeBudget),
    address_book: addressBookJson(context, parties),
    metadata: metadataJson(context, parties),
  })
}

type ClassifiedTrace = PendingActionRows & { readonly trace: ShownTrace }

/** compatibility-v3 §10.1 with the differences of §12. */
function traceText({ trace: { pending, root, nodes }, state, actions }: ClassifiedTrace): TraceText {
  const transactions = nodes
    .map(({ transaction }) => transaction)
    // Pending transactions are listed after all transactions of blocks; their emulated lt does not matter.
    .sort(
      (a, b) =>
        Number(isPending(a)) - Number(isPending(b)) ||
        compare(a.lt, b.lt) ||
        compare(addressText(a.account), addressText(b.account)),
    )
  const seqnos = transactions.map(({ mcSeqno }) => mcSeqno)
  const { inMsg } = root.transaction
  const fields: TraceText['fields'] = {
    trace_id: root.transaction.traceId ? hashText(root.transaction.traceId) : null,
    external_hash: inMsg ? hashText(inMsg.hash) : null,
    mc_seqno_start: String(root.transaction.mcSeqno),
    mc_seqno_end: String(Math.max(...seqnos)),
    start_lt: root.transaction.lt.toString(),
    start_utime: root.transaction.now,
    end_lt: transactions.reduce((most, { lt }) => (lt > most ? lt : most), 0n).toString(),
    end_utime: Math.max(...transactions.map(({ now }) => now)),
    trace_info: {
      trace_state: 'pending',
      messages: 1 + transactions.reduce((sum, { outMsgs }) => sum + outMsgs.length, 0),
      transactions: transactions.length,
      pending_messages: pending.unfollowed,
      classification_state: state,
    },
    is_incomplete: false,
    actions: actions.map(actionBody),
    trace: nodeJson(root),
    transactions_order: transactions.map(({ hash }) => hashText(hash)),
  }
  return { fields, transactions }
}

export function nodeJson({ transaction, children }: Node): TraceNodeJson {
  const { inMsg, outMsgs } = transaction
  return {
    tx_hash: hashText(transaction.hash),
    ...(inMsg && { in_msg_hash: hashText(inMsg.hash) }),
    children: children.length === 0 && outMsgs.length > 0 ? null : children.map(nodeJson),
  }
}

function isPending({ finality }: TransactionRecord): boolean {
  return finality === 'pending'
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
