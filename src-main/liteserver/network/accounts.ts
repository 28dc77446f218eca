import type { Address, Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../errors.ts'
import type { AccountAnswer, FoundTransaction } from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyAccountState } from '../verify/account.ts'
import {
  type ChainedTransaction,
  MAX_TRANSACTIONS,
  type TransactionsRequest,
  verifyOneTransaction,
  verifyTransactions,
} from '../verify/transactions.ts'
import { firstBlockAt, lookupBlock } from './blocks.ts'
import { noteShardBlock, proveBlock, proveMasterchainBlock } from './proveBlock.ts'
import { askShared, blockKey, type SessionContext } from './sessionContext.ts'

function accountKey(masterchainBlock: BlockIdExt, address: Address): string {
  return `${address.toRawString()}@${blockKey(masterchainBlock)}`
}

/** Returns an account according to the state after a masterchain block. */
export async function account(
  context: SessionContext,
  masterchainBlock: BlockIdExt,
  address: Address,
): Promise<AccountAnswer> {
  const key = accountKey(masterchainBlock, address)
  const known = knownAccount(context, key)
  return (
    known ?? askShared(context, `account:${key}`, () => askForAccount(context, masterchainBlock, address))
  )
}

async function askForAccount(
  context: SessionContext,
  masterchainBlock: BlockIdExt,
  address: Address,
): Promise<AccountAnswer> {
  await proveMasterchainBlock(context, masterchainBlock)
  const request = { id: masterchainBlock, account: { workchain: address.workChain, id: address.hash } }
  const shardBlock = knownShardOf(context, masterchainBlock, address)
  const { stateHashes, accountCells } = context.caches
  const states = {
    find: (id: BlockIdExt) => stateHashes.get(blockKey(id)),
    note: (id: BlockIdExt, hash: Buffer) => stateHashes.set(blockKey(id), hash),
  }
  const findCell = (hash: Buffer) => accountCells.get(hash.toString('latin1'))
  let bytes = 0
  const answer = await context.pool.ask({
    fn: liteApi.getAccountState,
    request,
    check: (state) => {
      bytes = state.state.length
      return verifyAccountState(request, state, { shardBlock, states, findCell })
    },
    needsSeqno: masterchainBlock.seqno,
  })
  if (!shardBlock) noteShardOf(context, masterchainBlock, answer.shardBlock)
  noteAccount(context, accountKey(masterchainBlock, address), answer, bytes)
  return answer
}

function knownAccount({ caches }: SessionContext, key: string): AccountAnswer | undefined {
  const known = caches.accounts.get(key)
  if (!known) return undefined
  const { answer, cellHash } = known
  if (!cellHash) return { ...answer, account: undefined }
  const account = caches.accountCells.get(cellHash.toString('latin1'))
  return account && { ...answer, account }
}

/** @param bytes size of the account's bag of cells */
function noteAccount(
  { caches: { accounts, accountCells } }: SessionContext,
  key: string,
  { account, ...answer }: AccountAnswer,
  bytes: number,
): void {
  const cellHash = account?.hash()
  accounts.set(key, { answer, cellHash })
  const cellKey = cellHash?.toString('latin1')
  // The size that a server claims for a known cell is not checked.
  if (account && cellKey !== undefined && !accountCells.get(cellKey))
    accountCells.set(cellKey, account, bytes)
}

/**
 * Returns an account after a block of its own shard, which is proved first. AccountAnswer.block is that block. Not every
 * server has the state after an old block: a refusal does not mean that there is none.
 */
export async function accountAfter(
  context: SessionContext,
  id: BlockIdExt,
  address: Address,
): Promise<AccountAnswer> {
  await proveBlock(context, id)
  const request = { id, account: { workchain: address.workChain, id: address.hash } }
  return context.pool.ask({
    fn: liteApi.getAccountState,
    request,
    check: (state) => verifyAccountState(request, state, { shardBlock: id }),
  })
}

function knownShardOf(
  { caches }: SessionContext,
  masterchainBlock: BlockIdExt,
  address: Address,
): BlockIdExt | undefined {
  if (address.workChain === MASTERCHAIN) return masterchainBlock
  const key = blockKey(masterchainBlock)
  const blocks = caches.shards.get(key) ?? caches.accountShards.get(key)
  const prefix = accountPrefix(address.hash)
  return blocks?.find((id) => id.workchain === address.workChain && shardContainsPrefix(id.shard, prefix))
}

function noteShardOf(context: SessionContext, masterchainBlock: BlockIdExt, shardBlock: BlockIdExt): void {
  if (shardBlock.workchain === MASTERCHAIN) return
  noteShardBlock(context, shardBlock)
  const key = blockKey(masterchainBlock)
  const others = context.caches.accountShards.get(key) ?? []
  context.caches.accountShards.set(key, [...others, shardBlock])
}

/** The maximum size in bytes (of the bag of cells) of a transaction to cache. */
const MAX_CACHED_BYTES = 16_384

/** A position in an account's history: lt and hash of a transaction. */
type HistoryPlace = { readonly lt: bigint; readonly hash: Buffer }

function transactionKey({ workChain, hash: account }: Address, { lt, hash }: HistoryPlace): string {
  return `${workChain}:${lt}:${account.toString('latin1')}${hash.toString('latin1')}`
}

/**
 * Returns an account's transactions from (lt, hash) on, newest first: `count` of them (16 at most), or all
 * there are. If a server has only some of them, other servers are queried for the rest, so that a refusal
 * does not count as the end of the history. Recently proved transactions are cached, since clients poll the
 * same ones.
 */
export async function transactions(
  context: SessionContext,
  address: Address,
  from: HistoryPlace,
  count: number,
): Promise<readonly FoundTransaction[]> {
  const { caches } = context
  const wanted = Math.min(count, MAX_TRANSACTIONS)
  const found: FoundTransaction[] = []
  let next = from
  const take = ({ transaction, claimedBlock, link }: ChainedTransaction) => {
    found.push({ transaction, claimedBlock })
    next = { lt: link.prevLt, hash: link.prevHash }
  }
  while (found.length < wanted && next.lt > 0n) {
    const known = caches.transactions.get(transactionKey(address, next))
    if (known) {
      take(known)
      continue
    }
    const request = {
      account: { workchain: address.workChain, id: address.hash },
      lt: next.lt,
      hash: next.hash,
      count: wanted - found.length,
    }
    const key = `transactions:${transactionKey(address, next)}:${request.count}`
    const { page, bytes } = await askShared(context, key, () => askForPage(context, request))
    for (const item of page) {
      const size = bytes / page.length
      if (size <= MAX_CACHED_BYTES) caches.transactions.set(transactionKey(address, next), item, size)
      take(item)
    }
  }
  return found
}

/** Asks for a page of a history. `bytes` is the size of its bag of cells. */
async function askForPage(
  { pool }: SessionContext,
  request: TransactionsRequest,
): Promise<{ readonly page: readonly ChainedTransaction[]; readonly bytes: number }> {
  let bytes = 0
  const page = await pool.ask({
    fn: liteApi.getTransactions,
    request: { ...request, lt: BigInt.asIntN(64, request.lt) },
    check: (answer) => {
      bytes = answer.transactions.length
      return verifyTransactions(request, answer)
    },
  })
  return { page, bytes }
}

/**
 * Returns the block that contains an account's transaction of a logical time, or would contain it: the first
 * one that ends at or after it.
 * @param claimed the block that a server named: transactions of one claim share a query, whose proof decides
 */
export async function transactionBlock(
  context: SessionContext,
  address: Address,
  lt: bigint,
  claimed?: BlockIdExt,
): Promise<BlockIdExt> {
  const place = { workchain: address.workChain, shard: accountPrefix(address.hash), by: { lt } }
  try {
    // If the proved block does not have the time, that of the next call does.
    if (claimed) await askShared(context, `claim:${blockKey(claimed)}`, () => lookupBlock(context, place))
    return await lookupBlock(context, place)
  } catch (error) {
    const first = error instanceof LiteServerError ? await firstBlockAt(context, place) : undefined
    if (first) return first
    throw error
  }
}

/** Returns the account's transaction with the given lt in a block, or undefined if the block has none. */
export async function transaction(
  context: SessionContext,
  id: BlockIdExt,
  address: Address,
  lt: bigint,
): Promise<Cell | undefined> {
  const request = { id, account: { workchain: address.workChain, id: address.hash }, lt }
  const found = await context.pool.ask({
    fn: liteApi.getOneTransaction,
    request: { ...request, lt: BigInt.asIntN(64, lt) },
    check: (answer) => verifyOneTransaction(request, answer),
  })
  await proveBlock(context, id)
  return found
}
