import { Address } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type ChainTransaction, transactionAt } from './traceSearch.ts'

/** How far back the search goes, masterchain blocks; that many are read at once. */
const MAX_DEPTH = 300
const WIDTH = 4
/** The most that a liteserver lists at once. */
const PAGE = 256

/**
 * The transaction with a hash, by the transaction lists of the newest blocks: liteservers can't be asked for it.
 * Undefined where MAX_DEPTH blocks don't have it or `signal` fires.
 */
export async function findByHash(
  session: NetworkSession,
  hash: Buffer,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  try {
    const head = await session.last()
    const places = mapInOrder(seqnosFrom(head.seqno), WIDTH, (seqno) => searchCommitted(session, seqno, hash))
    for await (const place of places) if (place) return transactionAt(session, place.address, place.lt)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

function* seqnosFrom(head: number): Generator<number, void, undefined> {
  for (let seqno = head; seqno >= 1 && seqno > head - MAX_DEPTH; seqno--) yield seqno
}

type Place = { readonly address: Address; readonly lt: bigint }

async function searchCommitted(
  session: NetworkSession,
  seqno: number,
  hash: Buffer,
): Promise<Place | undefined> {
  const id = await session.masterchainBlock(seqno)
  const tops = await session.shards(id)
  const before = seqno === 1 ? [] : await session.shards(await session.masterchainBlock(seqno - 1))
  for (const block of [id, ...(await newBlocks(session, tops, before))]) {
    const place = await searchBlock(session, block, hash)
    if (place) return place
  }
  return undefined
}

/** From the shards of a masterchain block back to those of the one before. */
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
): Promise<Place | undefined> {
  let after: { readonly account: Buffer; readonly lt: bigint } | undefined
  for (;;) {
    const page = await session.blockTransactions(id, PAGE, after)
    const found = page.transactions.find((transaction) => transaction.hash.equals(hash))
    if (found) return { address: new Address(id.workchain, found.account), lt: found.lt }
    after = page.transactions.at(-1)
    if (!page.incomplete || !after) return undefined
  }
}
