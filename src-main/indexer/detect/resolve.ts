import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../stdAddress.ts'
import { addressSlice, intValue } from './contract.ts'
import { nextResolver, ZONES } from './dnsZones.ts'
import type { Inspector } from './inspector.ts'

/**
 * Returns the wallet address that a jetton's master computes for an owner. Rejects with MissingStateError,
 * ResultShapeError.
 */
export async function walletOf(
  inspector: Inspector,
  owner: StdAddress,
  jetton: StdAddress,
): Promise<StdAddress> {
  const results = await inspector
    .open(jetton)
    .results('get_wallet_address', 1, [addressSlice(coreAddress(owner))])
  return stdAddressOf(results.address(0))
}

/** Maximum number of orders of one multisig that are read for one request. */
const MAX_ORDERS = 100

/**
 * Returns the addresses of all numbered orders of a multisig; undefined for more than MAX_ORDERS. Rejects with
 * MissingStateError, ResultShapeError.
 */
export async function ordersOf(
  inspector: Inspector,
  multisig: StdAddress,
): Promise<readonly StdAddress[] | undefined> {
  const contract = inspector.open(multisig)
  const count = (await contract.results('get_multisig_data', 4)).number(0)
  if (count < 0n) throw new ResultShapeError()
  if (count > MAX_ORDERS) return undefined
  const orders: StdAddress[] = []
  for (let seqno = 0n; seqno < count; seqno++) {
    const results = await contract.results('get_order_address', 1, [intValue(seqno)])
    orders.push(stdAddressOf(results.address(0)))
  }
  return orders
}

/**
 * Returns the item address that a collection computes for an index. Rejects with MissingStateError, ResultShapeError.
 */
export async function itemAt(
  inspector: Inspector,
  collection: StdAddress,
  index: bigint,
): Promise<StdAddress> {
  const results = await inspector.open(collection).results('get_nft_address_by_index', 1, [intValue(index)])
  return stdAddressOf(results.address(0))
}

/**
 * Returns the address of a domain's NFT item; the domain has one label below a zone. Rejects with MissingStateError,
 * and with ResultShapeError if there is no such domain.
 */
export async function itemOf(inspector: Inspector, domain: string): Promise<StdAddress> {
  const zone = ZONES.find((suffix) => domain.endsWith(suffix))
  const label = zone && domain.slice(0, -zone.length)
  if (!zone || !label || label.includes('.')) throw new ResultShapeError()
  const collection = await inspector.zones.collectionOf(zone)
  return stdAddressOf(await nextResolver(inspector.open(stdAddressOf(collection)), label))
}
