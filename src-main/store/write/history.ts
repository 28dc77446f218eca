import type { AccountHistory } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'

/** The range of an account's transactions that the index has without a gap. */
export type HistoryRange = Omit<AccountHistory, 'account'>

/** Rows of account_coverage. */
export type HistoryRows = {
  /** Joins a range that was read to the known one of its account (joinRanges). */
  write(history: AccountHistory): void
}

type Row = {
  mc_seqno: bigint
  newest_lt: bigint
  oldest_lt: bigint
  is_complete: bigint
  searched_seqno: bigint
}

/** Prepares the statements of account_coverage on the writer's connection. */
export function createHistoryRows(connection: Connection, accounts: AccountRows): HistoryRows {
  const find = connection
    .prepare<[bigint], Row>(
      `SELECT mc_seqno, newest_lt, oldest_lt, is_complete, searched_seqno FROM account_coverage
      WHERE account = ?`,
    )
    .safeIntegers()
  const save = insertInto(
    connection,
    'account_coverage',
    ['account', 'mc_seqno', 'newest_lt', 'oldest_lt', 'is_complete', 'searched_seqno'],
    `ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, newest_lt = excluded.newest_lt,
      oldest_lt = excluded.oldest_lt, is_complete = excluded.is_complete,
      searched_seqno = excluded.searched_seqno`,
  )
  return {
    write({ account, ...read }) {
      const id = accounts.idOf(account)
      const row = find.get(id)
      const joined = row ? joinRanges(rangeOf(row), read) : read
      save({
        account: id,
        mc_seqno: joined.mcSeqno,
        newest_lt: joined.newestLt,
        oldest_lt: joined.oldestLt,
        is_complete: joined.isComplete ? 1 : 0,
        searched_seqno: joined.searchedSeqno,
      })
    },
  }
}

function rangeOf(row: Row): HistoryRange {
  return {
    mcSeqno: Number(row.mc_seqno),
    newestLt: row.newest_lt,
    oldestLt: row.oldest_lt,
    isComplete: row.is_complete === 1n,
    searchedSeqno: Number(row.searched_seqno),
  }
}

/**
 * Joins a range that was read to the known one. Fetches of one account with different counts, or as of different heads,
 * run side by side and end in any order: what one has found must not be lost to another that found less. Of ranges with
 * a gap between them, and of an account that existed at one of them only, the newer one stays.
 */
export function joinRanges(known: HistoryRange, read: HistoryRange): HistoryRange {
  const searchedSeqno = Math.max(known.searchedSeqno, read.searchedSeqno)
  const [newer, older] = read.mcSeqno >= known.mcSeqno ? [read, known] : [known, read]
  const exist = newer.newestLt > 0n && older.newestLt > 0n
  if (!exist || older.newestLt < newer.oldestLt) return { ...newer, searchedSeqno }
  const { oldestLt } = older.oldestLt < newer.oldestLt ? older : newer
  return {
    mcSeqno: newer.mcSeqno,
    newestLt: newer.newestLt,
    oldestLt,
    isComplete: newer.isComplete || older.isComplete,
    searchedSeqno,
  }
}
