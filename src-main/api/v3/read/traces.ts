import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import {
  findMessageEnds,
  findTraces,
  findTraceTransactions,
  loadTraceProgress,
  loadTraces,
  type TraceFilter,
  type TraceProgress,
} from '../../../store/queries/traces.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import type { Need } from '../reading.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { list, type Written, written } from '../render/jsonWriter.ts'
import { MAX_TRACE_TRANSACTIONS, type TraceText, traceJson, traceText } from '../render/traceJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import {
  currentRange,
  historyNeeds,
  historyText,
  isWhole,
  listed,
  listedWithin,
  masterchainNeeds,
  unlessMissing,
} from './knowing.ts'
import { unknownTransactions } from './transactions.ts'
import { hashList, pageValues, stdAddress, windows } from './values.ts'

export function readTraces(values: V3Values<'traces'>, context: ReadContext): Outcome {
  return knownTraces(values, context, (traces) => ({ traces }), values.include_actions)
}

/** The older name: always with actions. */
export function readEvents(values: V3Values<'events'>, context: ReadContext): Outcome {
  return knownTraces(values, context, (events) => ({ events }), true)
}

type Asked = Omit<V3Values<'traces'>, 'include_actions'>

function knownTraces(
  values: Asked,
  context: ReadContext,
  named: (traces: Written<TraceJson[]>) => object,
  withActions: boolean,
): Outcome {
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
  const page = pageValues(values)
  const isNobody = account !== undefined && address === undefined
  const ids = isNobody ? [] : findTraces(context.reader, filter, page)
  const coverage = address && historyText(context, [address])
  const answer = () => {
    const { traces, ...others } = tracesBody(context, ids, withActions)
    return found({ ...named(traces), ...others }, coverage)
  }
  const isEmpty = ids.length === 0
  if (mc_seqno !== undefined) {
    return unlessMissing(context, masterchainNeeds(context, mc_seqno), () =>
      isCovered(context.coverage, mc_seqno) ? answer() : notFound(`masterchain block ${mc_seqno} not found`),
    )
  }
  if (isNobody || isWhole(context)) return answer()
  if (address) {
    const needs = [...accountNeeds(context, filter, page), ...rootNeeds(context, ids)]
    return unlessMissing(context, needs, () =>
      needs.length > 0 && (isEmpty || page.sort === 'asc') ? { kind: 'missing', needs: [] } : answer(),
    )
  }
  const wanted = [...hashList(trace_id), ...hashList(tx_hash)]
  if (wanted.length > 0 || filter.messages?.length) {
    const needs = [
      ...unknownTransactions(context, wanted).map((transaction): Need => ({ kind: 'trace', transaction })),
      ...traceNeeds(context, membersOf(context, filter)),
    ]
    return unlessMissing(context, needs, () =>
      needs.length === 0 && wanted.length > 0 ? answer() : listed(context, isEmpty, answer),
    )
  }
  return listedWithin(context, isEmpty, windows(values), answer)
}

function tracesBody(context: ReadContext, ids: readonly bigint[], withActions: boolean) {
  const { reader, allowance } = context
  const traces = loadTraces(reader, ids)
  const small = traces.filter((trace) => trace.transactions <= MAX_TRACE_TRANSACTIONS).map(({ id }) => id)
  const members = findTraceTransactions(reader, small)
  const transactions = loadTransactions(reader, [...members.values()].flat())
  const byTrace = Map.groupBy(transactions, ({ traceId }) => traceId?.toString('latin1'))
  return {
    traces: written(
      list(traceJson),
      traces.map((trace): TraceText => {
        const own = members.has(trace.id) ? (byTrace.get(trace.traceId.toString('latin1')) ?? []) : undefined
        return traceText(trace, own, withActions)
      }),
      allowance,
    ),
    address_book: addressBookJson(context, transactionParties(transactions)),
    metadata: {},
  }
}

/** Transactions of the traces that are asked for by hash. */
function membersOf({ reader }: ReadContext, filter: TraceFilter): bigint[] {
  const { traceIds = [], transactions = [], messages = [] } = filter
  const hashes = [...traceIds, ...transactions]
  const all = { limit: hashes.length, offset: 0, sort: 'asc' } as const
  const named = hashes.length > 0 ? findTransactions(reader, { hashes }, all) : []
  return messages.length > 0 ? [...named, ...findMessageEnds(reader, messages)] : named
}

/** Of an account its history, and then the traces of what is in it. */
function accountNeeds(context: ReadContext, { account, utimes, lts }: TraceFilter, page: Page): Need[] {
  if (!account) return []
  const span = { ...(utimes && { utimes }), ...(lts && { lts }) }
  const filter = { accounts: [account], ...span }
  const transactions = findTransactions(context.reader, filter, page)
  const [last] = loadTransactions(context.reader, transactions.slice(page.limit - 1))
  const needs = historyNeeds(context, [account], { page, ...span, last })
  return [...needs, ...traceNeeds(context, transactions)]
}

/** Traces on the page that don't begin with their first transaction. */
function rootNeeds({ reader }: ReadContext, ids: readonly bigint[]): Need[] {
  return loadTraces(reader, ids)
    .filter(({ state }) => state === 'broken')
    .map(({ traceId }) => ({ kind: 'trace', transaction: traceId }))
}

/** Traces of which parts may be outside of what is indexed. */
function traceNeeds(context: ReadContext, transactions: readonly bigint[]): Need[] {
  const current = currentRange(context)
  const isKnown = ({ state, isFinished, mcSeqnoEnd }: TraceProgress) => {
    if (state === 'broken') return false
    // What is under way will come with the next blocks.
    return isFinished || (current !== undefined && mcSeqnoEnd >= current.first)
  }
  return loadTraceProgress(context.reader, transactions)
    .filter((progress) => !isKnown(progress))
    .map(({ transaction }) => ({ kind: 'trace', transaction }))
}
