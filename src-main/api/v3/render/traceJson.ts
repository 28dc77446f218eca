import type { TraceJson, TraceNodeJson } from '#shared/schema/v3/traces.ts'
import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import type { ActionRow } from '../../../indexer/actions/row.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { TraceRecord } from '../../../store/queries/traces.ts'
import { actionBody } from './actionJson.ts'
import { byName, extended, optional, type Writer } from './jsonWriter.ts'
import { hashText } from './scalars.ts'
import { transactionJson } from './transactionJson.ts'

/** Maximum number of transactions; larger traces are sent without them (compatibility-v3 §10.1). */
export const MAX_TRACE_TRANSACTIONS = 4000

/** A trace in an answer: its own fields, and its transactions in order unless it is too large. */
export type TraceText = {
  readonly fields: Omit<TraceJson, 'transactions'>
  readonly transactions: readonly TransactionRecord[] | undefined
}

/** compatibility-v3 §10.1; the context is the decode budget of the answer that the trace is in. */
export const traceJson: Writer<TraceText, TraceJson, DecodeBudget> = extended(
  ({ fields }: TraceText) => fields,
  {
    transactions: optional(
      byName(({ hash }: TransactionRecord) => hashText(hash), transactionJson),
      ({ transactions }) => transactions,
    ),
  },
)

/**
 * @param transactions by lt and account; undefined for a trace that is too large
 * @param actions undefined if they were not requested
 */
export function traceText(
  trace: TraceRecord,
  transactions: readonly TransactionRecord[] | undefined,
  actions: readonly ActionRow[] | undefined,
): TraceText {
  const tree = transactions && traceTree(trace, transactions)
  const warning =
    transactions === undefined ? 'trace is too large' : tree ? undefined : 'missing node in trace found'
  const shown = transactions && transactions.length > 0 ? transactions : undefined
  return {
    fields: {
      trace_id: hashText(trace.traceId),
      external_hash: trace.externalHash ? hashText(trace.externalHash) : null,
      mc_seqno_start: String(trace.mcSeqnoStart),
      mc_seqno_end: String(trace.mcSeqnoEnd),
      start_lt: trace.startLt.toString(),
      start_utime: trace.startUtime,
      end_lt: trace.endLt.toString(),
      end_utime: trace.endUtime,
      trace_info: {
        trace_state: trace.state,
        messages: trace.messages,
        transactions: trace.transactions,
        pending_messages: trace.pendingMessages,
        classification_state: trace.classification,
      },
      is_incomplete: warning !== undefined,
      warning,
      actions:
        transactions &&
        actions?.map((row) => actionBody({ row, finality: 'finalized', withAccounts: false })),
      trace: tree,
      transactions_order: shown?.map(({ hash }) => hashText(hash)),
    },
    transactions: shown && [...shown].sort((a, b) => (hashText(a.hash) < hashText(b.hash) ? -1 : 1)),
  }
}

/**
 * Returns the tree, or undefined if not every transaction is reached from the first. Children are in the order of
 * `transactions`, by lt and account, not in the order of the messages.
 */
export function traceTree(
  { traceId }: Pick<TraceRecord, 'traceId'>,
  transactions: readonly TransactionRecord[],
): TraceNodeJson | undefined {
  const receivers = new Map<string, TransactionRecord>()
  for (const transaction of transactions) {
    if (transaction.inMsg && !transaction.hash.equals(traceId)) {
      receivers.set(transaction.inMsg.hash.toString('latin1'), transaction)
    }
  }
  const root = transactions.find(({ hash }) => hash.equals(traceId))
  if (!root) return undefined
  const places = new Map(transactions.map((transaction, i) => [transaction, i]))
  const tree = nodeOf(root)
  /** Nodes without children yet: traces can be deeper than the call stack. */
  const waiting = [{ node: tree, transaction: root }]
  let reached = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    reached += 1
    const { node, transaction } = next
    const children = transaction.outMsgs
      .flatMap(({ hash }) => receivers.get(hash.toString('latin1')) ?? [])
      .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
      .map((child) => ({ node: nodeOf(child), transaction: child }))
    // Null if messages were sent, and none of them led to a transaction.
    node.children =
      transaction.outMsgs.length > 0 && children.length === 0 ? null : children.map((child) => child.node)
    waiting.push(...children)
  }
  return reached === transactions.length ? tree : undefined
}

function nodeOf({ hash, inMsg }: TransactionRecord): TraceNodeJson {
  return { tx_hash: hashText(hash), ...(inMsg && { in_msg_hash: hashText(inMsg.hash) }), children: [] }
}
