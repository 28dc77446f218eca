import type { AccountHistory } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'
import type { AccountRows } from './accounts.ts'

/** Rows of account_coverage. */
export type HistoryRows = {
  /** Replaces the history of an account; its searched_seqno never decreases. */
  write(history: AccountHistory): void
}

/** Prepares the statements of account_coverage on the writer's connection. */
export function createHistoryRows(connection: Connection, accounts: AccountRows): HistoryRows {
  const save = insertInto(
    connection,
    'account_coverage',
    ['account', 'mc_seqno', 'newest_lt', 'oldest_lt', 'is_complete', 'searched_seqno'],
    `ON CONFLICT (account) DO UPDATE SET mc_seqno = excluded.mc_seqno, newest_lt = excluded.newest_lt,
      oldest_lt = excluded.oldest_lt, is_complete = excluded.is_complete,
      searched_seqno = CASE WHEN excluded.searched_seqno > account_coverage.searched_seqno
        THEN excluded.searched_seqno ELSE account_coverage.searched_seqno END`,
  )
  return {
    write({ account, mcSeqno, newestLt, oldestLt, isComplete, searchedSeqno }) {
      save({
        account: accounts.idOf(account),
        mc_seqno: mcSeqno,
        newest_lt: newestLt,
        oldest_lt: oldestLt,
        is_complete: isComplete ? 1 : 0,
        searched_seqno: searchedSeqno,
      })
    },
  }
}
