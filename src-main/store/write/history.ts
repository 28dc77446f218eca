import type { AccountHistory } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'

export type HistoryRows = {
  /** Notes what is known of an account's transactions, together with what was known before. */
  write(history: AccountHistory): void
}

type Known = { mcSeqno: bigint; newestLt: bigint; oldestLt: bigint; isComplete: bigint }

export function createHistoryRows(connection: Connection, accounts: AccountRows): HistoryRows {
  const find = connection
    .prepare<[bigint], Known>(
      `SELECT mc_seqno AS "mcSeqno", newest_lt AS "newestLt", oldest_lt AS "oldestLt", is_complete AS "isComplete"
      FROM account_coverage WHERE account = ?`,
    )
    .safeIntegers()
  const save = connection.prepare(
    `INSERT INTO account_coverage (account, mc_seqno, newest_lt, oldest_lt, is_complete) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, newest_lt = excluded.newest_lt,
      oldest_lt = excluded.oldest_lt, is_complete = excluded.is_complete`,
  )
  return {
    write(history) {
      const account = accounts.idOf(history.account)
      const known = find.get(account)
      const merged = known
        ? mergeHistories(
            {
              ...history,
              mcSeqno: Number(known.mcSeqno),
              newestLt: known.newestLt,
              oldestLt: known.oldestLt,
              isComplete: known.isComplete === 1n,
            },
            history,
          )
        : history
      save.run(account, merged.mcSeqno, merged.newestLt, merged.oldestLt, merged.isComplete ? 1 : 0)
    },
  }
}

/**
 * What is known when both are: one stretch of lt where they share an lt, else the newer one, since a gap may lie
 * between them (who reads on below what is known says so by beginning at its oldest lt). Of an account without transactions both ends are 0.
 */
export function mergeHistories(a: AccountHistory, b: AccountHistory): AccountHistory {
  const [newer, older] =
    a.newestLt > b.newestLt || (a.newestLt === b.newestLt && a.mcSeqno >= b.mcSeqno) ? [a, b] : [b, a]
  if (newer.oldestLt > older.newestLt) return newer
  return {
    account: newer.account,
    mcSeqno: newer.newestLt === older.newestLt ? Math.max(newer.mcSeqno, older.mcSeqno) : newer.mcSeqno,
    newestLt: newer.newestLt,
    oldestLt: newer.oldestLt < older.oldestLt ? newer.oldestLt : older.oldestLt,
    isComplete: newer.isComplete || older.isComplete,
  }
}
