import { methodIdOf } from '#shared/ton/methodId.ts'
import { loadAddresses } from '../../store/queries/accountIds.ts'
import type { Reader, SqlRow } from '../../store/queries/reader.ts'
import { readSortableInteger } from '../../store/sortableInteger.ts'
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
 * be verified again. Asks for the oldest and the newest of each kind only.
 */
export async function isRecheckNeeded(
  reader: Reader,
  account: bigint | undefined,
  contract: Contract,
): Promise<boolean> {
  if (account === undefined) return false
  for (const probe of [
    ...walletProbes(reader, account),
    ...itemProbes(reader, account),
    ...orderProbes(reader, account),
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

/** Reads the first and the last row of an order by `column`. */
function ends<Row extends SqlRow>(reader: Reader, select: string, column: string, contract: bigint): Row[] {
  return ['ASC', 'DESC'].flatMap((direction) =>
    reader.all<Row>(`${select} ORDER BY ${column} ${direction} LIMIT 1`, [contract]),
  )
}

function walletProbes(reader: Reader, jetton: bigint): Probe[] {
  const rows = ends<{ account: bigint; owner: bigint }>(
    reader,
    'SELECT account, owner FROM jetton_wallets WHERE jetton = ?',
    'id',
    jetton,
  )
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

function itemProbes(reader: Reader, collection: bigint): Probe[] {
  const select = 'SELECT account, item_index AS number FROM nft_items WHERE collection = ?'
  return numberedProbes(
    reader,
    { select, column: 'item_index', method: 'get_nft_address_by_index' },
    collection,
  )
}

function orderProbes(reader: Reader, multisig: bigint): Probe[] {
  const select = 'SELECT account, order_seqno AS number FROM multisig_orders WHERE multisig = ?'
  return numberedProbes(reader, { select, column: 'id', method: 'get_order_address' }, multisig)
}

/** Probes of contracts that another one names by their numbers. */
function numberedProbes(
  reader: Reader,
  { select, column, method }: { readonly select: string; readonly column: string; readonly method: string },
  contract: bigint,
): Probe[] {
  const rows = ends<{ account: bigint; number: Buffer }>(reader, select, column, contract)
  return rows.map(({ account, number }) => ({
    method,
    argument: intValue(readSortableInteger(number)),
    account,
  }))
}
