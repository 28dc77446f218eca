import type { StdAddress } from '../../store/facts.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { coreAddress, stdAddressOf } from '../stdAddress.ts'
import { addressSlice } from './contract.ts'
import { nextResolver, ZONES } from './dnsZones.ts'
import type { Look } from './look.ts'

/** The wallet that a jetton's master gives for an owner. Rejects with MissingStateError, ResultShapeError */
export async function walletOf(look: Look, owner: StdAddress, jetton: StdAddress): Promise<StdAddress> {
  const results = await look.open(jetton).results('get_wallet_address', 1, [addressSlice(coreAddress(owner))])
  return stdAddressOf(results.address(0))
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
