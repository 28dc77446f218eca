import type { TraceJson, TraceNodeJson } from '#shared/schema/v3/traces.ts'
import type { Allowance } from '../../../contracts/messages/decodeBody.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { TraceRecord } from '../../../store/queries/traces.ts'
import { hashText } from './scalars.ts'
import { transactionJson } from './transactionJson.ts'

/** Larger traces come without their transactions (v3-contract §7.1). */
export const MAX_TRACE_TRANSACTIONS = 4000

export type TraceOptions = {
  /** Actions are not derived yet: there are none. */
  readonly withActions: boolean
  /** Of the answer that the trace is in. */
  readonly allowance: Allowance
}

/**
 * v3-contract §7.1.
 * @param transactions by lt and account; undefined for a trace that is too large
 */
export function traceJson(
  trace: TraceRecord,
  transactions: readonly TransactionRecord[] | undefined,
  { withActions, allowance }: TraceOptions,
): TraceJson {
  const tree = transactions && traceTree(trace, transactions)
  const warning =
    transactions === undefined ? 'trace is too large' : tree ? undefined : 'missing node in trace found'
  return {
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
      classification_state: 'unclassified',
    },
    is_incomplete: warning !== undefined,
    ...(warning !== undefined && { warning }),
    ...(withActions && { actions: [] }),
    ...(tree && { trace: tree }),
    ...(transactions &&
      transactions.length > 0 && {
        transactions_order: transactions.map(({ hash }) => hashText(hash)),
        transactions: Object.fromEntries(
          transactions
            .map(
              (transaction) => [hashText(transaction.hash), transactionJson(transaction, allowance)] as const,
            )
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      }),
  }
}

/** Undefined where not every transaction is reached from the first. */
function traceTree(
  { traceId }: TraceRecord,
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
  const tree = nodeOf(root)
  /** Nodes whose children are still to be added: traces may be deeper than a stack of calls. */
  const waiting = [{ node: tree, transaction: root }]
  let reached = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    reached += 1
    const { node, transaction } = next
    const children = transaction.outMsgs.flatMap(({ hash }) => {
      const child = receivers.get(hash.toString('latin1'))
      return child ? [{ node: nodeOf(child), transaction: child }] : []
    })
    // Null where messages were sent, and none of them led to a transaction.
    node.children =
      transaction.outMsgs.length > 0 && children.length === 0 ? null : children.map((child) => child.node)
    waiting.push(...children)
  }
  return reached === transactions.length ? tree : undefined
}

function nodeOf({ hash, inMsg }: TransactionRecord): TraceNodeJson {
  return { tx_hash: hashText(hash), ...(inMsg && { in_msg_hash: hashText(inMsg.hash) }), children: [] }
}
