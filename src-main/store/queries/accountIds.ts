import { accountId, findAccountId as findId } from '../accountId.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { among, where } from './conditions.ts'
import type { Reader } from './reader.ts'
import { createRowCache } from './rowCache.ts'

/** An account of the index with its number. */
export type KnownAccount = { readonly id: bigint; readonly address: StdAddress }

/** Finds an account's number: the one derived from its address, or a following one if others share that. */
export function findAccountId(reader: Reader, address: StdAddress): bigint | undefined {
  return findId(address, (id) => {
    const [row] = reader.all<{ address: Buffer }>('SELECT address FROM accounts WHERE id = ?', [id])
    return row?.address
  })
}

/** Finds the accounts of the index among `addresses`; each is returned once. */
export function findAccounts(reader: Reader, addresses: readonly StdAddress[]): KnownAccount[] {
  const first = loadAddresses(reader, addresses.map(accountId))
  const found = new Map<bigint, KnownAccount>()
  for (const address of addresses) {
    const there = first.get(accountId(address))
    if (there === undefined) continue
    // Another account can have the number that is derived from this address.
    const id = there.equals(address) ? accountId(address) : findAccountId(reader, address)
    if (id !== undefined) found.set(id, { id, address })
  }
  return [...found.values()]
}

/** Consecutive rows share accounts, because messages name both ends; an account's number never changes. */
const ADDRESSES = createRowCache<StdAddress>({ size: 4_096 })

/** Loads addresses by account number. */
export function loadAddresses(reader: Reader, ids: Iterable<bigint>): ReadonlyMap<bigint, StdAddress> {
  const select = 'SELECT id, address FROM accounts'
  return ADDRESSES.load(reader, ids, (others) =>
    loadByIds<{ id: bigint; address: Buffer }>(reader, select, 'id', others).map(({ id, address }) => [
      id,
      address,
    ]),
  )
}

/** Maximum number of rows per statement. */
const CHUNK = 128

/** Loads the rows of a table whose `column` is one of `ids`, in any order. */
export function loadByIds<Row extends Record<string, bigint | string | Buffer | null>>(
  reader: Reader,
  select: string,
  column: string,
  ids: Iterable<bigint>,
): Row[] {
  const wanted = [...new Set(ids)]
  const rows: Row[] = []
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const { sql, values } = where([among(column, wanted.slice(at, at + CHUNK))])
    for (const row of reader.all<Row>(select + sql, values)) rows.push(row)
  }
  return rows
}
