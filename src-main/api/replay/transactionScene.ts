import { type Address, beginCell, type Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { loadBlock } from '../../chain/block/block.ts'
import { loadBlockExtra } from '../../chain/block/blockExtra.ts'
import { type BlockInfo, masterBlock, prevBlocks } from '../../chain/block/blockInfo.ts'
import { loadShardAccountBlocks } from '../../chain/block/shardAccountBlocks.ts'
import { loadTransaction, type Transaction } from '../../chain/block/transaction.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { accountCell } from '../../chain/state/account.ts'
import { openMcStateDetails, openMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { openShardAccounts, type ShardAccount, storeShardAccount } from '../../chain/state/shardAccounts.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { prevBlocksValue } from '../../tvm/prevBlocks.ts'

/** The queries of a session by which a transaction's circumstances are read. */
export type SceneSession = Pick<
  NetworkSession,
  'transactionBlock' | 'block' | 'accountAfter' | 'zeroState' | 'configAll' | 'earlierBlocks'
>

/** A transaction of the chain. */
export type ChainTransaction = { readonly cell: Cell; readonly transaction: Transaction }

/** All that the execution of a transaction depends on, except for public libraries. */
export type TransactionScene = {
  readonly block: BlockIdExt
  readonly target: ChainTransaction
  /** The account's earlier transactions in the block. */
  readonly earlier: readonly ChainTransaction[]
  /** A ShardAccount: the account before the block. */
  readonly shardAccount: ShardAccount
  /** The root of the configuration's dictionary. */
  readonly config: Cell
  /** Unix seconds. */
  readonly utime: number
  readonly randSeed: Buffer
  /** Returns the earlier masterchain blocks that contracts can read, as a VmStackValue. */
  prevBlocks(): Promise<Cell>
}

const NO_HASH = Buffer.alloc(32)

/**
 * Reads the block of a transaction, the account before that block, and the configuration that the block refers to, each
 * proved. Rejects with ApiError 404 if the account has no transaction at that logical time, otherwise as sessions do.
 */
export async function readScene(
  session: SceneSession,
  address: Address,
  lt: bigint,
): Promise<TransactionScene> {
  const block = await session.transactionBlock(address, lt)
  const { root } = await session.block(block)
  const parsed = parseCell(root, 'Block', loadBlock)
  const { accountBlocks, randSeed } = parseCell(parsed.extra, 'BlockExtra', loadBlockExtra)
  const { info } = parsed
  const transactions = transactionsOf(accountBlocks, address)
  const at = transactions.findIndex(({ transaction }) => transaction.lt === lt)
  const target = transactions[at]
  if (!target) {
    const place = formatBlockId(block)
    throw new ApiError(
      404,
      `the account has no transaction with logical time ${lt}: block ${place} would have it`,
    )
  }
  // A block of the masterchain is made on the state of the one before.
  const before = previousOf(info, address)
  const reference = masterBlock(info) ?? before
  const [shardAccount, environment] = await Promise.all([
    accountBefore(session, before, address),
    readEnvironment(session, reference),
  ])
  return {
    block,
    target,
    earlier: transactions.slice(0, at),
    shardAccount,
    utime: info.genUtime,
    randSeed,
    ...environment,
  }
}

/** Writes a ShardAccount. */
export function shardAccountCell(account: ShardAccount): Cell {
  return beginCell().store(storeShardAccount(account)).endCell()
}

function transactionsOf(accountBlocks: Cell, address: Address): ChainTransaction[] {
  const found = parseCell(accountBlocks, 'ShardAccountBlocks', loadShardAccountBlocks).get(address.hash)
  const cells = found ? [...found.transactions.entries()].map(({ value }) => value) : []
  return cells.map((cell) => ({ cell, transaction: parseCell(cell, 'Transaction', loadTransaction) }))
}

/** Returns the block before: of two that were merged, the one with the account. */
function previousOf(info: BlockInfo, address: Address): BlockIdExt {
  const prefix = accountPrefix(address.hash)
  const blocks = prevBlocks(info)
  const previous = blocks.find(({ shard }) => shardContainsPrefix(shard, prefix)) ?? blocks[0]
  if (!previous) throw new Error('a block without a block before it')
  return previous
}

async function accountBefore(
  session: SceneSession,
  before: BlockIdExt,
  address: Address,
): Promise<ShardAccount> {
  if (before.seqno === 0) {
    const { root } = await session.zeroState(before)
    const known = openShardAccounts(openShardStateUnsplit(root).accounts).get(address.hash)
    return known ?? { account: accountCell(undefined), lastTransHash: NO_HASH, lastTransLt: 0n }
  }
  const { account, lastTransHash, lastTransLt } = await session.accountAfter(before, address)
  return { account: account ?? accountCell(undefined), lastTransHash, lastTransLt }
}

async function readEnvironment(
  session: SceneSession,
  reference: BlockIdExt,
): Promise<Pick<TransactionScene, 'config' | 'prevBlocks'>> {
  if (reference.seqno > 0) {
    const config = await session.configAll(reference)
    return {
      config,
      prevBlocks: async () => prevBlocksValue(reference, await session.earlierBlocks(reference)),
    }
  }
  const { root } = await session.zeroState(reference)
  const extra = openMcStateExtra(mcStateExtraCell(openShardStateUnsplit(root)))
  const details = openMcStateDetails(extra.details)
  return { config: extra.config.config, prevBlocks: async () => prevBlocksValue(reference, details) }
}
