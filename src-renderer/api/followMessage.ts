import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import { accountShard } from './accountShard.ts'
import { ApiFailure } from './apiFailure.ts'
import { type BlockId, blockIdKey, blockIdOf } from './blockId.ts'
import { blockOfLtQuery, blockOfSeqnoQuery, blockTransactionsQuery } from './blocks.ts'
import type { Network } from './network.tsx'

/** A message as a transaction names it: enough to find its other end without an index. */
export type FollowedMessage = {
  readonly hash: string
  readonly createdLt: string
  readonly source: string
  readonly destination: string
}

export type FoundEnd = { readonly address: string; readonly lt: string; readonly hash: string }

/** Transactions of an account in one block that are looked at in one answer. */
const PAGE = 40
const MAX_PAGES = 8
/** A message is usually taken in by the next block or two of its shard; a crowded queue makes it wait longer. */
const MAX_BLOCKS = 12

type Item = V2Result<'getBlockTransactionsExt'>['transactions'][number]

/** Goes through the transactions of one account in a block: lists are by account, then lt. */
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

/** The transaction that sent a message: in the block of its source's shard that covers its logical time. */
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
    // The end of the chain so far answers as any block that a liteserver doesn't have.
    if (error instanceof ApiFailure && error.status === 500) return undefined
    throw error
  }
}

/**
 * The transaction that took a message in: looked for in the blocks of its destination's shard from its logical
 * time on. Null when none of the next few has it.
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
