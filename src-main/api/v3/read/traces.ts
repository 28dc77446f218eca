import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { StdAddress } from '../../../store/facts.ts'
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
import { notFound, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import {
  currentRange,
  foundOf,
  isWhole,
  isWithin,
  knownHistory,
  masterchainNeeds,
  moreHistory,
  NOTHING,
  unlessMissing,
} from './knowing.ts'
import { messageEnds } from './messageEnds.ts'
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
  const filter = {
    account: address,
    traceIds: hashList(trace_id),
    transactions: hashList(tx_hash),
    messages: hashList(msg_hash),
    mcSeqno: mc_seqno,
    ...windows(values),
  } satisfies TraceFilter
  const page = pageValues(values)
  const isNowhere = account !== undefined && address === undefined
  const ids = isNowhere ? [] : findTraces(context.reader, filter, page)
  const answer = () => {
    const { parties, transactions, body } = tracesBody(context, ids, withActions)
    return withDetails(context, { transactions, parties }, () => {
      const { traces, ...others } = body()
      return foundOf(context, address ? [address] : [], { ...named(traces), ...others })
    })
  }
  if (mc_seqno !== undefined) {
    return unlessMissing(context, masterchainNeeds(context, mc_seqno), () => {
      if (!isCovered(context.coverage, mc_seqno)) return notFound(`masterchain block ${mc_seqno} not found`)
      if (isWhole(context)) return answer()
      const all = { limit: MAX_BLOCK_TRANSACTIONS, offset: 0, sort: 'asc' } as const
      const members = findTransactions(context.reader, { mcSeqno: mc_seqno }, all)
      return unlessMissing(context, traceNeeds(context, members), answer)
    })
  }
  if (isNowhere || isWhole(context)) return answer()
  const wanted = [...filter.traceIds, ...filter.transactions]
  if (wanted.length > 0 || filter.messages.length > 0) {
    const unknown = unknownTransactions(context, wanted).map(
      (transaction): Need => ({ kind: 'trace', transaction }),
    )
    return unlessMissing(context, unknown, () => {
      if (!messageEnds(context, filter.messages)) return NOTHING
      return unlessMissing(context, traceNeeds(context, membersOf(context, filter)), answer)
    })
  }
  if (address) {
    return unlessMissing(context, accountNeeds(context, address, page, ids), answer)
  }
  return isWithinFirst(context, filter) ? answer() : NOTHING
}

/** More of an account's transactions are not looked through for their traces. */
const MAX_TRACED = 10_000
const INT64_MAX = (1n << 63n) - 1n
/** Of a larger block the traces are not looked through. */
const MAX_BLOCK_TRANSACTIONS = 10_000

/** Traces that ended within covered blocks are whole where no block before these is missing. */
function isWithinFirst(context: ReadContext, { utimes = {}, lts = {} }: TraceFilter): boolean {
  const [first] = context.coverage
  return first?.first === 1 && isWithin({ ...context, coverage: [first] }, { utimes, lts })
}

function tracesBody(context: ReadContext, ids: readonly bigint[], withActions: boolean) {
  const { reader, allowance } = context
  const traces = loadTraces(reader, ids)
  const small = traces.filter((trace) => trace.transactions <= MAX_TRACE_TRANSACTIONS).map(({ id }) => id)
  const members = findTraceTransactions(reader, small)
  const transactions = loadTransactions(reader, [...members.values()].flat())
  const byTrace = Map.groupBy(transactions, ({ traceId }) => traceId?.toString('latin1'))
  const parties = transactionParties(transactions)
  const body = () => ({
    traces: written(
      list(traceJson),
      traces.map((trace): TraceText => {
        const own = members.has(trace.id) ? (byTrace.get(trace.traceId.toString('latin1')) ?? []) : undefined
        return traceText(trace, own, withActions)
      }),
      allowance,
    ),
    address_book: addressBookJson(context, parties),
    metadata: {},
  })
  return { parties, transactions, body }
}

/** Transactions of the traces that are asked for by hash. */
function membersOf({ reader }: ReadContext, filter: TraceFilter): bigint[] {
  const { traceIds = [], transactions = [], messages = [] } = filter
  const hashes = [...traceIds, ...transactions]
  const all = { limit: hashes.length, offset: 0, sort: 'asc' } as const
  const named = hashes.length > 0 ? findTransactions(reader, { hashes }, all) : []
  return messages.length > 0 ? [...named, ...findMessageEnds(reader, messages)] : named
}

/**
 * The account's history, as far back as the traces of the page began, and then the traces of its transactions. A trace
 * of older transactions ended before those of the page began, or lasted longer than all of them.
 */
function accountNeeds(context: ReadContext, account: StdAddress, page: Page, ids: readonly bigint[]): Need[] {
  const { reader } = context
  const known = knownHistory(context, account)
  const shown = loadTraces(reader, ids)
  const begin = shown.reduce((least, { startLt }) => (startLt < least ? startLt : least), INT64_MAX)
  const isPageKnown =
    page.sort === 'desc' &&
    ids.length === page.limit &&
    known.oldest !== undefined &&
    known.oldest.lt <= begin
  if (!known.isComplete && !isPageKnown) {
    return [moreHistory(context, account, page.sort === 'asc' ? MAX_TRACED : page.offset + page.limit)]
  }
  const since = isPageKnown && !known.isComplete ? begin : 0n
  const all = { limit: MAX_TRACED, offset: 0, sort: 'desc' } as const
  const members = findTransactions(reader, { accounts: [account], lts: { start: since } }, all)
  return traceNeeds(context, members)
}

/** Traces of which parts can be outside of what is indexed. */
function traceNeeds(context: ReadContext, transactions: readonly bigint[]): Need[] {
  const current = currentRange(context)
  const isKnown = ({ state, isFinished, mcSeqnoStart }: TraceProgress) => {
    if (state === 'broken') return false
    // All that it has sent so far is indexed, and where that went.
    return isFinished || (current !== undefined && mcSeqnoStart >= current.first)
  }
  return loadTraceProgress(context.reader, transactions)
    .filter((progress) => !isKnown(progress))
    .map(({ transaction }) => ({ kind: 'trace', transaction }))
}
