import { accountId, nextAccountId } from '../accountId.ts'
import type { StdAddress } from '../facts.ts'
import type { Connection } from '../sqlite/driver.ts'
import { RecentMap } from './recentMap.ts'

/** The numbers of accounts, which get a row when they are first met. */
export type AccountRows = {
  idOf(address: StdAddress): bigint
  /** After a rollback: what was met since the last commit is not there. */
  forget(): void
}

const REMEMBERED = 32_768

export function createAccountRows(connection: Connection): AccountRows {
  const find = connection.prepare<[bigint], Buffer>('SELECT address FROM accounts WHERE id = ?').pluck()
  const insert = connection.prepare('INSERT INTO accounts (id, address) VALUES (?, ?)')
  const recent = new RecentMap<bigint>(REMEMBERED)
  return {
    idOf(address) {
      const key = address.toString('latin1')
      const known = recent.get(key)
      if (known !== undefined) return known
      let id = accountId(address)
      let there = find.get(id)
      while (there !== undefined && !there.equals(address)) {
        id = nextAccountId(id)
        there = find.get(id)
      }
      if (there === undefined) insert.run(id, address)
      recent.set(key, id)
      return id
    },
    forget: () => recent.clear(),
  }
}
