import type { StdAddress } from '../parsedBlock.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import { type Addresses, accountNumbers, matchesNothing } from './accountNumbers.ts'
import { loadCodeHashes } from './cellParts.ts'
import { among, equals, type Page, type Piece, where } from './conditions.ts'
import type { Reader, SqlRow } from './reader.ts'
import { byNumber, pageOf, type Stream } from './streams.ts'

/** Common parts of the tables of token contracts (migration 3). */

/** Range of a page of a list with only one order. */
export type PageRange = Pick<Page, 'limit' | 'offset'>

/** The contract state from which its row was read by get-methods. */
export type ContractState = {
  readonly address: StdAddress
  readonly lastTxLt: bigint
  readonly codeHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
}

/** The columns of ContractState. */
export type StateRow = SqlRow & {
  readonly account: bigint
  readonly code: bigint | null
  readonly data_hash: Buffer | null
  readonly last_tx_lt: bigint
}

export const STATE_COLUMNS = 'x.id, x.account, x.code, x.data_hash, x.last_tx_lt'

/** Lookup of addresses and codes by the numbers in rows. */
export type RowNames = {
  address(account: bigint): StdAddress
  optionalAddress(account: bigint | null): StdAddress | undefined
  state(row: StateRow): ContractState
}

/**
 * Loads the accounts and codes of rows.
 * @param accounts numbers of further accounts in the rows
 */
export function loadRowNames(
  reader: Reader,
  rows: readonly StateRow[],
  accounts: readonly (bigint | null)[],
): RowNames {
  const wanted = [...rows.map(({ account }) => account), ...accounts]
  const address = addressesOf(reader, wanted)
  const codes = loadCodeHashes(
    reader,
    rows.map(({ code }) => code),
  )
  return {
    address,
    optionalAddress: (account) => (account === null ? undefined : address(account)),
    state: ({ account, code, data_hash, last_tx_lt }) => ({
      address: address(account),
      lastTxLt: last_tx_lt,
      codeHash: codes.get(code),
      dataHash: data_hash ?? undefined,
    }),
  }
}

/** Returns a lookup of addresses by account number. The lookup throws for numbers without an account. */
export function addressesOf(
  reader: Reader,
  accounts: readonly (bigint | null)[],
): (account: bigint) => StdAddress {
  const addresses = loadAddresses(
    reader,
    accounts.filter((account) => account !== null),
  )
  return (account) => {
    const address = addresses.get(account)
    if (address === undefined) throw new Error(`the index has no account ${account}`)
    return address
  }
}

/**
 * Loads rows by `id` in the order of `ids`.
 * @param select a statement that ends with FROM; the table's alias is x
 */
export function loadInOrder<Row extends SqlRow & { readonly id: bigint }>(
  reader: Reader,
  select: string,
  ids: readonly bigint[],
): Row[] {
  const byId = new Map(loadByIds<Row>(reader, select, 'x.id', ids).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Key = { readonly id: bigint }

/** Returns a stream of ids in an order that an index has. The table's alias is `inserted`. */
export function idStream<Row extends Key & SqlRow = Key>(
  reader: Reader,
  table: string,
  pieces: readonly Piece[],
  order: string,
  columns = 'id',
): Stream<Row> {
  const { sql, values } = where(pieces)
  const text = `SELECT ${columns} FROM ${table} inserted${sql} ORDER BY ${order} LIMIT ? OFFSET ?`
  return (limit, offset) => reader.all<Row>(text, [...values, limit, offset])
}

/**
 * Returns the ids of a page in the order of insertion. The contracts are filtered by address and by the account in
 * `column`.
 */
export function pageByInsertion(
  reader: Reader,
  table: string,
  filter: { readonly addresses: Addresses; readonly column: string; readonly owners: Addresses },
  page: PageRange,
): bigint[] {
  const { column } = filter
  const accounts = accountNumbers(reader, filter.addresses)
  const owners = accountNumbers(reader, filter.owners)
  if (matchesNothing(accounts, owners)) return []
  const stream = (pieces: readonly Piece[]) => idStream(reader, table, pieces, 'id')
  const streams =
    accounts !== undefined
      ? [stream([among('account', accounts), ...(owners ? [among(`+${column}`, owners)] : [])])]
      : owners !== undefined
        ? owners.map((owner) => stream(equals(column, owner)))
        : [stream([])]
  return pageOf(streams, (a, b) => byNumber(a.id, b.id, 'asc'), page).map(({ id }) => id)
}
