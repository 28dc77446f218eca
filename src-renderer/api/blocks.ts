import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { STANDARD_ACCOUNTS } from '#shared/contracts/standardAccounts.ts'
import { shardToSigned } from '#shared/ton/shard.ts'
import {
  type BlockId,
  blockIdKey,
  blockIdOf,
  blockIdParameters,
  isMasterchain,
  masterchainBlockId,
  newShardBlocks,
} from './blockId.ts'
import type { BlockCount, MasterSummary } from './masterSummary.ts'
import type { Network } from './network.tsx'
import { getV2 } from './request.ts'

/** Options of queries for blocks by seqno, which never change. */
const FINAL = { staleTime: Number.POSITIVE_INFINITY } as const

/** Maximum number of transactions that a summary counts: a liteserver lists this many at once. */
const COUNT_LIMIT = 256

export function masterchainInfoQuery(network: Network) {
  return queryOptions({
    queryKey: [network.id, 'masterchainInfo'],
    queryFn: ({ signal }) => getV2('getMasterchainInfo', {}, signal),
    ...FINAL,
  })
}

export function blockHeaderQuery(network: Network, blockId: BlockId) {
  return queryOptions({
    queryKey: [network.id, 'blockHeader', blockIdKey(blockId)],
    queryFn: ({ signal }) => getV2('getBlockHeader', blockIdParameters(blockId), signal),
    ...FINAL,
  })
}

export function shardsQuery(network: Network, seqno: number) {
  return queryOptions({
    queryKey: [network.id, 'shards', seqno],
    queryFn: ({ signal }) => getV2('getShards', { seqno }, signal),
    ...FINAL,
  })
}

export function signaturesQuery(network: Network, seqno: number) {
  return queryOptions({
    queryKey: [network.id, 'signatures', seqno],
    queryFn: ({ signal }) => getV2('getMasterchainBlockSignatures', { seqno }, signal),
    ...FINAL,
  })
}

/**
 * Returns the query for the path from the newest masterchain block to a shard block. Only `mc_id` and the links
 * are used.
 */
export function shardBlockProofQuery(network: Network, blockId: BlockId) {
  return queryOptions({
    queryKey: [network.id, 'shardBlockProof', blockIdKey(blockId)],
    queryFn: ({ signal }) => getV2('getShardBlockProof', blockIdParameters(blockId), signal),
    ...FINAL,
  })
}

/** The last transaction before a page of a block's transactions. */
export type PageStart = { readonly lt: string; readonly hash: string }

export function blockTransactionsQuery(network: Network, blockId: BlockId, count: number, after?: PageStart) {
  return queryOptions({
    queryKey: [network.id, 'blockTransactions', blockIdKey(blockId), count, after?.lt, after?.hash],
    queryFn: ({ signal }) =>
      getV2(
        'getBlockTransactionsExt',
        {
          ...blockIdParameters(blockId),
          count,
          ...(after && { after_lt: after.lt, after_hash: after.hash }),
        },
        signal,
      ),
    ...FINAL,
  })
}

/** Returns the query for accounts, lts and hashes of a block's transactions, without their cells. */
export function transactionIdsQuery(network: Network, blockId: BlockId, count = COUNT_LIMIT) {
  return queryOptions({
    queryKey: [network.id, 'transactionIds', blockIdKey(blockId), count],
    queryFn: ({ signal }) => getV2('getBlockTransactions', { ...blockIdParameters(blockId), count }, signal),
    ...FINAL,
  })
}

/** Returns the query for the block that contains an account's transactions of a logical time. */
export function blockOfLtQuery(network: Network, workchain: number, prefix: bigint, lt: string) {
  return queryOptions({
    queryKey: [network.id, 'blockOfLt', workchain, prefix.toString(16), lt],
    queryFn: ({ signal }) =>
      getV2('lookupBlock', { workchain, shard: shardToSigned(prefix).toString(), lt }, signal),
    ...FINAL,
  })
}

export function blockOfTimeQuery(network: Network, unixtime: number) {
  const { workchain, shard } = blockIdParameters(masterchainBlockId(1))
  return queryOptions({
    queryKey: [network.id, 'blockOfTime', unixtime],
    queryFn: ({ signal }) => getV2('lookupBlock', { workchain, shard, unixtime }, signal),
    ...FINAL,
  })
}

/**
 * Returns the query for a block by seqno and shard prefix. The result can be a block of an ancestor or
 * descendant shard.
 */
export function blockOfSeqnoQuery(network: Network, blockId: BlockId) {
  return queryOptions({
    queryKey: [network.id, 'blockOfSeqno', blockIdKey(blockId)],
    queryFn: ({ signal }) => getV2('lookupBlock', blockIdParameters(blockId), signal),
    staleTime: 2_000,
    retry: false,
  })
}

async function countTransactions(
  client: QueryClient,
  network: Network,
  blockId: BlockId,
): Promise<BlockCount> {
  const { result } = await client.fetchQuery(transactionIdsQuery(network, blockId))
  const { transactions, incomplete } = result
  const quiet =
    isMasterchain(blockId) &&
    !incomplete &&
    transactions.every(({ account }) => STANDARD_ACCOUNTS.has(account.toLowerCase()))
  return { blockId, transactions: transactions.length, more: incomplete, quiet }
}

async function summarize(client: QueryClient, network: Network, seqno: number): Promise<MasterSummary> {
  const blockId = masterchainBlockId(seqno)
  const [header, after, before] = await Promise.all([
    client.fetchQuery(blockHeaderQuery(network, blockId)),
    client.fetchQuery(shardsQuery(network, seqno)),
    seqno > 1 ? client.fetchQuery(shardsQuery(network, seqno - 1)) : undefined,
  ])
  const shards = after.result.shards.map(blockIdOf)
  const added = before ? newShardBlocks(before.result.shards.map(blockIdOf), shards) : shards
  const counted = [blockId, ...added].filter((block) => isMasterchain(block) || block.seqno > 0)
  return {
    seqno,
    utime: header.result.gen_utime,
    rootHash: header.result.id.root_hash,
    isKeyBlock: header.result.is_key_block,
    globalId: header.result.global_id,
    shards,
    blocks: await Promise.all(counted.map((block) => countTransactions(client, network, block))),
  }
}

/** Returns the query for a masterchain block with its new shard blocks. The parts are cached queries. */
export function masterSummaryQuery(network: Network, seqno: number) {
  return queryOptions({
    queryKey: [network.id, 'masterSummary', seqno],
    queryFn: ({ client }) => summarize(client, network, seqno),
    ...FINAL,
  })
}
