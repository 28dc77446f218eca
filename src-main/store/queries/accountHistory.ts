import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { SeqnoRange } from '../indexStore.ts'
import { ACCOUNT_STATUSES } from '../parsedBlock.ts'
import type { Reader } from './reader.ts'

/** The part of an account's newest transactions that the index has without a gap. */
export type KnownHistory = {
  /** The newest and the oldest of them; undefined if there are none. */
  readonly newestLt: bigint | undefined
  readonly oldest: { readonly lt: bigint; readonly now: number } | undefined
  /** True if the account's first transaction is among them, or if it has no transactions. */
  readonly isComplete: boolean
  /**
   * True if the oldest has no predecessor and created the account: only transactions of messages that bounced before
   * that can be missing.
   */
  readonly isSinceDeployment: boolean
  /**
   * Masterchain seqno at which the network had no such account, if no later transaction is known. The account can
   * still have transactions: those of bounced messages.
   */
  readonly absentAt: number | undefined
  /** True if the history is listed without a liteserver, and newer blocks than those of its reading are known. */
  readonly isPast?: boolean
}

export const UNKNOWN_HISTORY: KnownHistory = {
  newestLt: undefined,
  oldest: undefined,
  isComplete: false,
  isSinceDeployment: false,
  absentAt: undefined,
}

/** The evidence for a history being current. */
export type NewestKnown = {
  /** The covered blocks up to the network's newest one, if they are covered. */
  readonly current: SeqnoRange | undefined
  /** A history that was read at this masterchain seqno or later counts as current. */
  readonly readSince?: number | undefined
  /** Whether the history of an account that was deleted since counts as read, back from its deletion. */
  readonly isPast?: boolean
}

type Row = {
  lt: bigint
  now: bigint
  mc_seqno: bigint
  prev_lt: bigint
  orig_status: bigint
  end_status: bigint
}

type Read = { mc_seqno: bigint; newest_lt: bigint; oldest_lt: bigint; searched_seqno: bigint }

const COLUMNS =
  'SELECT lt, now, mc_seqno, prev_lt, orig_status, end_status FROM transactions WHERE account = ?'
const NONEXIST = BigInt(ACCOUNT_STATUSES.indexOf('nonexist'))
/**
 * Maximum number of single transactions (parts of traces) that are followed; read-through fetches longer histories.
 */
const MAX_STEPS = 1_000

/**
 * Reads the gapless part of an account's history, from its newest transaction down to the first gap: over covered
 * blocks, ranges that read-through fetched, and single transactions.
 */
export function readKnownHistory(
  reader: Reader,
  account: bigint,
  coverage: readonly SeqnoRange[],
  { current, readSince = Infinity, isPast = false }: NewestKnown,
): KnownHistory {
  const [newest] = reader.all<Row>(`${COLUMNS} ORDER BY lt DESC LIMIT 1`, [account])
  const [read] = reader.all<Read>(
    'SELECT mc_seqno, newest_lt, oldest_lt, searched_seqno FROM account_coverage WHERE account = ?',
    [account],
  )
  const ranges = withSearched(coverage, Number(read?.searched_seqno ?? 0))
  const covered = current && ranges.at(-1)
  // Covered blocks follow the read directly, so no newer transaction can be missing.
  const isReadCurrent =
    read !== undefined && Number(read.mc_seqno) >= Math.min(readSince, (covered?.first ?? Infinity) - 1)
  const isSearchCurrent = isReadCurrent && read.searched_seqno > 0n && read.searched_seqno >= read.mc_seqno
  const currentRange = covered ?? (isSearchCurrent ? ranges[0] : undefined)
  const isAbsent =
    isReadCurrent && read.newest_lt === 0n && (newest === undefined || newest.mc_seqno <= read.mc_seqno)
  const absentAt = isAbsent ? Number(read.mc_seqno) : undefined
  if (newest === undefined) return { ...UNKNOWN_HISTORY, isComplete: currentRange?.first === 1, absentAt }
  const isNewestCurrent = currentRange !== undefined && Number(newest.mc_seqno) >= currentRange.first
  // The network does not tell the last transaction of an account that no longer exists.
  const isReadKnown = isReadCurrent && read.newest_lt > 0n && newest.lt >= read.newest_lt
  const isDeletion = isPast && isAbsent && newest.end_status === NONEXIST
  const isKnown = isNewestCurrent || isReadKnown || isDeletion
  if (!isKnown) return { ...UNKNOWN_HISTORY, newestLt: newest.lt, absentAt }
  let oldest = newest
  const isSinceFirstBlock = () => rangeOf(ranges, oldest)?.first === 1
  for (let step = 0; step < MAX_STEPS; step++) {
    oldest = oldestTogether(reader, account, oldest, ranges, read)
    if (isSinceFirstBlock() || oldest.prev_lt === 0n) break
    const [before] = reader.all<Row>(`${COLUMNS} AND lt = ?`, [account, oldest.prev_lt])
    if (before === undefined) break
    oldest = before
  }
  const isFirst = isSinceFirstBlock()
  if (isFirst) [oldest = oldest] = reader.all<Row>(`${COLUMNS} ORDER BY lt LIMIT 1`, [account])
  const isLinkedToNothing = oldest.prev_lt === 0n
  return {
    newestLt: newest.lt,
    oldest: { lt: oldest.lt, now: Number(oldest.now) },
    // An account of the zero state existed before its first transaction.
    isComplete: isFirst || (isLinkedToNothing && oldest.orig_status !== NONEXIST),
    isSinceDeployment:
      !isFirst && isLinkedToNothing && oldest.orig_status === NONEXIST && oldest.end_status !== NONEXIST,
    absentAt,
  }
}

/**
 * Returns the covered blocks extended by those that were searched for the account's transactions, which start at the
 * chain's first block.
 */
function withSearched(coverage: readonly SeqnoRange[], searched: number): readonly SeqnoRange[] {
  if (searched === 0) return coverage
  let last = searched
  for (const range of coverage) if (range.first <= last + 1) last = Math.max(last, range.last)
  return [{ first: 1, last }, ...coverage.filter(({ first }) => first > last + 1)]
}

function rangeOf(coverage: readonly SeqnoRange[], { mc_seqno }: Row): SeqnoRange | undefined {
  const seqno = Number(mc_seqno)
  return coverage.find(({ first, last }) => first <= seqno && seqno <= last)
}

/**
 * Returns the oldest transaction that is connected with `row` by a covered range; `row` itself if there is no older
 * one.
 */
function oldestTogether(
  reader: Reader,
  account: bigint,
  row: Row,
  coverage: readonly SeqnoRange[],
  read: Read | undefined,
): Row {
  if (read && read.oldest_lt <= row.lt && row.lt <= read.newest_lt) {
    const [oldest] = reader.all<Row>(`${COLUMNS} AND lt = ?`, [account, read.oldest_lt])
    if (oldest) return oldest
  }
  const range = rangeOf(coverage, row)
  return range ? oldestSince(reader, account, row, range.first) : row
}

/**
 * Number of transactions that are checked one by one: a transaction can be older than the start of a masterchain
 * block and be committed by it.
 */
const NEAR = 16

/** Returns the account's oldest transaction in masterchain blocks from `first` on. Seqnos grow with lt. */
function oldestSince(reader: Reader, account: bigint, newest: Row, first: number): Row {
  const from = `${COLUMNS} AND lt >= ? ORDER BY lt LIMIT 1`
  const [masterchain] = reader.all<{ start_lt: bigint | null }>(
    'SELECT start_lt FROM blocks WHERE workchain = -1 AND shard = ? AND seqno = ?',
    [BigInt.asIntN(64, FULL_SHARD), first],
  )
  const [near] = masterchain ? reader.all<Row>(from, [account, masterchain.start_lt]) : []
  let oldest = near && Number(near.mc_seqno) >= first ? near : newest
  for (let step = 0; step < NEAR; step++) {
    const [before] = reader.all<Row>(`${COLUMNS} AND lt < ? ORDER BY lt DESC LIMIT 1`, [account, oldest.lt])
    if (before === undefined || Number(before.mc_seqno) < first) return oldest
    oldest = before
  }
  let [low, high] = [0n, oldest.lt]
  while (low < high) {
    const middle = (low + high) / 2n
    const [row] = reader.all<Row>(from, [account, middle])
    if (row === undefined) return oldest
    if (Number(row.mc_seqno) >= first) {
      oldest = row
      high = middle
    } else low = row.lt + 1n
  }
  return oldest
}
