import { accountId, findAccountId as findId } from '../accountId.ts'
import type { StdAddress } from '../facts.ts'
import { among, where } from './conditions.ts'
import type { Reader } from './reader.ts'
import { createRowMemory } from './rowMemory.ts'

/** An account that the index knows, by the number that its rows have. */
export type KnownAccount = { readonly id: bigint; readonly address: StdAddress }

/** Finds an account's number: the one made of its address, or one of the next, where others share that. */
export function findAccountId(reader: Reader, address: StdAddress): bigint | undefined {
  return findId(address, (id) => {
    const [row] = reader.all<{ address: Buffer }>('SELECT address FROM accounts WHERE id = ?', [id])
    return row?.address
  })
}

/** Those of `addresses` that the index knows, each once. */
export function findAccounts(reader: Reader, addresses: readonly StdAddress[]): KnownAccount[] {
  const first = loadAddresses(reader, addresses.map(accountId))
  const found = new Map<bigint, KnownAccount>()
  for (const address of addresses) {
    const there = first.get(accountId(address))
    if (there === undefined) continue
    // Another account may have the number that is made of this one's address.
    const id = there.equals(address) ? accountId(address) : findAccountId(reader, address)
    if (id !== undefined) found.set(id, { id, address })
  }
  return [...found.values()]
}

/** Whoever sends a message is in the next row too, and a number stays an account's. */
const ADDRESSES = createRowMemory<StdAddress>({ size: 4_096 })

/** Addresses by number. */
export function loadAddresses(reader: Reader, ids: Iterable<bigint>): ReadonlyMap<bigint, StdAddress> {
  const select = 'SELECT id, address FROM accounts'
  return ADDRESSES.load(reader, ids, (others) =>
    loadByIds<{ id: bigint; address: Buffer }>(reader, select, 'id', others).map(({ id, address }) => [
      id,
      address,
    ]),
  )
}

/** Rows at most asked for by one statement. */
const CHUNK = 128

/** Rows of a table whose `column` is one of `ids`, in any order. */
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
