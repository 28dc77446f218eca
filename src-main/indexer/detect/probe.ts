import { methodIdOf } from '#shared/ton/methodId.ts'
import { loadAddresses } from '../../store/queries/accountIds.ts'
import type { Reader, SqlRow } from '../../store/queries/reader.ts'
import { readSortableInteger, sortableInteger } from '../../store/sortableInteger.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import type { StackValue } from '../../tvm/stackValue.ts'
import { coreAddress } from '../stdAddress.ts'
import { addressSlice, type Contract, intValue } from './contract.ts'

/** Getters with which a contract acknowledges others. */
const ACKNOWLEDGING = [
  'get_wallet_address',
  'get_nft_address_by_index',
  'get_order_address',
  'dnsresolve',
] as const

/**
 * Maximum number of wallets, items or orders between the oldest and the newest that are asked for after one change; the
 * next change asks for others.
 */
const BETWEEN = 6

/** Returns whether one of these methods acknowledges other contracts: their detection depends on such a contract. */
export function canAcknowledge(methods: ReadonlySet<number>): boolean {
  return ACKNOWLEDGING.some((name) => methods.has(methodIdOf(name)))
}

/** Runs the getters of ACKNOWLEDGING without arguments, so that `hasGetters` tells whether the contract has one. */
export async function runAcknowledging(contract: Contract): Promise<void> {
  for (const name of ACKNOWLEDGING) await contract.maybeResults(name, 0)
}

/**
 * Returns whether a contract no longer acknowledges one of its verified wallets, items or orders: then all of them must
 * be verified again. Asks for the oldest and the newest of each kind, and for some between them, which differ from
 * change to change.
 */
export async function isRecheckNeeded(
  reader: Reader,
  account: bigint | undefined,
  contract: Contract,
): Promise<boolean> {
  if (account === undefined) return false
  const change = contract.state.lastTxLt
  for (const probe of [
    ...walletProbes(reader, account, change),
    ...itemProbes(reader, account, change),
    ...orderProbes(reader, account, change),
  ]) {
    if (!(await stillGives(reader, contract, probe))) return true
  }
  return false
}

/** A question to which the answer is the address of `account`. */
type Probe = { readonly method: string; readonly argument: StackValue; readonly account: bigint }

async function stillGives(
  reader: Reader,
  contract: Contract,
  { method, argument, account }: Probe,
): Promise<boolean> {
  const address = loadAddresses(reader, [account]).get(account)
  if (!address) return true
  try {
    const results = await contract.results(method, 1, [argument])
    return results.address(0).equals(coreAddress(address))
  } catch (error) {
    if (error instanceof ResultShapeError) return false
    throw error
  }
}

type NumberedRow = { readonly account: bigint; readonly number: Buffer }

/** A kind of account that a contract acknowledges: how its rows are selected, and their order. */
type Dependents<Cursor> = {
  /** Ends with the condition on the contract. Its rows have the value of `column` as `place`. */
  readonly select: string
  readonly column: string
  numberOf(place: Cursor): bigint
  placeOf(number: bigint): Cursor
}

/** Reads the first and the last row, and at most BETWEEN rows after a place between them that `change` decides. */
function someRows<Cursor extends bigint | Buffer, Row extends SqlRow & { readonly place: Cursor }>(
  reader: Reader,
  contract: bigint,
  { select, column, numberOf, placeOf }: Dependents<Cursor>,
  change: bigint,
): readonly Row[] {
  const [first, last] = ['ASC', 'DESC'].map(
    (direction) => reader.all<Row>(`${select} ORDER BY ${column} ${direction} LIMIT 1`, [contract])[0],
  )
  if (!first || !last) return []
  const [low, high] = [numberOf(first.place), numberOf(last.place)]
  if (low === high) return [first]
  const count = high - low - 1n
  // As many rows follow the last possible place as one change asks for.
  const places = count - BigInt(BETWEEN) + 1n
  const place = low + 1n + (places > 0n ? spread(change) % places : 0n)
  const between = reader.all<Row>(
    `${select} AND ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${BETWEEN}`,
    [contract, placeOf(place), placeOf(high)],
  )
  return [first, ...between, last]
}

/** Returns 64 bits that differ much for numbers that differ little. */
function spread(change: bigint): bigint {
  const mixed = BigInt.asUintN(64, change * 0x9e3779b97f4a7c15n)
  return mixed ^ (mixed >> 32n)
}

/** Rows in the order in which they were written. */
const BY_ID = {
  column: 'id',
  numberOf: (place: bigint) => place,
  placeOf: (number: bigint) => number,
}

/** Rows in the order of their item's index. */
const BY_INDEX = {
  column: 'item_index',
  numberOf: (place: Buffer) => readSortableInteger(place),
  placeOf: (number: bigint) => sortableInteger(number),
}

function walletProbes(reader: Reader, jetton: bigint, change: bigint): Probe[] {
  const select = 'SELECT account, owner, id AS place FROM jetton_wallets WHERE jetton = ?'
  type Row = { account: bigint; owner: bigint; place: bigint }
  const rows = someRows<bigint, Row>(reader, jetton, { ...BY_ID, select }, change)
  const owners = loadAddresses(
    reader,
    rows.map(({ owner }) => owner),
  )
  return rows.flatMap(({ account, owner }) => {
    const address = owners.get(owner)
    return address
      ? [{ method: 'get_wallet_address', argument: addressSlice(coreAddress(address)), account }]
      : []
  })
}

function itemProbes(reader: Reader, collection: bigint, change: bigint): Probe[] {
  const select =
    'SELECT account, item_index AS number, item_index AS place FROM nft_items WHERE collection = ?'
  type Row = NumberedRow & { place: Buffer }
  const rows = someRows<Buffer, Row>(reader, collection, { ...BY_INDEX, select }, change)
  return rows.map((row) => numberedProbe('get_nft_address_by_index', row))
}

function orderProbes(reader: Reader, multisig: bigint, change: bigint): Probe[] {
  const select = 'SELECT account, order_seqno AS number, id AS place FROM multisig_orders WHERE multisig = ?'
  type Row = NumberedRow & { place: bigint }
  const rows = someRows<bigint, Row>(reader, multisig, { ...BY_ID, select }, change)
  return rows.map((row) => numberedProbe('get_order_address', row))
}

/** Returns the probe of a contract that another one names by its number. */
function numberedProbe(method: string, { account, number }: NumberedRow): Probe {
  return { method, argument: intValue(readSortableInteger(number)), account }
}
