import type { Address, Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../chain/blockId.ts'
import { LiteServerError, UnprovedRefusalError } from './errors.ts'
import type { LiteSession } from './session.ts'
import { transactionLink } from './verify/transactions.ts'

/**
 * Search for a transaction by the message between it and another one (compatibility-v2 §5.3): in the account's own shard,
 * block by block from the message's logical time on.
 */

/** The number of blocks to search. A message usually arrives within a few blocks. */
export const MESSAGE_BLOCKS = 20
/** A transaction's messages (255 at most) have the logical times right after its own. */
export const MAX_OUT_MESSAGES = 256n
/** The page size of transactions; an account seldom has more in one block. */
const PAGE = 16

/** The kind of request in progress, for callers that report failures by it. */
export type SearchStep = 'block' | 'transactions'
/** Runs one request of the search, so that a caller can convert its errors. */
export type AtStep = <T>(step: SearchStep, task: () => Promise<T>) => Promise<T>
const plain: AtStep = (_step, task) => task()

/** A transaction, its lt and its block. */
export type FoundInBlock = { readonly transaction: Cell; readonly lt: bigint; readonly block: BlockIdExt }

/** Yields the account's transactions in a block with an lt greater than `lt`, ascending. */
export async function* transactionsAfter(
  session: LiteSession,
  block: BlockIdExt,
  { account, lt }: { readonly account: Buffer; readonly lt: bigint },
  atStep: AtStep = plain,
): AsyncGenerator<FoundInBlock, void> {
  for (let after = lt; ; ) {
    const place = { account, lt: after }
    const page = await atStep('transactions', () => session.blockTransactionsExt(block, PAGE, place))
    for (const { account: owner, transaction } of page.transactions) {
      if (!owner.equals(account)) return
      after = transactionLink(transaction).lt
      yield { transaction, lt: after, block }
    }
    if (!page.incomplete || page.transactions.length === 0) return
  }
}

/**
 * Yields the block of the account's shard that contains a logical time, and later ones up to the head.
 * Rejects with the liteserver's error if no block has reached that time yet, and with UnprovedRefusalError if
 * a liteserver refuses a block that exists according to the proved head.
 */
export async function* blocksFrom(
  session: LiteSession,
  address: Address,
  { lt, count }: { readonly lt: bigint; readonly count: number },
  atStep: AtStep = plain,
): AsyncGenerator<BlockIdExt, void> {
  const place = { workchain: address.workChain, shard: accountPrefix(address.hash) }
  const first = await atStep('block', () => session.lookupBlock({ ...place, by: { lt } }))
  yield first
  for (let seqno = first.seqno + 1; seqno < first.seqno + count; seqno++) {
    try {
      yield await session.lookupBlock({ ...place, by: { seqno } })
    } catch (error) {
      if (!(error instanceof LiteServerError)) throw error
      const newest = await newestBlock(session, address)
      if (!newest || seqno > newest.seqno) return
      throw new UnprovedRefusalError(`the block with seqno ${seqno} of ${address.toRawString()}`, error)
    }
  }
}

/** Returns whether the account's shard has no block of a logical time yet, according to the proved head. */
export async function isAfterHead(session: LiteSession, address: Address, lt: bigint): Promise<boolean> {
  const newest = await newestBlock(session, address)
  return !newest || newest.seqno === 0 || lt >= (await session.blockHeader(newest)).endLt
}

/**
 * Returns the newest block of the account's shard according to the proved head, or undefined if the workchain
 * does not exist.
 */
export async function newestBlock(session: LiteSession, address: Address): Promise<BlockIdExt | undefined> {
  const head = await session.last()
  if (address.workChain === MASTERCHAIN) return head
  const prefix = accountPrefix(address.hash)
  const shards = await session.shards(head)
  return shards.find(
    ({ workchain, shard }) => workchain === address.workChain && shardContainsPrefix(shard, prefix),
  )
}
