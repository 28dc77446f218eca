import type { WatchedRow } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'

/** Rows of `watched_accounts`. */
export type WatchedRows = {
  /** Returns all rows in the order in which they were added. */
  all(): readonly WatchedRow[]
  /** Adds an account, or changes its depth. */
  save(row: WatchedRow): void
  remove(account: Uint8Array): void
}

/** Prepares the statements of `watched_accounts` when they are first used: a database can be of an older schema. */
export function createWatchedRows(connection: Connection): WatchedRows {
  const all = () =>
    connection.prepare<[], WatchedRow>(
      'SELECT address AS account, depth, added_at AS "addedAt" FROM watched_accounts ORDER BY added_at, address',
    )
  return {
    all: () => all().all(),
    save({ account, depth, addedAt }) {
      insertInto(
        connection,
        'watched_accounts',
        ['address', 'depth', 'added_at'],
        'ON CONFLICT (address) DO UPDATE SET depth = excluded.depth',
      )({ address: account, depth, added_at: addedAt })
    },
    remove(account) {
      connection.prepare<[Uint8Array]>('DELETE FROM watched_accounts WHERE address = ?').run(account)
    },
  }
}
