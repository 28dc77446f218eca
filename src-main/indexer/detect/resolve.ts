import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../stdAddress.ts'
import { addressSlice, intValue } from './contract.ts'
import { nextResolver, ZONES } from './dnsZones.ts'
import type { Look } from './look.ts'

/**
 * Returns the wallet address that a jetton's master computes for an owner. Rejects with MissingStateError,
 * ResultShapeError.
 */
export async function walletOf(look: Look, owner: StdAddress, jetton: StdAddress): Promise<StdAddress> {
  const results = await look.open(jetton).results('get_wallet_address', 1, [addressSlice(coreAddress(owner))])
  return stdAddressOf(results.address(0))
}

/** Maximum number of orders of one multisig that are read for one request. */
const MAX_ORDERS = 100

/**
 * Returns the addresses of all numbered orders of a multisig; undefined for more than MAX_ORDERS. Rejects with
 * MissingStateError, ResultShapeError.
 */
export async function ordersOf(look: Look, multisig: StdAddress): Promise<readonly StdAddress[] | undefined> {
  const contract = look.open(multisig)
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
 * Returns the address of a domain's NFT item; the domain has one label below a zone. Rejects with MissingStateError,
 * and with ResultShapeError if there is no such domain.
 */
export async function itemOf(look: Look, domain: string): Promise<StdAddress> {
  const zone = ZONES.find((suffix) => domain.endsWith(suffix))
  const label = zone && domain.slice(0, -zone.length)
  if (!zone || !label || label.includes('.')) throw new ResultShapeError()
  const collection = await look.zones.collectionOf(zone)
  return stdAddressOf(await nextResolver(look.open(stdAddressOf(collection)), label))
}
