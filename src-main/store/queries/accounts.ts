import { accountId } from '../accountId.ts'
import { wholeBoc } from '../content.ts'
import type { StdAddress } from '../facts.ts'
import { findAccounts, loadByIds } from './accountIds.ts'
import type { Page } from './conditions.ts'
import type { Reader } from './reader.ts'

/** What names an account in an address book: the code that it has. */
export type AccountCode = { readonly address: StdAddress; readonly codeHash: Buffer | undefined }

/** Those of `addresses` that have a state in the index. */
export function loadAccountCodes(reader: Reader, addresses: readonly StdAddress[]): AccountCode[] {
  const select = `SELECT a.id, a.address, s.account AS known, c.hash FROM accounts a
    LEFT JOIN latest_states s ON s.account = a.id LEFT JOIN codes c ON c.id = s.code`
  type Row = { id: bigint; address: Buffer; known: bigint | null; hash: Buffer | null }
  const read = (ids: Iterable<bigint>) => loadByIds<Row>(reader, select, 'a.id', ids)
  const rows = new Map(read(addresses.map(accountId)).map((row) => [row.id, row]))
  const others = addresses.filter(
    (address) => rows.get(accountId(address))?.address.equals(address) === false,
  )
  for (const row of read(findAccounts(reader, others).map(({ id }) => id))) rows.set(row.id, row)
  const wanted = new Set(addresses.map((address) => address.toString('latin1')))
  return [...rows.values()].flatMap(({ address, known, hash }) =>
    known === null || !wanted.has(address.toString('latin1'))
      ? []
      : [{ address, codeHash: hash ?? undefined }],
  )
}

/** A contract's code as a bag of cells, where more than its hash is known. */
export function loadCode(reader: Reader, hash: Buffer): Buffer | undefined {
  const stored = storedCode(reader, hash)
  return stored && wholeBoc(stored, (part) => storedCode(reader, part))
}

/** A row of `codes`, for wholeBoc and its like: parts of it may be left out again. */
export function storedCode(reader: Reader, hash: Buffer): Buffer | undefined {
  const [row] = reader.all<{ boc: Buffer | null }>('SELECT boc FROM codes WHERE hash = ?', [hash])
  return row?.boc ?? undefined
}

/** The accounts with the largest balances (nanoton). */
export function findTopAccounts(
  reader: Reader,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): { readonly address: StdAddress; readonly balance: bigint }[] {
  return reader.all<{ address: Buffer; balance: bigint }>(
    `SELECT a.address, top.balance FROM
       (SELECT account, balance FROM latest_states ORDER BY balance DESC, account DESC LIMIT ? OFFSET ?) top
     JOIN accounts a ON a.id = top.account ORDER BY top.balance DESC, top.account DESC`,
    [limit, offset],
  )
}
