import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { StdAddress } from '../../../store/facts.ts'
import type { SeqnoRange } from '../../../store/indexStore.ts'
import { type KnownHistory, readKnownHistory } from '../../../store/queries/accountHistory.ts'
import { findAccountId } from '../../../store/queries/accountIds.ts'
import type { Page, Window } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import type { Need } from '../reading.ts'
import { addressText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'

/** What the index can know: an empty list means that there is nothing, never that it is not indexed. */

/** So many masterchain blocks may the follower be behind: they are on their way. */
const LAG = 32
/** An oldest-first list begins with the account's first transaction: whoever asks for it needs them all. */
const WHOLE_HISTORY = 100_000
/** Of one question; the rest is fetched when it is asked again. */
const MAX_NEEDS = 16

const NOTHING: Outcome = { kind: 'missing', needs: [] }

/** The blocks up to the network's newest one, if they are covered. */
export function currentRange({ coverage, options: { head } }: ReadContext): SeqnoRange | undefined {
  const last = coverage.at(-1)
  return last && (head === undefined || last.last >= head - LAG) ? last : undefined
}

/** The whole chain is indexed: nothing is missing. */
export function isWhole(context: ReadContext): boolean {
  return currentRange(context)?.first === 1
}

/** The time from which on whatever changed is indexed, Unix seconds. */
export function currentSince(context: ReadContext): number | undefined {
  const current = currentRange(context)
  return current && masterchainPlace(context, current.first)?.genUtime
}

/** `answer` unless something must be fetched first, and may be. */
export function unlessMissing(context: ReadContext, needs: readonly Need[], answer: () => Outcome): Outcome {
  return needs.length > 0 && context.options.mayMiss
    ? { kind: 'missing', needs: needs.slice(0, MAX_NEEDS) }
    : answer()
}

/** Of a list that only coverage can answer: where it is empty and the index does not have all, nobody knows. */
export function listed(context: ReadContext, isEmpty: boolean, answer: () => Outcome): Outcome {
  return isEmpty && !isWhole(context) ? NOTHING : answer()
}

/** Like `listed` of what happened in a span of time or lt: inside of covered blocks an empty list is an answer. */
export function listedWithin(
  context: ReadContext,
  isEmpty: boolean,
  windows: { readonly utimes: Window<number>; readonly lts: Window<bigint> },
  answer: () => Outcome,
): Outcome {
  return isEmpty && !isWhole(context) && !isInside(context, windows) ? NOTHING : answer()
}

function isInside(
  context: ReadContext,
  { utimes, lts }: { readonly utimes: Window<number>; readonly lts: Window<bigint> },
): boolean {
  return context.coverage.some(({ first, last }) => {
    const [begin, end] = [masterchainPlace(context, first), masterchainPlace(context, last)]
    if (!begin || !end) return false
    const { start: since = -1, end: until = Infinity } = utimes
    const isInTime = begin.genUtime < since && until < end.genUtime
    const isInLt =
      lts.start !== undefined && lts.end !== undefined && begin.endLt < lts.start && lts.end < end.startLt
    return isInTime || isInLt
  })
}

function masterchainPlace({ reader }: ReadContext, seqno: number) {
  const [row] = reader.all<{ gen_utime: bigint; start_lt: bigint; end_lt: bigint }>(
    `SELECT gen_utime, start_lt, end_lt FROM blocks
     WHERE workchain = -1 AND shard = ? AND seqno = ? AND gen_utime IS NOT NULL`,
    [BigInt.asIntN(64, FULL_SHARD), seqno],
  )
  return row && { genUtime: Number(row.gen_utime), startLt: row.start_lt, endLt: row.end_lt }
}

/** The masterchain block that is asked about, if it is not indexed and may exist. */
export function masterchainNeeds({ coverage, options }: ReadContext, seqno: number): Need[] {
  const { head, isHeadOld = false } = options
  const mayExist = seqno > 0 && (head === undefined || seqno <= head || isHeadOld)
  return isCovered(coverage, seqno) || !mayExist ? [] : [{ kind: 'masterchainBlock', seqno }]
}

export type HistoryAsked = {
  readonly page: Page
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
  /** The last row of the page that was found, where it is full. */
  readonly last?: { readonly lt: bigint; readonly now: number } | undefined
}

/** What must be read of accounts' histories before a list of what they did can be given. */
export function historyNeeds(
  context: ReadContext,
  accounts: readonly StdAddress[],
  asked: HistoryAsked,
): Need[] {
  if (isWhole(context) || isRecent(context, asked)) return []
  const { offset, limit, sort } = asked.page
  const count = sort === 'asc' ? WHOLE_HISTORY : offset + limit
  return accounts
    .filter((account) => !isKnown(knownHistory(context, account), asked))
    .map((account) => ({ kind: 'history', account, count }))
}

/**
 * What is asked for lies in the blocks up to the newest one, whichever accounts it is about: whatever masterchain blocks
 * before committed has a smaller lt than the first of these, and is not younger.
 */
function isRecent(context: ReadContext, { page, utimes, lts, last }: HistoryAsked): boolean {
  const current = currentRange(context)
  const first = current && masterchainPlace(context, current.first)
  if (!first) return false
  if (lts?.start !== undefined && lts.start >= first.startLt) return true
  if (utimes?.start !== undefined && utimes.start > first.genUtime) return true
  return page.sort === 'desc' && last !== undefined && last.lt >= first.startLt && last.now > first.genUtime
}

export function knownHistory(context: ReadContext, account: StdAddress): KnownHistory {
  const { reader, coverage, options, histories } = context
  const key = account.toString('latin1')
  const before = histories.get(key)
  if (before) return before
  const id = findAccountId(reader, account)
  if (id === undefined) return { newestLt: undefined, oldest: undefined, isComplete: false }
  const known = readKnownHistory(reader, id, coverage, {
    current: currentRange(context),
    readSince: options.readSince,
  })
  histories.set(key, known)
  return known
}

/** Value of X-Index-Coverage where an answer rests on one account's history: `account 0:83DF… lt 1-4800 complete`. */
export function historyText(context: ReadContext, accounts: readonly StdAddress[]): string | undefined {
  const [account, ...others] = accounts
  if (account === undefined || others.length > 0 || isWhole(context)) return undefined
  const { oldest, newestLt, isComplete } = knownHistory(context, account)
  if (oldest === undefined || newestLt === undefined) return undefined
  return `account ${addressText(account)} lt ${oldest.lt}-${newestLt}${isComplete ? ' complete' : ''}`
}

/** The answer about what accounts did: oldest first it begins with their first transactions, or it is none. */
export function listedHistory(
  context: ReadContext,
  accounts: readonly StdAddress[],
  {
    needs,
    isEmpty,
    page,
  }: { readonly needs: readonly Need[]; readonly isEmpty: boolean; readonly page: Page },
  body: () => object,
): Outcome {
  if (needs.length > 0 && (isEmpty || page.sort === 'asc')) return NOTHING
  return found(body(), historyText(context, accounts))
}

function isKnown({ oldest, isComplete }: KnownHistory, { page, utimes, lts, last }: HistoryAsked): boolean {
  if (isComplete) return true
  if (oldest === undefined) return false
  if (lts?.start !== undefined && lts.start > oldest.lt) return true
  if (utimes?.start !== undefined && utimes.start > oldest.now) return true
  return page.sort === 'desc' && last !== undefined && last.lt >= oldest.lt && last.now >= oldest.now
}
