import { FULL_SHARD } from '#shared/ton/shard.ts'
import { SEARCH_DEPTH } from '../../../indexer/indexer.ts'
import type { SeqnoRange } from '../../../store/indexStore.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import {
  type KnownHistory,
  readKnownHistory,
  UNKNOWN_HISTORY,
} from '../../../store/queries/accountHistory.ts'
import { findAccountId } from '../../../store/queries/accountIds.ts'
import { findShardState, loadBlocks } from '../../../store/queries/blocks.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'
import { isCovered, newestSeqno } from '../../../store/queries/coverage.ts'
import { loadStateTimes } from '../../../store/queries/detectionBacklog.ts'
import { historyKey, type MissingData, missingDataKey } from '../reading.ts'
import { addressText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'

/**
 * Completeness of answers. An answer is given only if it equals the answer of an index of the whole chain: an empty
 * list never means that rows are not indexed.
 */

/** Number of transactions for an oldest-first list, which begins with the account's first one: all are needed. */
const FULL_HISTORY = 100_000
/** Maximum number of fetched data of one round; the rest is fetched in the next one. */
const MAX_MISSING = 64
/** Maximum number of masterchain blocks that came since the head was learned: more than come in 10 seconds. */
const MAX_NEWER = 64

export const UNKNOWN: Outcome = { kind: 'missing', missing: [] }

/** The error of a request that cannot be answered; its text says what the client can do. */
export function refusal(reason: string): Outcome {
  return { kind: 'missing', missing: [], reason }
}

/**
 * Returns the newest covered range if it contains the network's newest block. Offline the newest seen block counts; if
 * none was seen (`head` is 0), the newest covered one; if that is not known, none.
 */
export function currentRange({ reader, coverage, options }: ReadContext): SeqnoRange | undefined {
  const last = coverage.at(-1)
  if (!last) return undefined
  const { head, offline = false } = options
  // Transactions that were read through prove blocks that this run has not seen.
  const seen = offline && head !== undefined ? Math.max(head, newestSeqno(reader)) : head
  const isCurrent = seen !== undefined && last.last >= seen
  return isCurrent ? last : undefined
}

/** Returns whether the whole chain is indexed. */
export function isFullyIndexed(context: ReadContext): boolean {
  return currentRange(context)?.first === 1
}

/** Returns the time from which on every change is indexed, Unix seconds. */
export function currentSince(context: ReadContext): number | undefined {
  const current = currentRange(context)
  return current && masterchainTimes(context, current.first)?.genUtime
}

/** Returns accounts whose newest state is indexed, as far as that can be known. */
export function currentAccounts(context: ReadContext, accounts: readonly StdAddress[]): StdAddress[] {
  const since = currentSince(context)
  if (since === undefined) return []
  return [...loadStateTimes(context.reader, accounts)].flatMap(([account, utime]) =>
    utime >= since ? [account] : [],
  )
}

/** Returns `answer()`, or the data to fetch first; UNKNOWN if fetched data are still missing. */
export function ifComplete(
  context: ReadContext,
  missing: readonly MissingData[],
  answer: () => Outcome,
): Outcome {
  const open = missing.filter((item) => !isSettled(context, item))
  if (open.length === 0) return answer()
  const isStuck = open.some((item) => context.fetched.has(missingDataKey(item)))
  return isStuck ? UNKNOWN : { kind: 'missing', missing: open.slice(0, MAX_MISSING) }
}

/** Returns whether a fetch has settled the data: rows that are still missing do not exist. */
function isSettled({ fetched, options }: ReadContext, item: MissingData): boolean {
  const key = missingDataKey(item)
  const isFound = fetched.get(key)
  const isOptional = 'isOptional' in item && item.isOptional === true
  const isGivenUp = options.isFinal === true || options.offline === true || options.givenUp?.includes(key)
  if (isOptional && isGivenUp === true) return true
  switch (item.kind) {
    case 'history':
      return isOptional && isFound !== undefined
    case 'root':
    case 'states':
    case 'state':
    case 'contract':
    case 'jettonWallet':
    case 'multisigOrders':
    case 'collectionItem':
    case 'domain':
    case 'candidates':
    case 'classify':
      return isFound !== undefined
    case 'trace':
    case 'neighbours':
      return isFound === true
    default:
      return false
  }
}

/** The position in time of the last row of a full page. */
export type PageEnd = { readonly lt: bigint; readonly now: number }

export type ListQuery = {
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
  readonly page?: Page
  /** Undefined for a page that is not full. */
  readonly last?: PageEnd | undefined
}

/** Returns `answer()` if all rows of a list are within covered blocks, else UNKNOWN. */
export function ifListCovered(context: ReadContext, query: ListQuery, answer: () => Outcome): Outcome {
  return isListCovered(context, query) ? answer() : UNKNOWN
}

export function isListCovered(context: ReadContext, query: ListQuery): boolean {
  return isFullyIndexed(context) || isRecent(context, query) || isInside(context, query)
}

/** Returns whether windows of time or lt lie within a range of covered blocks. */
function isInside(context: ReadContext, { utimes, lts }: ListQuery): boolean {
  return context.coverage.some(({ first, last }) => {
    const [begin, end] = [rangeStart(context, first), rangeEnd(context, last)]
    if (!begin || !end) return false
    const { start: since = -1, end: until = Infinity } = utimes
    const isInTime = begin.genUtime < since && until < end.genUtime
    const isInLt =
      lts.start !== undefined && lts.end !== undefined && begin.endLt <= lts.start && lts.end < end.startLt
    return isInTime || isInLt
  })
}

type RangeStart = { readonly genUtime: number; readonly startLt: bigint; readonly endLt: bigint }

/** Before the first block of a chain there is nothing. */
const CHAIN_START: RangeStart = { genUtime: -2, startLt: 0n, endLt: 0n }

function rangeStart(context: ReadContext, first: number): RangeStart | undefined {
  return first === 1 ? CHAIN_START : masterchainTimes(context, first)
}

/** A block that the masterchain block does not commit is no older than the newest block of its shard. */
function rangeEnd({ reader }: ReadContext, last: number) {
  const { blocks, tops } = findShardState(reader, last)
  if (blocks.length === 0 || blocks.length < tops) return undefined
  const records = loadBlocks(reader, blocks)
  return {
    genUtime: Math.min(...records.map(({ genUtime }) => genUtime)),
    startLt: records.reduce((min, { endLt }) => (endLt < min ? endLt : min), records[0]?.endLt ?? 0n),
  }
}

function masterchainTimes({ reader }: ReadContext, seqno: number): RangeStart | undefined {
  const [row] = reader.all<{ gen_utime: bigint; start_lt: bigint; end_lt: bigint }>(
    `SELECT gen_utime, start_lt, end_lt FROM blocks
     WHERE workchain = -1 AND shard = ? AND seqno = ? AND gen_utime IS NOT NULL`,
    [BigInt.asIntN(64, FULL_SHARD), seqno],
  )
  return row && { genUtime: Number(row.gen_utime), startLt: row.start_lt, endLt: row.end_lt }
}

/**
 * Returns the masterchain block of a request, if it is not indexed and can exist. One that came after the known head
 * can, unless the network has been asked for a newer head.
 */
export function missingMasterchainBlocks(
  { coverage, options, fetched }: ReadContext,
  seqno: number,
): MissingData[] {
  const { head, isHeadOld = false } = options
  const block: MissingData = { kind: 'masterchainBlock', seqno }
  const isAbsent = !isHeadOld && fetched.get(missingDataKey(block)) === false
  const canExist = head === undefined || seqno <= head + MAX_NEWER || isHeadOld
  return isCovered(coverage, seqno) || seqno < 1 || isAbsent || !canExist ? [] : [block]
}

export type HistoryQuery = {
  readonly page: Page
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
  /** The last row of the found page, if it is full. */
  readonly last?: PageEnd | undefined
}

/** Returns the parts of accounts' histories that a list of their transactions lacks. */
export function missingHistories(
  context: ReadContext,
  accounts: readonly StdAddress[],
  { utimes = {}, lts = {}, ...query }: HistoryQuery,
): MissingData[] {
  if (isListCovered(context, { utimes, lts, ...query })) return []
  const { offset, limit, sort } = query.page
  const count = sort === 'asc' ? FULL_HISTORY : offset + limit
  return accounts
    .filter((account) => {
      const known = knownHistory(context, account)
      return !isCompleteHistory(context, known) && !isKnownPage(known, { utimes, lts, ...query })
    })
    .map((account) => moreHistory(context, account, count))
}

/**
 * Returns whether a history has all transactions that can be known: it is complete, or the chain is too long to search
 * for messages that bounced before the account's deployment.
 */
export function isCompleteHistory(context: ReadContext, known: KnownHistory): boolean {
  return known.isComplete || (known.isSinceDeployment && !isSearchable(context))
}

/** Returns whether read-through searches all blocks of the chain. */
export function isSearchable({ coverage, options }: ReadContext): boolean {
  const { head = 0, searchDepth = SEARCH_DEPTH } = options
  return Math.max(head, coverage.at(-1)?.last ?? 0) <= searchDepth
}

/**
 * Returns the request for `count` transactions below the known ones, and for twice as many after each fetch without
 * result.
 */
export function moreHistory(context: ReadContext, account: StdAddress, count: number): MissingData {
  const { absentAt, isSinceDeployment } = knownHistory(context, account)
  // If the last known transaction has no link, a larger count finds no more.
  const isEnd = absentAt !== undefined || isSinceDeployment
  const keys = [...context.fetched.keys()]
  const tried = isEnd ? 0 : keys.filter((key) => key.startsWith(historyKey(account))).length
  return { kind: 'history', account, count: count * 2 ** tried }
}

/**
 * Returns whether a list lies in the blocks up to the newest one: every masterchain block before them has a smaller lt
 * than the first of these, and is not younger.
 */
function isRecent(context: ReadContext, { page, utimes, lts, last }: ListQuery): boolean {
  const current = currentRange(context)
  const first = current && masterchainTimes(context, current.first)
  if (!first) return false
  if (lts.start !== undefined && lts.start >= first.startLt) return true
  if (utimes.start !== undefined && utimes.start > first.genUtime) return true
  return page?.sort === 'desc' && last !== undefined && last.lt >= first.startLt && last.now > first.genUtime
}

export function knownHistory(context: ReadContext, account: StdAddress): KnownHistory {
  const { reader, coverage, options, histories, fetched } = context
  const key = account.toString('latin1')
  const before = histories.get(key)
  if (before) return before
  const id = findAccountId(reader, account)
  if (id === undefined) return UNKNOWN_HISTORY
  const isFresh = [...fetched.keys()].some((one) => one.startsWith(historyKey(account)))
  const current = currentRange(context)
  const since = (readSince: number | undefined, isPast = false) =>
    readKnownHistory(reader, id, coverage, { current, readSince, isPast })
  const known = options.offline
    ? asOfPast(since(0, true), since(options.head))
    : since(isFresh ? 0 : options.head)
  histories.set(key, known)
  return known
}

/**
 * Returns the history of an account as it was read once. Offline its transactions are listed, but it does not tell
 * whether the account exists now.
 * @param current the same history as of the newest known block
 */
function asOfPast(read: KnownHistory, current: KnownHistory): KnownHistory {
  return { ...read, absentAt: current.absentAt, isPast: current.newestLt === undefined || !current.oldest }
}

/**
 * Returns the value of X-Index-Coverage for an answer from one account's history: `account 0:83DF… lt 1-4800 complete`.
 */
function historyText(context: ReadContext, accounts: readonly StdAddress[]): string | undefined {
  const [account, ...others] = accounts
  if (account === undefined || others.length > 0 || isFullyIndexed(context)) return undefined
  const { oldest, newestLt, isComplete, isSinceDeployment, isPast } = knownHistory(context, account)
  if (oldest === undefined || newestLt === undefined) return undefined
  const extent = isPast ? '' : isComplete ? ' complete' : isSinceDeployment ? ' since deployment' : ''
  return `account ${addressText(account)} lt ${oldest.lt}-${newestLt}${extent}`
}

/** Returns an answer about accounts, with the coverage that it depends on. */
export function foundForAccounts(
  context: ReadContext,
  accounts: readonly StdAddress[],
  body: object,
): Outcome {
  return found(body, historyText(context, accounts))
}

/** Returns whether a page lies within the known part of a history that continues before it. */
function isKnownPage({ oldest }: KnownHistory, { page, utimes, lts, last }: HistoryQuery): boolean {
  if (oldest === undefined) return false
  if (lts?.start !== undefined && lts.start > oldest.lt) return true
  if (utimes?.start !== undefined && utimes.start > oldest.now) return true
  return page.sort === 'desc' && last !== undefined && last.lt >= oldest.lt && last.now >= oldest.now
}
