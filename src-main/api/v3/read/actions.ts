import type { V3Values } from '#shared/schema/v3/operations.ts'
import { isServed, supportedTypes, type TypeSelection } from '../../../indexer/actions/versions.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { loadActionKinds } from '../../../store/queries/actionKinds.ts'
import { type ActionFilter, findActions } from '../../../store/queries/actions.ts'
import { newestBrokenEnd } from '../../../store/queries/classificationBacklog.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { type ActionRecord, loadActions } from '../../../store/queries/loadActions.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import { findTraceNumbers, findTracesOf } from '../../../store/queries/traces.ts'
import { actionJson, actionParties, rowOfRecord, type ShownAction } from '../render/actionJson.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { ifBlocksClassified, ifTracesClassified } from './actionCompleteness.ts'
import {
  ifComplete,
  isFullyIndexed,
  isListCovered,
  type ListQuery,
  missingMasterchainBlocks,
  refusal,
  UNKNOWN,
} from './completeness.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { firstBlock } from './tokenCompleteness.ts'
import { blockMembers, ifMembersComplete, ifTracesComplete, isWithinFirst } from './traceCompleteness.ts'
import { hashList, pageValues, stdAddress, windows } from './values.ts'

/** Actions of v3 (compatibility-v3 §11). */
export function readActions(values: V3Values<'actions'>, context: ReadContext): Outcome {
  const { account, mc_seqno, action_type: only = [], exclude_action_type: excluded = [] } = values
  const address = account && stdAddress(account)
  const { kinds } = servedKinds(context.reader, {
    supported: supportedTypes(values.supported_action_types),
    only,
    excluded,
  })
  const filter: ActionFilter = {
    account: address,
    transactions: hashList(values.tx_hash),
    messages: hashList(values.msg_hash),
    actionIds: hashList(values.action_id),
    traceIds: hashList(values.trace_id),
    mcSeqno: mc_seqno,
    ...windows(values),
    kinds,
    areKindsFew: only.length > 0,
  }
  // An account outside of the indexed workchains takes part in no action.
  const isNowhere = account !== undefined && address === undefined
  const page = pageValues(values)
  let records: readonly ActionRecord[] | undefined
  const find = () => {
    records ??= isNowhere ? [] : loadActions(context.reader, findActions(context.reader, filter, page))
    return records
  }
  const answer = () => actionsAnswer(context, find(), values)
  return isNowhere ? answer() : knownActions(context, { filter, page, find }, answer)
}

type Asked = {
  readonly filter: ActionFilter
  readonly page: Page
  find(): readonly ActionRecord[]
}

/** Returns the answer, or the data to fetch first. */
function knownActions(context: ReadContext, query: Asked, answer: () => Outcome): Outcome {
  const { filter } = query
  const { transactions = [], messages = [], actionIds = [], traceIds = [], mcSeqno } = filter
  const { reader } = context
  if (mcSeqno !== undefined) {
    return ifComplete(context, missingMasterchainBlocks(context, mcSeqno), () => {
      if (!isCovered(context.coverage, mcSeqno)) return notFound(`masterchain block ${mcSeqno} not found`)
      const classified = () => ifTracesClassified(context, findTraceNumbers(reader, [], mcSeqno), answer)
      if (isFullyIndexed(context)) return classified()
      return ifTracesComplete(context, blockMembers(context, mcSeqno), classified)
    })
  }
  if (transactions.length + messages.length + traceIds.length > 0) {
    const names = { hashes: [...traceIds, ...transactions], messages }
    return ifMembersComplete(context, names, (members) =>
      ifTracesClassified(context, findTracesOf(reader, members), answer),
    )
  }
  if (actionIds.length > 0 && query.find().length >= new Set(actionIds.map(String)).size) return answer()
  return knownList(context, query, answer)
}

const PARTIAL =
  'an account can take part in actions of traces without a transaction of its own, so that only an index of all blocks has the list; ask traces?account=…&include_actions=true for the traces that it has transactions in'

/**
 * Returns the answer of a list by time, if its blocks are indexed with all earlier ones or all of its traces have their
 * beginning.
 */
function knownList(context: ReadContext, { filter, page, find }: Asked, answer: () => Outcome): Outcome {
  const { account, utimes = {}, lts = {}, actionIds = [] } = filter
  const actions = find()
  const end = actions.length === page.limit ? actions.at(-1) : undefined
  const last = end && { lt: end.traceEndLt, now: end.traceEndUtime }
  const listed: ListQuery = { utimes, lts, page, ...(last && { last }) }
  const isKnown = actionIds.length === 0 && (isWithinFirst(context, filter) || isRecent(context, listed))
  if (!isFullyIndexed(context) && !isKnown) return account ? refusal(PARTIAL) : UNKNOWN
  return ifBlocksClassified(context, actionIds.length > 0 ? 0 : firstBlock(context, listed), answer)
}

/** Returns whether a page is of the newest blocks, and none of its traces began before them. */
function isRecent(context: ReadContext, query: ListQuery): boolean {
  const since = query.lts.start ?? query.last?.lt
  if (since === undefined || !isListCovered(context, query)) return false
  const broken = newestBrokenEnd(context.reader)
  return broken === undefined || broken < since
}

/** Returns the numbers of the kinds that a client supports; undefined if it supports all. */
export function servedKinds(
  reader: Reader,
  wanted: TypeSelection,
): { readonly kinds: readonly number[] | undefined } {
  const all = [...loadActionKinds(reader)]
  const served = all.filter(([, kind]) => isServed(kind, wanted)).map(([id]) => id)
  return { kinds: served.length === all.length && all.length > 0 ? undefined : served }
}

function actionsAnswer(
  context: ReadContext,
  records: readonly ActionRecord[],
  { include_accounts: withAccounts, include_transactions }: V3Values<'actions'>,
): Outcome {
  const members = include_transactions ? transactionsOf(context, records) : undefined
  const shown = records.map(
    (record): ShownAction => ({
      row: rowOfRecord(record),
      finality: 'finalized',
      withAccounts,
      transactions: members && record.transactionNumbers.flatMap((number) => members.get(number) ?? []),
    }),
  )
  const parties: StdAddress[] = actionParties(shown.map(({ row }) => row))
  const states = members ? [...members.values()] : []
  return withDetails(context, { states, parties }, () =>
    found({
      actions: deferred(list(actionJson), shown, context.decodeBudget),
      address_book: addressBookJson(context, parties),
      metadata: metadataJson(context, parties),
    }),
  )
}

function transactionsOf({ reader }: ReadContext, records: readonly ActionRecord[]) {
  const numbers = [...new Set(records.flatMap(({ transactionNumbers }) => transactionNumbers))]
  const transactions = loadTransactions(reader, numbers)
  const byHash = new Map(
    transactions.map((transaction) => [transaction.hash.toString('latin1'), transaction]),
  )
  return new Map(
    records.flatMap(({ transactionNumbers, transactions: hashes }) =>
      transactionNumbers.flatMap((number, i) => {
        const transaction = byHash.get(hashes[i]?.toString('latin1') ?? '')
        return transaction ? [[number, transaction] as const] : []
      }),
    ),
  )
}
