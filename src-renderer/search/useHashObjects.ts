import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { formatRawAddress } from '#shared/ton/address.ts'
import { bytesToBase64, hexToBytes } from '#shared/ton/base64.ts'
import { accountQuery, librariesQuery } from '../api/accounts.ts'
import { type IndexedHash, indexedHashQuery } from '../api/indexedHash.ts'
import { useHead, useNetwork } from '../api/network.tsx'

/** The objects of a network that have a hash, as far as they are known. */
export type HashObjects = {
  /** Transactions, messages and blocks of the index. */
  readonly indexed: UseQueryResult<IndexedHash>
  /** Raw addresses that the hash can have, one a workchain. */
  readonly addresses: readonly string[]
  /** Those of them that exist or existed. */
  readonly accounts: readonly string[]
  /** True if a public library has the hash. */
  readonly isLibrary: boolean
  /** True while accounts or libraries are still requested. */
  readonly isPending: boolean
}

/**
 * Looks for everything that a hash can belong to.
 * @param hash 64 hexadecimal digits
 */
export function useHashObjects(hash: string): HashObjects {
  const network = useNetwork()
  const head = useHead()?.seqno ?? 0
  const bytes = hexToBytes(hash) ?? new Uint8Array(32)
  const addresses = [0, -1].map((workchain) => formatRawAddress({ workchain, hash: bytes }))
  const indexed = useQuery(indexedHashQuery(network, hash))
  const states = useQueries({ queries: addresses.map((address) => accountQuery(network, address, head)) })
  const library = useQuery(librariesQuery(network, bytesToBase64(bytes)))
  return {
    indexed,
    addresses,
    accounts: addresses.filter((_, i) => {
      const state = states[i]?.data?.result
      return state && (state.state !== 'uninitialized' || state.last_transaction_id.lt !== '0')
    }),
    isLibrary: library.data !== undefined && library.data.result.result.length > 0,
    isPending: library.isPending || states.some(({ isPending }) => isPending),
  }
}
