import { isUtf8 } from 'node:buffer'
import type { Address } from '@ton/core'
import { decodeDomain } from '../../../contracts/dnsRecord.ts'
import type { Contract } from '../contract.ts'
import type { DnsZones } from '../dnsZones.ts'

/** Returns the domain of an item of a zone's collection, with the zone; undefined for other items. */
export async function domainName(
  contract: Contract,
  collection: Address,
  zones: DnsZones,
): Promise<string | undefined> {
  if (!contract.mayHave('get_domain') && !contract.mayHave('get_full_domain')) return undefined
  const zone = await zones.zoneOf(collection)
  switch (zone) {
    case '.ton': {
      const label = await textOf(contract, 'get_domain')
      return label === undefined ? undefined : `${label.toString('utf8')}${zone}`
    }
    case '.t.me': {
      const encoded = await textOf(contract, 'get_full_domain')
      return encoded && decodeDomain(encoded).slice(0, -1)
    }
  }
  return undefined
}

/** Returns the text of a getter; undefined if it fails or the text is empty or not UTF-8. */
async function textOf(contract: Contract, method: string): Promise<Buffer | undefined> {
  const results = await contract.maybeResults(method, 1)
  const cell = results?.maybeSlice(0)
  if (!cell || cell.isExotic || cell.bits.length === 0 || cell.bits.length % 8 !== 0) return undefined
  const text = cell.beginParse().loadBuffer(cell.bits.length / 8)
  return isUtf8(text) ? text : undefined
}
