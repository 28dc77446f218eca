import type { StdAddress } from '../../store/facts.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../stdAddress.ts'
import { addressSlice, intValue } from './contract.ts'
import { nextResolver, ZONES } from './dnsZones.ts'
import type { Look } from './look.ts'

/** The wallet that a jetton's master gives for an owner. Rejects with MissingStateError, ResultShapeError */
export async function walletOf(look: Look, owner: StdAddress, jetton: StdAddress): Promise<StdAddress> {
  const results = await look.open(jetton).results('get_wallet_address', 1, [addressSlice(coreAddress(owner))])
  return stdAddressOf(results.address(0))
}

/** Orders of one multisig whose addresses are read for one question. */
const MAX_ORDERS = 100

/**
 * Returns the addresses of all orders that a multisig has numbered; undefined for more than MAX_ORDERS. Rejects with
 * MissingStateError, ResultShapeError
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
 * The item of a domain: of one label below a zone. Rejects with MissingStateError, and with ResultShapeError where there
 * is none.
 */
export async function itemOf(look: Look, domain: string): Promise<StdAddress> {
  const zone = ZONES.find((suffix) => domain.endsWith(suffix))
  const label = zone && domain.slice(0, -zone.length)
  if (!zone || !label || label.includes('.')) throw new ResultShapeError()
  const collection = await look.zones.collectionOf(zone)
  return stdAddressOf(await nextResolver(look.open(stdAddressOf(collection)), label))
}
