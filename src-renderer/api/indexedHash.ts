import { queryOptions } from '@tanstack/react-query'
import type { HashOwner } from '#shared/schema/hashLookup.ts'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { V3Name, V3Request, V3Result } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'
import { ApiFailure } from './apiFailure.ts'
import { hashLookupQuery } from './hashLookup.ts'
import type { Network } from './network.tsx'
import { findV3 } from './v3.ts'

/** The objects with a hash in the index. */
export type IndexedHash = {
  readonly transaction: TransactionJson | undefined
  /** A transaction that received or sent the message with this hash. */
  readonly messageOf: TransactionJson | undefined
  readonly block: { readonly json: BlockJson; readonly by: 'root hash' | 'file hash' } | undefined
  readonly book: AddressBookJson
  /** True if a request failed or not all blocks are indexed. */
  readonly unsure: boolean
}

type Found<Name extends V3Name> = { readonly result: V3Result<Name> | undefined; readonly unsure: boolean }

const NOTHING = { result: undefined, unsure: false } as const

/** Returns undefined if there is no such object, or if the index is incomplete or failed. */
async function ask<Name extends V3Name>(
  name: Name,
  request: V3Request<Name>,
  signal: AbortSignal,
): Promise<Found<Name>> {
  try {
    return { result: (await findV3(name, request, signal, { searches: false }))?.result, unsure: false }
  } catch (error) {
    if (error instanceof ApiFailure) return { result: undefined, unsure: true }
    throw error
  }
}

/** Returns the query for transactions, messages and blocks with a hash (hexadecimal). */
export function indexedHashQuery(network: Network, hash: string) {
  return queryOptions({
    queryKey: [network.id, 'indexedHash', hash],
    queryFn: async ({ signal, client }): Promise<IndexedHash> => {
      const base64 = base64OfHex(hash)
      const known = await client.fetchQuery(hashLookupQuery(network, hash))
      /** Asks for what has the hash; not for the rest, which would be refused or empty. */
      const askFor = <Name extends V3Name>(owner: HashOwner, name: Name, request: V3Request<Name>) =>
        known.found.includes(owner) ? ask(name, request, signal) : NOTHING
      const [own, message, root, file] = await Promise.all([
        askFor('transaction', 'transactions', { hash: [base64], limit: 1 }),
        askFor('message', 'transactionsByMessage', { msg_hash: [base64], limit: 1 }),
        askFor('root_hash', 'blocks', { root_hash: base64, limit: 1 }),
        askFor('file_hash', 'blocks', { file_hash: base64, limit: 1 }),
      ])
      const byRoot = root.result?.blocks[0]
      const byFile = file.result?.blocks[0]
      return {
        transaction: own.result?.transactions[0],
        messageOf: message.result?.transactions[0],
        block: byRoot ? { json: byRoot, by: 'root hash' } : byFile && { json: byFile, by: 'file hash' },
        book: { ...own.result?.address_book, ...message.result?.address_book },
        unsure: known.unsure !== null || [own, message, root, file].some(({ unsure }) => unsure),
      }
    },
    staleTime: 5_000,
    retry: false,
  })
}
