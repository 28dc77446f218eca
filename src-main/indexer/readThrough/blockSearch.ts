import type { Address } from '@ton/core'
import { accountPrefix } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError, UnprovedRefusalError } from '../../liteserver/errors.ts'
import { isAfterHead, newestBlock, transactionsAfter } from '../../liteserver/messageSearch.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type FoundCell, openedCell } from './openedTransaction.ts'

/** Number of blocks that are looked up and read concurrently. */
const AHEAD = 4

/** A transaction of a block. */
export type FoundInBlocks = FoundCell & { readonly block: BlockIdExt }

/** Blocks of an account's shard to search. */
export type SearchRange = {
  readonly address: Address
  /** Logical time in the first block. */
  readonly from: bigint
  /** Only transactions with a greater logical time are of interest. */
  readonly after: bigint
  /** Maximum number of blocks. */
  readonly blocks: number
}

/**
 * Yields an account's transactions in blocks of its shard, ascending.
 * @param progress counts the searched blocks: fewer than `range.blocks` if the newest block was reached
 */
export async function* searchBlocks(
  session: NetworkSession,
  range: SearchRange,
  progress = { blocks: 0 },
): AsyncGenerator<FoundInBlocks, void> {
  const { address, from, after } = range
  const readBlock = async (block: BlockIdExt) => {
    const found: FoundInBlocks[] = []
    for await (const one of transactionsAfter(session, block, { account: address.hash, lt: after }))
      found.push({ ...openedCell(address, one.transaction), block })
    return found
  }
  try {
    for await (const found of mapInOrder(blocksFrom(session, range), AHEAD, readBlock)) {
      yield* found
      progress.blocks++
    }
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    if (await isAfterHead(session, address, from)) return
    throw new UnprovedRefusalError(`transactions of ${address.toRawString()} from lt ${from}`, error)
  }
}

/** Yields the block of the account's shard that contains a logical time, and later ones up to the head. */
async function* blocksFrom(
  session: NetworkSession,
  { address, from, blocks }: SearchRange,
): AsyncGenerator<BlockIdExt, void> {
  const first = await session.transactionBlock(address, from)
  yield first
  if (blocks === 1) return
  const newest = await newestBlock(session, address)
  const last = Math.min(first.seqno + blocks - 1, newest?.seqno ?? 0)
  const place = { workchain: address.workChain, shard: accountPrefix(address.hash) }
  const lookUp = (seqno: number) => session.lookupBlock({ ...place, by: { seqno } })
  yield* mapInOrder(seqnosOf(first.seqno + 1, last), AHEAD, lookUp)
}

function* seqnosOf(first: number, last: number): Generator<number, void> {
  for (let seqno = first; seqno <= last; seqno++) yield seqno
}
