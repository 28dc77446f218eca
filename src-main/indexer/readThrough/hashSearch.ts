import { Address } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { SEARCH_DEPTH } from '../indexer.ts'
import { stdAddress } from '../stdAddress.ts'
import { MasterchainWalk } from './masterchainWalk.ts'
import { type ChainTransaction, opened, transactionAt } from './traceSearch.ts'

/** Number of masterchain blocks that are read concurrently, and of the blocks that each commits to. */
const WIDTH = 8
const BLOCKS_WIDTH = 4
/** A liteserver's limit for one list. */
const PAGE = 256

/**
 * Finds a transaction by hash in the transaction lists of the newest blocks: liteservers have no such query. Returns
 * undefined if SEARCH_DEPTH blocks do not contain it or `signal` aborts.
 * @param onProgress receives the numbers of masterchain blocks that were searched, and that will be
 */
export async function findByHash(
  session: NetworkSession,
  hash: Buffer,
  signal: AbortSignal,
  onProgress: (searched: number, total: number) => void = () => {},
): Promise<ChainTransaction | undefined> {
  try {
    const head = await session.last()
    const total = Math.min(head.seqno, SEARCH_DEPTH)
    let searched = 0
    onProgress(searched, total)
    const walk = new MasterchainWalk(session, head.seqno)
    const refs = mapInOrder(seqnosFrom(head.seqno), WIDTH, (seqno) =>
      searchCommitted(session, walk, seqno, hash),
    )
    for await (const ref of refs) {
      onProgress(++searched, total)
      if (ref) return transactionAt(session, ref.address, ref.lt)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

function* seqnosFrom(head: number): Generator<number, void, undefined> {
  for (let seqno = head; seqno >= 1 && seqno > head - SEARCH_DEPTH; seqno--) yield seqno
}

type TransactionRef = { readonly address: Address; readonly lt: bigint }

/** Reads a masterchain block for one query. Where whole blocks are refused, its parts are asked for. */
async function loadWhole(session: NetworkSession, walk: MasterchainWalk, seqno: number): Promise<void> {
  if (seqno === 0) return
  try {
    await session.loadMasterchainBlock(await walk.block(seqno), PAGE)
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
  }
}

async function searchCommitted(
  session: NetworkSession,
  walk: MasterchainWalk,
  seqno: number,
  hash: Buffer,
): Promise<TransactionRef | undefined> {
  await Promise.all([loadWhole(session, walk, seqno), loadWhole(session, walk, seqno - 1)])
  const blocks = await committedBlocks(session, (wanted) => walk.block(wanted), seqno)
  const refs = mapInOrder(blocks, BLOCKS_WIDTH, (block) => searchBlock(session, block, hash))
  for await (const ref of refs) if (ref) return ref
  return undefined
}

/**
 * Finds an account's transactions in all blocks that some masterchain blocks are the first to commit to. This is
 * needed if nothing links to them: the network has no data of an account that does not exist.
 */
export async function findByAccount(
  session: NetworkSession,
  address: Address,
  seqnos: Iterable<number>,
): Promise<readonly ChainTransaction[]> {
  const prefix = accountPrefix(address.hash)
  const found: ChainTransaction[] = []
  // Looked up side by side: naming them one group after the other would take more round trips.
  const blockAt = (seqno: number) => session.masterchainBlock(seqno)
  const lookThrough = async (seqno: number) => {
    const blocks = await committedBlocks(session, blockAt, seqno)
    for (const block of blocks) {
      if (block.workchain !== address.workChain || !shardContainsPrefix(block.shard, prefix)) continue
      // The list says little of an account, but it serves the search for any other one too.
      for await (const { account, lt } of transactionRefs(session, block)) {
        if (!account.equals(address.hash)) continue
        const transaction = await session.transaction(block, address, lt)
        if (transaction) found.push(opened(address, { transaction, block }))
      }
    }
  }
  for await (const _ of mapInOrder(seqnos, WIDTH, lookThrough));
  return found
}

/**
 * Returns the accounts (33 latin1 characters) that have a transaction in the blocks that some masterchain blocks are the
 * first to commit to.
 */
export async function findChangedAccounts(
  session: NetworkSession,
  seqnos: Iterable<number>,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  const lookThrough = async (seqno: number) => {
    const blocks = await committedBlocks(session, (wanted) => session.masterchainBlock(wanted), seqno)
    for (const block of blocks) {
      for await (const { account: hash } of transactionRefs(session, block))
        changed.add(stdAddress({ workchain: block.workchain, hash }).toString('latin1'))
    }
  }
  for await (const _ of mapInOrder(seqnos, WIDTH, lookThrough));
  return changed
}

/** Returns a masterchain block and the shard blocks that it is the first to commit to. */
async function committedBlocks(
  session: NetworkSession,
  blockAt: (seqno: number) => Promise<BlockIdExt>,
  seqno: number,
): Promise<readonly BlockIdExt[]> {
  const id = await blockAt(seqno)
  const shardsBefore = async () => (seqno === 1 ? [] : session.shards(await blockAt(seqno - 1)))
  const [tops, before] = await Promise.all([session.shards(id), shardsBefore()])
  return [id, ...(await newBlocks(session, tops, before))]
}

/** Returns the shard blocks from a masterchain block's shards back to those of its predecessor. */
async function newBlocks(
  session: NetworkSession,
  tops: readonly BlockIdExt[],
  before: readonly BlockIdExt[],
): Promise<readonly BlockIdExt[]> {
  const seen = new Set(before.map(keyOf))
  const found: BlockIdExt[] = []
  let frontier = tops
  while (frontier.length > 0) {
    const fresh = frontier.filter((id) => id.seqno > 0 && !seen.has(keyOf(id)))
    for (const id of fresh) seen.add(keyOf(id))
    found.push(...fresh)
    const opened = fresh.filter((id) => !seen.has(keyOf({ ...id, seqno: id.seqno - 1 })))
    const headers = await Promise.all(opened.map((id) => session.blockHeader(id)))
    frontier = headers.flatMap(({ prevBlocks }) => prevBlocks)
  }
  return found
}

function keyOf({ workchain, shard, seqno }: Pick<BlockIdExt, 'workchain' | 'shard' | 'seqno'>): string {
  return `${workchain}:${shard}:${seqno}`
}

async function searchBlock(
  session: NetworkSession,
  id: BlockIdExt,
  hash: Buffer,
): Promise<TransactionRef | undefined> {
  for await (const one of transactionRefs(session, id)) {
    if (one.hash.equals(hash)) return { address: new Address(id.workchain, one.account), lt: one.lt }
  }
  return undefined
}

/** Yields the account, the logical time and the hash of each transaction of a block. */
async function* transactionRefs(session: NetworkSession, id: BlockIdExt) {
  let after: { readonly account: Buffer; readonly lt: bigint } | undefined
  for (;;) {
    const page = await session.blockTransactions(id, PAGE, after)
    yield* page.transactions
    after = page.transactions.at(-1)
    if (!page.incomplete || !after) return
  }
}
