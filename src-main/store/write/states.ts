import { ACCOUNT_STATUSES, type AccountStateFacts } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'
import type { CellRows } from './cells.ts'

export type StateRows = {
  /** Writes the newest state of an account, unless a newer one is there. `utime`: of the block that shows it. */
  write(state: AccountStateFacts, utime: number): void
}

export function createStateRows(connection: Connection, accounts: AccountRows, cells: CellRows): StateRows {
  const find = connection
    .prepare<[bigint], [bigint]>('SELECT last_tx_lt FROM latest_states WHERE account = ?')
    .raw()
    .safeIntegers()
  const insert = connection.prepare(
    `INSERT OR REPLACE INTO latest_states (account, hash, balance, extra, status, utime, last_tx_hash, last_tx_lt,
      frozen_hash, data_hash, code, account_cell, is_whole)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    write(state, utime) {
      const account = accounts.idOf(state.account)
      const before = find.get(account)
      if (before !== undefined && before[0] >= state.lastTransLt) return
      insert.run(
        account,
        state.hash,
        state.balance,
        state.extra ?? null,
        ACCOUNT_STATUSES.indexOf(state.status),
        utime,
        state.lastTransHash,
        state.lastTransLt,
        state.frozenHash ?? null,
        state.dataHash ?? null,
        state.codeHash ? cells.codeId(state.codeHash) : null,
        state.shown,
        0,
      )
    },
  }
}
