import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger, sortableInteger } from '../sortableInteger.ts'
import { type Addresses, accountNumbers, matchesNothing } from './accountNumbers.ts'
import { among, direction, equals, type Piece, type Sort } from './conditions.ts'
import type { Reader } from './reader.ts'
import { concatenatedPage, type Stream } from './streams.ts'
import {
  type ContractState,
  idStream,
  loadInOrder,
  loadRowNames,
  type PageRange,
  STATE_COLUMNS,
  type StateRow,
} from './tokenRows.ts'

/** Conditions of `/jetton/wallets`: all of them must hold. */
export type JettonWalletFilter = {
  readonly addresses?: Addresses
  readonly owners?: Addresses
  readonly jettons?: Addresses
  readonly excludesZero?: boolean
}

/** A page sorted by balance, or in the order of insertion without `sort`. */
export type JettonWalletPage = PageRange & { readonly sort?: Sort | undefined }

/** A verified jetton wallet with its state. */
export type JettonWalletRecord = ContractState & {
  /** In the jetton's smallest unit. */
  readonly balance: bigint
  readonly owner: StdAddress
  readonly jetton: StdAddress
}

/**
 * Returns the numbers of a page's wallets (compatibility-v3 §7.2). With one jetton, or without a selector, they have
 * the order of the page; with several, they are sorted by owner and then in that order; with addresses alone, by
 * address.
 */
export function findJettonWallets(
  reader: Reader,
  filter: JettonWalletFilter,
  page: JettonWalletPage,
): bigint[] {
  const accounts = accountNumbers(reader, filter.addresses)
  const owners = accountNumbers(reader, filter.owners)
  const jettons = accountNumbers(reader, filter.jettons)
  if (matchesNothing(accounts, owners, jettons)) return []
  const order = orderOf(page.sort)
  const nonZero = filter.excludesZero ? [nonZeroPiece(page.sort === undefined)] : []
  const stream = (pieces: readonly Piece[], by = order): Stream<{ readonly id: bigint }> =>
    idStream(reader, 'jetton_wallets', [...pieces, ...nonZero], by)

  const isOneJetton = filter.jettons?.length === 1
  if (accounts !== undefined || (owners !== undefined && jettons !== undefined)) {
    const by = isOneJetton ? order : owners ? `owner, ${order}` : 'account'
    return stream(namedPieces({ accounts, owners, jettons }), by)(page.limit, page.offset).map(({ id }) => id)
  }
  const [column, numbers] = owners ? ['owner', owners] : ['jetton', jettons]
  const streams = numbers ? numbers.map((number) => stream(equals(column, number))) : [stream([])]
  return concatenatedPage(streams, page).map(({ id }) => id)
}

function orderOf(sort: Sort | undefined): string {
  return sort === undefined ? 'id' : `balance ${direction(sort)}, id ${direction(sort)}`
}

/**
 * Builds the condition of a non-zero balance.
 * @param isChecked whether rows are checked one by one, because no index in the order of insertion has the balance
 */
function nonZeroPiece(isChecked: boolean): Piece {
  return { sql: `${isChecked ? '+' : ''}balance > ?`, values: [sortableInteger(0n)] }
}

/** Builds the conditions of named wallets, or of the wallets of owners for jettons. Few rows match them. */
function namedPieces({
  accounts,
  owners,
  jettons,
}: {
  readonly accounts: readonly bigint[] | undefined
  readonly owners: readonly bigint[] | undefined
  readonly jettons: readonly bigint[] | undefined
}): Piece[] {
  if (accounts === undefined) return [among('owner', owners ?? []), among('jetton', jettons ?? [])]
  return [
    among('account', accounts),
    ...(owners ? [among('+owner', owners)] : []),
    ...(jettons ? [among('+jetton', jettons)] : []),
  ]
}

type Row = StateRow & {
  readonly id: bigint
  readonly balance: Buffer
  readonly owner: bigint
  readonly jetton: bigint
}

const SELECT = `SELECT ${STATE_COLUMNS}, x.balance, x.owner, x.jetton FROM jetton_wallets x`

/** Loads jetton wallets in the order of their numbers. */
export function loadJettonWallets(reader: Reader, ids: readonly bigint[]): JettonWalletRecord[] {
  const rows = loadInOrder<Row>(reader, SELECT, ids)
  const names = loadRowNames(
    reader,
    rows,
    rows.flatMap(({ owner, jetton }) => [owner, jetton]),
  )
  return rows.map((row) => ({
    ...names.state(row),
    balance: readSortableInteger(row.balance),
    owner: names.address(row.owner),
    jetton: names.address(row.jetton),
  }))
}
