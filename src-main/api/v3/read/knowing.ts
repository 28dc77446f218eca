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
import { isCovered } from '../../../store/queries/coverage.ts'
import { historyKey, keyOf, type Need } from '../reading.ts'
import { addressText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'

/**
 * What the index knows. An answer is given only where it equals that of an index of the whole chain; an empty list
 * means that there are none, never that they are not indexed.
 */

/** An oldest-first list begins with the account's first transaction, so that all of them are needed. */
const WHOLE_HISTORY = 100_000
/** Of one round; the rest is fetched in the next one. */
const MAX_NEEDS = 64

export const NOTHING: Outcome = { kind: 'missing', needs: [] }

/** A refusal that says what the client can do. */
export function refusal(reason: string): Outcome {
  return { kind: 'missing', needs: [], reason }
}

/**
 * The newest covered blocks, if the network's newest block is among them. Offline the newest seen one counts, and
 * where none was seen the newest covered.
 */
export function currentRange({ coverage, options: { head, offline } }: ReadContext): SeqnoRange | undefined {
  const last = coverage.at(-1)
  if (!last) return undefined
  const isCurrent = head === undefined ? offline === true : last.last >= head
  return isCurrent ? last : undefined
}

/** The whole chain is indexed: nothing is missing. */
export function isWhole(context: ReadContext): boolean {
  return currentRange(context)?.first === 1
}

/** The time from which on every change is indexed, Unix seconds. */
export function currentSince(context: ReadContext): number | undefined {
  const current = currentRange(context)
  return current && masterchainPlace(context, current.first)?.genUtime
}

/** `answer`, unless something must be fetched first, or was fetched and is missing still. */
export function unlessMissing(context: ReadContext, needs: readonly Need[], answer: () => Outcome): Outcome {
  const open = needs.filter((need) => !isSettled(context, need))
  if (open.length === 0) return answer()
  const isStuck = open.some((need) => context.fetched.has(keyOf(need)))
  return isStuck ? NOTHING : { kind: 'missing', needs: open.slice(0, MAX_NEEDS) }
}

/** Whether fetching has told all there is about a need: what the rows still lack is not there. */
function isSettled({ fetched, options }: ReadContext, need: Need): boolean {
  const isThere = fetched.get(keyOf(need))
  switch (need.kind) {
    case 'root':
      return options.isFinal === true || isThere !== undefined
    case 'state':
      return (need.isOptional === true && options.isFinal === true) || isThere !== undefined
    case 'history':
      return need.isOptional === true && (options.isFinal === true || isThere !== undefined)
    case 'contract':
    case 'jettonWallet':
    case 'multisigOrders':
    case 'domain':
    case 'classify':
      return isThere !== undefined
    case 'trace':
    case 'neighbours':
      return isThere === true
    default:
      return false
  }
}

/** The place in time of a list's last row, where its page is full. */
export type PageEnd = { readonly lt: bigint; readonly now: number }

export type ListAsked = {
  readonly utimes: Window<number>
  readonly lts: Window<bigint>
  readonly page?: Page
  /** Of a full page. */
  readonly last?: PageEnd | undefined
}

/** The answer of a list of everything that happened: it lies within covered blocks, or it is unknown. */
export function listedWithin(context: ReadContext, asked: ListAsked, answer: () => Outcome): Outcome {
  return isWithin(context, asked) ? answer() : NOTHING
}

export function isWithin(context: ReadContext, asked: ListAsked): boolean {
  return isWhole(context) || isRecent(context, asked) || isInside(context, asked)
}

/** Whether windows of time or lt lie between the ends of a range of covered blocks. */
function isInside(context: ReadContext, { utimes, lts }: ListAsked): boolean {
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

/** Before the first block of a chain nothing happened. */
const CHAIN_START: RangeStart = { genUtime: -2, startLt: 0n, endLt: 0n }

function rangeStart(context: ReadContext, first: number): RangeStart | undefined {
  return first === 1 ? CHAIN_START : masterchainPlace(context, first)
}

/** What a masterchain block does not commit to is no older than the newest block of its shard. */
function rangeEnd({ reader }: ReadContext, last: number) {
  const { blocks, tops } = findShardState(reader, last)
  if (blocks.length === 0 || blocks.length < tops) return undefined
  const records = loadBlocks(reader, blocks)
  return {
    genUtime: Math.min(...records.map(({ genUtime }) => genUtime)),
    startLt: records.reduce((least, { endLt }) => (endLt < least ? endLt : least), records[0]?.endLt ?? 0n),
  }
}

function masterchainPlace({ reader }: ReadContext, seqno: number): RangeStart | undefined {
  const [row] = reader.all<{ gen_utime: bigint; start_lt: bigint; end_lt: bigint }>(
    `SELECT gen_utime, start_lt, end_lt FROM blocks
     WHERE workchain = -1 AND shard = ? AND seqno = ? AND gen_utime IS NOT NULL`,
    [BigInt.asIntN(64, FULL_SHARD), seqno],
  )
  return row && { genUtime: Number(row.gen_utime), startLt: row.start_lt, endLt: row.end_lt }
}

/** The masterchain block that a question names, if it is not indexed and can exist. */
export function masterchainNeeds({ coverage, options }: ReadContext, seqno: number): Need[] {
  const { head, isHeadOld = false } = options
  const canExist = seqno > 0 && (head === undefined || seqno <= head || isHeadOld)
  return isCovered(coverage, seqno) || !canExist ? [] : [{ kind: 'masterchainBlock', seqno }]
}

export type HistoryAsked = {
  readonly page: Page
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
  /** The last row of the page that was found, where it is full. */
  readonly last?: PageEnd | undefined
}

/** The parts of accounts' histories that must be read before a list of what they did can be given. */
export function historyNeeds(
  context: ReadContext,
  accounts: readonly StdAddress[],
  { utimes = {}, lts = {}, ...asked }: HistoryAsked,
): Need[] {
  if (isWithin(context, { utimes, lts, ...asked })) return []
  const { offset, limit, sort } = asked.page
  const count = sort === 'asc' ? WHOLE_HISTORY : offset + limit
  return accounts
    .filter((account) => {
      const known = knownHistory(context, account)
      return !isWholeHistory(context, known) && !isKnownPage(known, { utimes, lts, ...asked })
    })
    .map((account) => moreHistory(context, account, count))
}

/**
 * All of an account's transactions that can be known are: none is missing, or the chain is too long to search for
 * messages that were bounced before the account's deployment.
 */
export function isWholeHistory(context: ReadContext, known: KnownHistory): boolean {
  return known.isComplete || (known.isSinceDeployment && !isSearchable(context))
}

/** Whether read-through searches all blocks of the chain. */
export function isSearchable({ coverage, options }: ReadContext): boolean {
  const { head = 0, searchDepth = SEARCH_DEPTH } = options
  return Math.max(head, coverage.at(-1)?.last ?? 0) <= searchDepth
}

/** A need for `count` transactions below what is known, and for more each time that it was fetched in vain. */
export function moreHistory(context: ReadContext, account: StdAddress, count: number): Need {
  const { absentAt, isSinceDeployment } = knownHistory(context, account)
  // Where nothing is linked further back a larger count would tell no more.
  const isEnd = absentAt !== undefined || isSinceDeployment
  const keys = [...context.fetched.keys()]
  const tried = isEnd ? 0 : keys.filter((key) => key.startsWith(historyKey(account))).length
  return { kind: 'history', account, count: count * 2 ** tried }
}

/**
 * Whether a list lies in the blocks up to the newest one: every masterchain block before them has a smaller lt than the
 * first of these, and is not younger.
 */
function isRecent(context: ReadContext, { page, utimes, lts, last }: ListAsked): boolean {
  const current = currentRange(context)
  const first = current && masterchainPlace(context, current.first)
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
  const known = readKnownHistory(reader, id, coverage, {
    current: currentRange(context),
    readSince: isFresh || options.offline ? 0 : options.head,
  })
  histories.set(key, known)
  return known
}

/** Value of X-Index-Coverage where an answer rests on one account's history: `account 0:83DF… lt 1-4800 complete`. */
function historyText(context: ReadContext, accounts: readonly StdAddress[]): string | undefined {
  const [account, ...others] = accounts
  if (account === undefined || others.length > 0 || isWhole(context)) return undefined
  const { oldest, newestLt, isComplete, isSinceDeployment } = knownHistory(context, account)
  if (oldest === undefined || newestLt === undefined) return undefined
  const extent = isComplete ? ' complete' : isSinceDeployment ? ' since deployment' : ''
  return `account ${addressText(account)} lt ${oldest.lt}-${newestLt}${extent}`
}

/** The answer about what accounts did, with the coverage that it rests on. */
export function foundOf(context: ReadContext, accounts: readonly StdAddress[], body: object): Outcome {
  return found(body, historyText(context, accounts))
}

/** Whether a page lies within what is known of a history that goes on before it. */
function isKnownPage({ oldest }: KnownHistory, { page, utimes, lts, last }: HistoryAsked): boolean {
  if (oldest === undefined) return false
  if (lts?.start !== undefined && lts.start > oldest.lt) return true
  if (utimes?.start !== undefined && utimes.start > oldest.now) return true
  return page.sort === 'desc' && last !== undefined && last.lt >= oldest.lt && last.now >= oldest.now
}
