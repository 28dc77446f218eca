import { queryOptions } from '@tanstack/react-query'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type { V3Name, V3Request, V3Result } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'
import { ApiFailure } from './apiFailure.ts'
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
    queryFn: async ({ signal }): Promise<IndexedHash> => {
      const base64 = base64OfHex(hash)
      const [own, message, root, file] = await Promise.all([
        ask('transactions', { hash: [base64], limit: 1 }, signal),
        ask('transactionsByMessage', { msg_hash: [base64], limit: 1 }, signal),
        ask('blocks', { root_hash: base64, limit: 1 }, signal),
        ask('blocks', { file_hash: base64, limit: 1 }, signal),
      ])
      const byRoot = root.result?.blocks[0]
      const byFile = file.result?.blocks[0]
      return {
        transaction: own.result?.transactions[0],
        messageOf: message.result?.transactions[0],
        block: byRoot ? { json: byRoot, by: 'root hash' } : byFile && { json: byFile, by: 'file hash' },
        book: { ...own.result?.address_book, ...message.result?.address_book },
        unsure: [own, message, root, file].some(({ unsure }) => unsure),
      }
    },
    staleTime: 5_000,
    retry: false,
  })
}
