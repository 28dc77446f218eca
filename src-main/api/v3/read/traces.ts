import type { V3Values } from '#shared/schema/v3/operations.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import {
  findTraces,
  findTraceTransactions,
  loadTraces,
  type TraceFilter,
} from '../../../store/queries/traces.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { MAX_TRACE_TRANSACTIONS, traceJson } from '../render/traceJson.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { hashList, pageValues, stdAddress, windows } from './values.ts'

export function readTraces(values: V3Values<'traces'>, context: ReadContext): Outcome {
  const { traces, ...others } = tracesBody(values, context, values.include_actions)
  return found({ traces, ...others })
}

/** The older name: always with actions. */
export function readEvents(values: V3Values<'events'>, context: ReadContext): Outcome {
  const { traces, ...others } = tracesBody(values, context, true)
  return found({ events: traces, ...others })
}

type Asked = Omit<V3Values<'traces'>, 'include_actions'>

function tracesBody(values: Asked, context: ReadContext, withActions: boolean) {
  const { reader } = context
  const { account, trace_id, tx_hash, msg_hash, mc_seqno } = values
  const address = account && stdAddress(account)
  const filter: TraceFilter = {
    account: address,
    traceIds: hashList(trace_id),
    transactions: hashList(tx_hash),
    messages: hashList(msg_hash),
    mcSeqno: mc_seqno,
    ...windows(values),
  }
  const isNobody = account !== undefined && address === undefined
  const traces = loadTraces(reader, isNobody ? [] : findTraces(reader, filter, pageValues(values)))
  const small = traces.filter((trace) => trace.transactions <= MAX_TRACE_TRANSACTIONS).map(({ id }) => id)
  const members = findTraceTransactions(reader, small)
  const transactions = loadTransactions(reader, [...members.values()].flat())
  const byTrace = Map.groupBy(transactions, ({ traceId }) => traceId?.toString('latin1'))
  const rendered = traces.map((trace) => {
    const own = members.has(trace.id) ? (byTrace.get(trace.traceId.toString('latin1')) ?? []) : undefined
    return traceJson(trace, own, withActions)
  })
  return {
    traces: rendered,
    address_book: addressBookJson(context, transactionParties(transactions)),
    metadata: {},
  }
}
