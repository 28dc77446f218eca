import type { AccountHistory } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'

export type HistoryRows = {
  /** Replaces what is known of an account's transactions, except that what was searched stays searched. */
  write(history: AccountHistory): void
}

export function createHistoryRows(connection: Connection, accounts: AccountRows): HistoryRows {
  const save = connection.prepare(
    `INSERT INTO account_coverage (account, mc_seqno, newest_lt, oldest_lt, is_complete, searched_seqno)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, newest_lt = excluded.newest_lt,
      oldest_lt = excluded.oldest_lt, is_complete = excluded.is_complete,
      searched_seqno = CASE WHEN excluded.searched_seqno > account_coverage.searched_seqno
        THEN excluded.searched_seqno ELSE account_coverage.searched_seqno END`,
  )
  return {
    write({ account, mcSeqno, newestLt, oldestLt, isComplete, searchedSeqno }) {
      save.run(accounts.idOf(account), mcSeqno, newestLt, oldestLt, isComplete ? 1 : 0, searchedSeqno)
    },
  }
}
