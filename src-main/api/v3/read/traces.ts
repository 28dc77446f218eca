import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { ActionRow } from '../../../indexer/actions/row.ts'
import { supportedTypes } from '../../../indexer/actions/versions.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findActionsOfTraces } from '../../../store/queries/actions.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { loadActions } from '../../../store/queries/loadActions.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import {
  findTraces,
  findTraceTransactions,
  loadTraces,
  type TraceFilter,
} from '../../../store/queries/traces.ts'
import { findTransactions } from '../../../store/queries/transactions.ts'
import { actionParties, rowOfRecord } from '../render/actionJson.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { type DeferredJson, deferred, list } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { addressText } from '../render/scalars.ts'
import { MAX_TRACE_TRANSACTIONS, type TraceText, traceJson, traceText } from '../render/traceJson.ts'
import { ifTracesClassified } from './actionCompleteness.ts'
import { servedKinds } from './actions.ts'
import {
  foundForAccounts,
  ifComplete,
  isCompleteHistory,
  isFullyIndexed,
  knownHistory,
  missingMasterchainBlocks,
  moreHistory,
  refusal,
  UNKNOWN,
} from './completeness.ts'
import { notFound, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { blockMembers, ifMembersComplete, ifTracesComplete, isWithinFirst } from './traceCompleteness.ts'
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
  named: (traces: DeferredJson<TraceJson[]>) => object,
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
  const answer = () => (withActions ? ifTracesClassified(context, ids, described) : described())
  const described = () => {
    const supported = withActions ? supportedTypes(values.supported_action_types) : undefined
    const { parties, transactions, body } = tracesBody(context, ids, supported)
    return withDetails(context, { transactions, states: transactions, parties }, () => {
      const { traces, ...others } = body()
      return foundForAccounts(context, address ? [address] : [], { ...named(traces), ...others })
    })
  }
  if (mc_seqno !== undefined) {
    return ifComplete(context, missingMasterchainBlocks(context, mc_seqno), () => {
      if (!isCovered(context.coverage, mc_seqno)) return notFound(`masterchain block ${mc_seqno} not found`)
      if (isFullyIndexed(context)) return answer()
      return ifTracesComplete(context, blockMembers(context, mc_seqno), answer)
    })
  }
  if (isNowhere || isFullyIndexed(context)) return answer()
  const wanted = [...filter.traceIds, ...filter.transactions]
  if (wanted.length > 0 || filter.messages.length > 0) {
    return ifMembersComplete(context, { hashes: wanted, messages: filter.messages }, answer)
  }
  if (address) {
    return isWithinFirst(context, filter) ? answer() : accountTraces(context, address, page, answer)
  }
  return isWithinFirst(context, filter) ? answer() : UNKNOWN
}

/** Minimum number of transactions of an account that are read at once: a list of its traces needs all of them. */
const LEAST_READ = 128

/** Maximum number of an account's transactions whose traces are checked. */
const MAX_TRACED = 10_000

/** @param supported types of actions that the client supports; undefined: no actions */
function tracesBody(
  context: ReadContext,
  ids: readonly bigint[],
  supported: ReadonlySet<string> | undefined,
) {
  const { reader, decodeBudget } = context
  const traces = loadTraces(reader, ids)
  const small = traces.filter((trace) => trace.transactions <= MAX_TRACE_TRANSACTIONS).map(({ id }) => id)
  const members = findTraceTransactions(reader, small)
  const transactions = loadTransactions(reader, [...members.values()].flat())
  const byTrace = Map.groupBy(transactions, ({ traceId }) => traceId?.toString('latin1'))
  const actions = supported && actionsByTrace(context, small, supported)
  const rows = [...(actions?.values() ?? [])].flat()
  const parties = [...transactionParties(transactions), ...actionParties(rows)]
  const body = () => ({
    traces: deferred(
      list(traceJson),
      traces.map((trace): TraceText => {
        const own = members.has(trace.id) ? (byTrace.get(trace.traceId.toString('latin1')) ?? []) : undefined
        return traceText(trace, own, actions && (actions.get(trace.id) ?? []))
      }),
      decodeBudget,
    ),
    address_book: addressBookJson(context, parties),
    metadata: metadataJson(context, parties),
  })
  return { parties, transactions, body }
}

/** Returns actions of traces by the traces' numbers, in the order of compatibility-v3 §10.1. */
function actionsByTrace(
  { reader }: ReadContext,
  traces: readonly bigint[],
  supported: ReadonlySet<string>,
): ReadonlyMap<bigint, readonly ActionRow[]> {
  const { kinds } = servedKinds(reader, { supported })
  const numbers = findActionsOfTraces(reader, traces, kinds)
  return new Map(
    [...numbers].map(([trace, ids]) => [trace, loadActions(reader, ids).map(rowOfRecord)] as const),
  )
}

/**
 * Returns the traces of all of an account's transactions, unless its history is incomplete: a trace of its oldest
 * transactions can have ended after all others.
 */
function accountTraces(
  context: ReadContext,
  account: StdAddress,
  { offset, limit }: Page,
  answer: () => Outcome,
): Outcome {
  const known = knownHistory(context, account)
  const all = { limit: MAX_TRACED + 1, offset: 0, sort: 'desc' } as const
  const isEnough = isCompleteHistory(context, known)
  const lts = known.oldest && !isEnough ? { start: known.oldest.lt } : {}
  const members = findTransactions(context.reader, { accounts: [account], lts }, all)
  if (members.length > MAX_TRACED) {
    return refusal(
      `account ${addressText(account)} has more than ${MAX_TRACED} transactions: its traces are listed only where all blocks are indexed`,
    )
  }
  if (isEnough) return ifTracesComplete(context, members, answer)
  const count = Math.max(offset + limit, LEAST_READ)
  const more = ifComplete(context, [moreHistory(context, account, count)], answer)
  if (more.kind !== 'missing' || known.oldest === undefined) return more
  const reason = `the history of account ${addressText(account)} is known back to lt ${known.oldest.lt}, and its list of traces needs all of it: a backfill of the account completes it`
  return { ...more, reason }
}
