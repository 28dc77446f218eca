import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { formatFriendlyAddress, parseAddress } from '#shared/ton/address.ts'
import { accountPrefix, FULL_SHARD } from '#shared/ton/shard.ts'
import { ApiFailure } from '../api/apiFailure.ts'
import { blockIdOf } from '../api/blockId.ts'
import { blockOfLtQuery, shardsQuery, transactionIdsQuery } from '../api/blocks.ts'
import type { Network } from '../api/network.tsx'
import { accountKey } from '../decode/accountKey.ts'
import { base64OfHex } from '../format/hexOfBase64.ts'

/** Maximum number of transactions of a block in v2. */
const WHOLE_BLOCK = 10_000

export type FoundTransaction = { readonly address: string; readonly lt: string; readonly hash: string }

/** A transaction that is looked for; the hash in base64, the account as its key. */
type Wanted = { readonly lt: string; readonly hash?: string; readonly account?: string }

async function findIn(
  client: QueryClient,
  network: Network,
  workchain: number,
  prefix: bigint,
  wanted: Wanted,
): Promise<FoundTransaction | undefined> {
  try {
    const block = await client.fetchQuery(blockOfLtQuery(network, workchain, prefix, wanted.lt))
    const page = await client.fetchQuery(transactionIdsQuery(network, blockIdOf(block.result), WHOLE_BLOCK))
    const found = page.result.transactions.find(
      ({ account, lt, hash }) =>
        lt === wanted.lt &&
        (wanted.hash === undefined || hash === wanted.hash) &&
        (wanted.account === undefined || accountKey(account) === wanted.account),
    )
    const address = found && parseAddress(found.account)
    return address && { address: formatFriendlyAddress(address), lt: found.lt, hash: found.hash }
  } catch (error) {
    // A liteserver answers 500 for an lt before or after its blocks: the transaction does not exist there.
    if (error instanceof ApiFailure && error.status === 500) return undefined
    throw error
  }
}

/**
 * Returns the query for a transaction by lt and hash without an index: it looks up the block of the lt in every
 * shard and searches its list. The data is null if no shard has the transaction. `hash` is hexadecimal.
 */
export function transactionByLtQuery(network: Network, headSeqno: number, lt: string, hash: string) {
  return queryOptions({
    queryKey: [network.id, 'transactionByLt', lt, hash, headSeqno],
    queryFn: async ({ client }) => {
      const wanted = { lt, hash: base64OfHex(hash) }
      const { result } = await client.fetchQuery(shardsQuery(network, headSeqno))
      const places = [{ workchain: -1, shard: FULL_SHARD }, ...result.shards.map(blockIdOf)]
      const found = await Promise.all(
        places.map(({ workchain, shard }) => findIn(client, network, workchain, shard, wanted)),
      )
      return found.find((item) => item !== undefined) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Returns the query for the transaction of an account at a logical time, in the block of its shard. The data is null if
 * there is none.
 */
export function transactionAtQuery(network: Network, address: string, lt: string) {
  return queryOptions({
    queryKey: [network.id, 'transactionAt', address, lt],
    queryFn: async ({ client }) => {
      const parsed = parseAddress(address)
      if (!parsed) return null
      const { workchain, hash } = parsed
      const wanted = { lt, account: accountKey(address) }
      return (await findIn(client, network, workchain, accountPrefix(hash), wanted)) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
