import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { parseAddress } from '#shared/ton/address.ts'
import { accountKey } from '../decode/accountKey.ts'
import { accountShard } from './accountShard.ts'
import { ApiFailure } from './apiFailure.ts'
import { type BlockId, blockIdOf, indexedBlockId } from './blockId.ts'
import { blockOfLtQuery } from './blocks.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Identifies a transaction of any API. */
type TransactionKey = { readonly address: string; readonly lt: string; readonly hash: string }

async function statedBlock({ address, lt, hash }: TransactionKey, signal: AbortSignal) {
  try {
    const { transactions } = (await getV3('transactions', { account: [address], lt, limit: 1 }, signal))
      .result
    return transactions.find((transaction) => transaction.hash === hash)?.block_ref
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}

async function searchedBlock(client: QueryClient, network: Network, { address, lt }: TransactionKey) {
  const { workchain, hash } = parseAddress(address) ?? { workchain: 0, hash: new Uint8Array(32) }
  return blockIdOf(
    (await client.fetchQuery(blockOfLtQuery(network, workchain, accountShard(hash), lt))).result,
  )
}

/**
 * Returns the query for the block of a transaction: the one that v3 states, or where v3 does not have the
 * transaction the one that v2 finds by the logical time.
 */
export function transactionBlockQuery(network: Network, key: TransactionKey) {
  return queryOptions({
    queryKey: [network.id, 'transactionBlock', accountKey(key.address), key.lt, key.hash],
    queryFn: async ({ client, signal }): Promise<BlockId> => {
      const stated = await statedBlock(key, signal)
      return stated ? indexedBlockId(stated) : searchedBlock(client, network, key)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
