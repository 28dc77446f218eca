import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import { accountShard } from './accountShard.ts'
import { ApiFailure } from './apiFailure.ts'
import { type BlockId, blockIdKey, blockIdOf } from './blockId.ts'
import { blockOfLtQuery, blockOfSeqnoQuery, blockTransactionsQuery } from './blocks.ts'
import type { Network } from './network.tsx'

/** The fields of a message that lead to its other transaction without an index. */
export type FollowedMessage = {
  readonly hash: string
  readonly createdLt: string
  readonly source: string
  readonly destination: string
}

export type FoundEnd = { readonly address: string; readonly lt: string; readonly hash: string }

/** Number of an account's transactions in one answer. */
const PAGE = 40
const MAX_PAGES = 8
/**
 * Maximum number of blocks that are searched. A message usually arrives in one of the next two blocks of its
 * shard.
 */
const MAX_BLOCKS = 12

type Item = V2Result<'getBlockTransactionsExt'>['transactions'][number]

/** Searches the transactions of an account in a block, whose lists are sorted by account and lt. */
async function findInBlock(
  client: QueryClient,
  network: Network,
  blockId: BlockId,
  account: TonAddress,
  isWanted: (item: Item) => boolean,
): Promise<FoundEnd | undefined> {
  const raw = `${account.workchain}:${bytesToHex(account.hash)}`
  let after = { lt: '0', hash: raw }
  for (let page = 0; page < MAX_PAGES; page++) {
    const { result } = await client.fetchQuery(blockTransactionsQuery(network, blockId, PAGE, after))
    const own = result.transactions.filter((item) => item.account.toLowerCase() === raw)
    const found = own.find(isWanted)
    if (found) return { address: formatFriendlyAddress(account), ...found.transaction_id }
    const last = own.at(-1)
    if (!last || own.length < result.transactions.length || !result.incomplete) return undefined
    after = { lt: last.transaction_id.lt, hash: raw }
  }
  return undefined
}

function addressOf(text: string): TonAddress {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  return { workchain: address.workchain, hash: address.hash }
}

/**
 * Returns the query for the transaction that sent a message. It is in the block of its source's shard that
 * contains its logical time.
 */
export function senderQuery(network: Network, message: FollowedMessage) {
  return queryOptions({
    queryKey: [network.id, 'sender', message.hash],
    queryFn: async ({ client }) => {
      const account = addressOf(message.source)
      const { result } = await client.fetchQuery(
        blockOfLtQuery(network, account.workchain, accountShard(account.hash), message.createdLt),
      )
      const isWanted = (item: Item) => item.out_msgs.some(({ hash }) => hash === message.hash)
      return (await findInBlock(client, network, blockIdOf(result), account, isWanted)) ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function nextBlock(client: QueryClient, network: Network, blockId: BlockId, account: TonAddress) {
  try {
    const next = { ...blockId, shard: accountShard(account.hash), seqno: blockId.seqno + 1 }
    return blockIdOf((await client.fetchQuery(blockOfSeqnoQuery(network, next))).result)
  } catch (error) {
    // Liteservers give the same answer for a block that does not exist yet as for a missing one.
    if (error instanceof ApiFailure && error.status === 500) return undefined
    throw error
  }
}

/**
 * Returns the query for the transaction that received a message, which is searched in the blocks of its
 * destination's shard from its logical time on. The data is null if none of the next blocks has it.
 */
export function receiverQuery(network: Network, message: FollowedMessage) {
  return queryOptions({
    queryKey: [network.id, 'receiver', message.hash],
    queryFn: async ({ client }) => {
      const account = addressOf(message.destination)
      const first = await client.fetchQuery(
        blockOfLtQuery(network, account.workchain, accountShard(account.hash), message.createdLt),
      )
      const isWanted = (item: Item) => item.in_msg?.hash === message.hash
      const seen = new Set<string>()
      let blockId: BlockId | undefined = blockIdOf(first.result)
      for (let i = 0; blockId && i < MAX_BLOCKS && !seen.has(blockIdKey(blockId)); i++) {
        seen.add(blockIdKey(blockId))
        const found = await findInBlock(client, network, blockId, account, isWanted)
        if (found) return found
        blockId = await nextBlock(client, network, blockId, account)
      }
      return null
    },
    staleTime: 2_000,
  })
}
