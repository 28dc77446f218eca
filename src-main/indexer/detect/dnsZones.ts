import type { Address } from '@ton/core'
import { beginCell } from '@ton/core'
import { encodeDomain, NEXT_RESOLVER_CATEGORY, readDnsRecord } from '../../contracts/dnsRecord.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { ResultShapeError } from '../../tvm/methodResults.ts'
import { stdAddressOf } from '../stdAddress.ts'
import { type Contract, intValue } from './contract.ts'
import { LibraryUnavailableError, MissingStateError } from './detector.ts'

/** The collections of domains, to which the DNS root of configuration parameter 4 resolves their zones. */
export type DnsZones = {
  /** The DNS root; undefined if the configuration has none. */
  readonly root: StdAddress | undefined
  /** Returns the zone of a collection, `.ton` or `.t.me`; undefined for others. */
  zoneOf(collection: Address): Promise<string | undefined>
  /** Returns the collection of a zone. Rejects with ResultShapeError if there is none. */
  collectionOf(zone: string): Promise<Address>
  /** Resolves to the collection of each zone; to undefined while the root's state is not known. */
  collections(): Promise<readonly (StdAddress | undefined)[] | undefined>
}

export const ZONES = ['.ton', '.t.me'] as const

/**
 * Creates the lookup of zones.
 * @param openRoot opens the contract of parameter 4; throws MissingStateError, ResultShapeError
 */
export function createDnsZones(root: StdAddress | undefined, openRoot: () => Contract): DnsZones {
  const collections = new Map<string, Promise<Address>>()

  function collectionOf(zone: string): Promise<Address> {
    let found = collections.get(zone)
    if (!found) {
      found = (async () => nextResolver(openRoot(), zone.slice(1)))()
      collections.set(zone, found)
    }
    return found
  }

  function maybeCollectionOf(zone: string): Promise<Address | undefined> {
    return collectionOf(zone).catch((error: unknown) => {
      if (error instanceof ResultShapeError) return undefined
      throw error
    })
  }

  return {
    root,
    collectionOf,
    async collections() {
      const found: (StdAddress | undefined)[] = []
      try {
        for (const zone of ZONES) {
          const collection = await maybeCollectionOf(zone)
          found.push(collection && stdAddressOf(collection))
        }
        return found
      } catch (error) {
        if (error instanceof MissingStateError || error instanceof LibraryUnavailableError) return undefined
        throw error
      }
    },
    async zoneOf(collection) {
      for (const zone of ZONES) {
        const found = await maybeCollectionOf(zone)
        if (found?.equals(collection)) return zone
      }
      return undefined
    },
  }
}

const NO_LABEL = Buffer.from([0])
const CATEGORY = BigInt(`0x${NEXT_RESOLVER_CATEGORY.toString('hex')}`)

/**
 * Resolves a whole name at one contract and returns the next resolver. Rejects with ResultShapeError if it has none.
 */
export async function nextResolver(contract: Contract, name: string): Promise<Address> {
  const encoded = Buffer.concat([NO_LABEL, encodeDomain(name).subarray(1)])
  const slice = { type: 'slice', cell: beginCell().storeBuffer(encoded).endCell() } as const
  const results = await contract.results('dnsresolve', 2, [slice, intValue(CATEGORY)])
  const bits = results.number(0)
  const size = BigInt(8 * encoded.length)
  // Contracts return a length with or without the zero byte that ends the name.
  if (bits !== size && bits !== size - 8n) throw new ResultShapeError()
  const record = readDnsRecord(results.cell(1))
  if (record?.type !== 'next-resolver') throw new ResultShapeError()
  return record.resolver
}
