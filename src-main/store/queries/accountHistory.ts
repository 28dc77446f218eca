import { FULL_SHARD } from '#shared/ton/shard.ts'
import { ACCOUNT_STATUSES } from '../facts.ts'
import type { SeqnoRange } from '../indexStore.ts'
import type { Reader } from './reader.ts'

/** What the index has of an account's newest transactions without a gap. */
export type KnownHistory = {
  /** The newest and the oldest of them; undefined where there are none. */
  readonly newestLt: bigint | undefined
  readonly oldest: { readonly lt: bigint; readonly now: number } | undefined
  /** The account's first transaction is among them, or it has none. */
  readonly isComplete: boolean
  /** The network has no such account now. It can have had transactions: those of a message that was bounced. */
  readonly isAbsent: boolean
}

export type NewestKnown = {
  /** The blocks up to the network's newest one, if they are covered. */
  readonly current: SeqnoRange | undefined
  /** A history that was read at this masterchain seqno or later is current. */
  readonly readSince?: number | undefined
}

type Row = { lt: bigint; now: bigint; mc_seqno: bigint; prev_lt: bigint; end_status: bigint }

type Read = { mc_seqno: bigint; newest_lt: bigint; oldest_lt: bigint; is_complete: bigint }

const COLUMNS = 'SELECT lt, now, mc_seqno, prev_lt, end_status FROM transactions WHERE account = ?'
const NONEXIST = BigInt(ACCOUNT_STATUSES.indexOf('nonexist'))
/** Transactions known one by one (parts of traces) are followed so far; a history is read through before that. */
const MAX_STEPS = 1_000

/**
 * Follows an account's transactions from its newest one down, over covered blocks, what read-through knows of the
 * account, and single transactions, to the first gap.
 */
export function readKnownHistory(
  reader: Reader,
  account: bigint,
  coverage: readonly SeqnoRange[],
  { current, readSince = Infinity }: NewestKnown,
): KnownHistory {
  const [newest] = reader.all<Row>(`${COLUMNS} ORDER BY lt DESC LIMIT 1`, [account])
  const [read] = reader.all<Read>(
    'SELECT mc_seqno, newest_lt, oldest_lt, is_complete FROM account_coverage WHERE account = ?',
    [account],
  )
  // Nothing newer than what was read can have escaped since.
  const isReadCurrent =
    read !== undefined && Number(read.mc_seqno) >= Math.min(readSince, (current?.first ?? Infinity) - 1)
  const isAbsent = isReadCurrent && read.newest_lt === 0n
  // All blocks of the chain were looked through then.
  const isSearched = isAbsent && read.is_complete === 1n
  if (newest === undefined)
    return { newestLt: undefined, oldest: undefined, isComplete: isSearched, isAbsent }
  const isNewestCurrent = current !== undefined && Number(newest.mc_seqno) >= current.first
  if (isSearched) {
    const [first = newest] = reader.all<Row>(`${COLUMNS} ORDER BY lt LIMIT 1`, [account])
    const oldest = { lt: first.lt, now: Number(first.now) }
    return { newestLt: newest.lt, oldest, isComplete: true, isAbsent: !isNewestCurrent }
  }
  // Of an account that no longer exists the network doesn't tell which transaction was its newest.
  const isReadKnown = isReadCurrent && read.newest_lt > 0n && newest.lt >= read.newest_lt
  const isKnown = isNewestCurrent || isReadKnown
  if (!isKnown) return { newestLt: newest.lt, oldest: undefined, isComplete: false, isAbsent }
  let oldest = newest
  for (let step = 0; step < MAX_STEPS; step++) {
    oldest = oldestTogether(reader, account, oldest, coverage, read)
    if (oldest.prev_lt === 0n) break
    const [before] = reader.all<Row>(`${COLUMNS} AND lt = ?`, [account, oldest.prev_lt])
    if (before === undefined) break
    oldest = before
  }
  return {
    newestLt: newest.lt,
    oldest: { lt: oldest.lt, now: Number(oldest.now) },
    // An account that a message leaves without a state is forgotten: an earlier message is not named by `prev_lt`.
    isComplete: oldest.prev_lt === 0n && oldest.end_status !== NONEXIST,
    isAbsent: isAbsent && !isNewestCurrent,
  }
}

/** The oldest transaction that is known together with one: the same, at least. */
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
  const seqno = Number(row.mc_seqno)
  const range = coverage.find(({ first, last }) => first <= seqno && seqno <= last)
  return range ? oldestSince(reader, account, row, range.first) : row
}

/** Transactions that may be older than the masterchain block before them and yet be committed after it: a few. */
const NEAR = 16

/** The account's oldest transaction of masterchain blocks from `first` on: seqnos grow with lt. */
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
