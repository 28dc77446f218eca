import { RecentMap } from '../../platform/recentMap.ts'
import { accountId, nextAccountId } from '../accountId.ts'
import type { StdAddress } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'

/** Numbers of accounts. An account gets a row when it is first seen. */
export type AccountRows = {
  idOf(address: StdAddress): bigint
  /** Clears the cache after a rollback: it can contain accounts whose rows were rolled back. */
  reset(): void
}

const CACHE_SIZE = 32_768

/** Prepares the statements of `accounts` on the writer's connection. */
export function createAccountRows(connection: Connection): AccountRows {
  const find = connection.prepare<[bigint], Buffer>('SELECT address FROM accounts WHERE id = ?').pluck()
  const insert = connection.prepare('INSERT INTO accounts (id, address) VALUES (?, ?)')
  const recent = new RecentMap<bigint>(CACHE_SIZE)
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
    reset: () => recent.clear(),
  }
}
