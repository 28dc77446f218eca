import type { Cell } from '@ton/core'
import { FULL_SHARD, shardContainsPrefix } from '#shared/ton/shard.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { blockTransactions as blockTransactionsIn } from '../../chain/block/blockTransactions.ts'
import { shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../errors.ts'
import type {
  BlockHeaderInfo,
  BlockTransactionsExtPage,
  BlockTransactionsPage,
  LookupQuery,
  TransactionCursor,
} from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyBlockData, verifyLinkedBlock, verifyZeroState } from '../verify/blockData.ts'
import { verifyBlockTransactions, verifyBlockTransactionsExt } from '../verify/blockTransactions.ts'
import { provedStateHash, verifyBlockHeader } from '../verify/header.ts'
import { lookupRequest, matchLookup, verifyLookup } from '../verify/lookup.ts'
import { openProof } from '../verify/proving.ts'
import { firstCommitment } from '../verify/shardLinks.ts'
import { verifyAllShards } from '../verify/shards.ts'
import { noteCommitment, noteShardBlock, proveBlock, proveMasterchainBlock } from './proveBlock.ts'
import { askShared, blockKey, type SessionContext } from './sessionContext.ts'

/** The `mode` bit 0 of getBlockHeader: include the state update. */
const WITH_STATE_UPDATE = 1
/**
 * The `mode` bits of listBlockTransactions: account, lt and hash of each, with proof; bit 7 announces
 * `after`.
 */
const LIST_WITH_PROOF = 7 | 32
const LIST_AFTER = 128

/**
 * Returns the newest masterchain block, proved. It is never older than a block that was proved earlier.
 * @param isAsked whether a query is sent even where the head is known: see HeadRequest
 */
export async function lastBlock(context: SessionContext, isAsked = false): Promise<BlockIdExt> {
  const { pool, masterchain } = context
  const { signal } = pool
  const since = pool.pool.clock.now()
  const { last } = await pool.run((server) => masterchain.head(server, { since, isAsked, signal }))
  return last
}

/** Returns the masterchain block with the given seqno. Rejects with the server's error if there is none. */
export async function masterchainBlock(context: SessionContext, seqno: number): Promise<BlockIdExt> {
  const known = context.masterchain.trust.block(seqno)
  // The zero state is not a block: the server rejects a request for it.
  if (known && seqno > 0) return known
  return lookupBlock(context, { workchain: MASTERCHAIN, shard: FULL_SHARD, by: { seqno } })
}

/**
 * Returns the block at a position, proved from the newest known masterchain block, or else from the server's
 * head.
 */
export async function lookupBlock(context: SessionContext, place: LookupQuery): Promise<BlockIdExt> {
  const key = placeKey(place)
  const known = context.caches.lookups.get(key) ?? provedBlockOf(context, place)
  return known ?? askShared(context, `lookup:${key}`, () => lookUp(context, place))
}

async function lookUp(context: SessionContext, place: LookupQuery): Promise<BlockIdExt> {
  const { caches, masterchain, verify } = context
  const header = verify ? await lookupProved(context, place) : await lookupPlain(context, place)
  const { id, isKeyBlock, genUtime } = header
  if (verify && id.workchain === MASTERCHAIN) masterchain.trust.note({ to: id, isKeyBlock, genUtime })
  noteShardBlock(context, id)
  caches.headers.set(blockKey(id), header)
  caches.lookups.set(placeKey(place), id)
  caches.recentBlocks.set(blockKey(id), header)
  return id
}

/** Returns the recently proved block of a shard whose logical times include the requested one. */
function provedBlockOf(
  { caches }: SessionContext,
  { workchain, shard, by }: LookupQuery,
): BlockIdExt | undefined {
  if (!('lt' in by)) return undefined
  for (const { id, startLt, endLt } of caches.recentBlocks.values()) {
    // Of block 1 a lookup by logical time is refused, also if it is known.
    if (id.seqno === 1) continue
    // The block before it ends before it starts.
    const isInside = startLt < by.lt && by.lt <= endLt
    if (isInside && id.workchain === workchain && shardContainsPrefix(id.shard, shard)) return id
  }
  return undefined
}

async function lookupProved(context: SessionContext, place: LookupQuery): Promise<BlockHeaderInfo> {
  const { pool, masterchain } = context
  const from = pool.pool.best === undefined ? await lastBlock(context) : masterchain.trust.newest
  try {
    return await lookupWithProof(context, place, from)
  } catch (error) {
    if (!(error instanceof LiteServerError) || isAtMost(place, from)) throw error
    // The requested block can be newer than `from`, and than a head that is known without a query.
    const last = await lastBlock(context, true)
    if (last.seqno <= from.seqno) throw error
    return lookupWithProof(context, place, last)
  }
}

/** Returns whether the requested block is no newer than a masterchain block. */
function isAtMost({ workchain, by }: LookupQuery, { seqno }: BlockIdExt): boolean {
  return workchain === MASTERCHAIN && 'seqno' in by && by.seqno <= seqno
}

/**
 * Returns a shard's first block if a logical time lies within it, for the block of a transaction. Liteservers refuse to
 * prove that: they look for the header of the block before it, which is the zero state. Block 1 needs no such proof.
 * lookupBlock itself refuses, as the reference does.
 */
export async function firstBlockAt(
  context: SessionContext,
  { by, ...shard }: LookupQuery,
): Promise<BlockIdExt | undefined> {
  if (!('lt' in by)) return undefined
  try {
    const first = await lookupBlock(context, { ...shard, by: { seqno: 1 } })
    const { startLt, endLt } = await blockHeader(context, first)
    return startLt <= by.lt && by.lt <= endLt ? first : undefined
  } catch (error) {
    // A server that has forgotten the first blocks refuses this too: the first refusal is the one to report.
    if (error instanceof LiteServerError) return undefined
    throw error
  }
}

async function lookupWithProof(
  context: SessionContext,
  place: LookupQuery,
  from: BlockIdExt,
): Promise<BlockHeaderInfo> {
  const { header, mcSeqno } = await context.pool.ask({
    fn: liteApi.lookupBlockWithProof,
    request: { ...lookupRequest(place), mcBlockId: from },
    check: (answer) => {
      const proved = verifyLookup(place, from, answer)
      return { header: proved, mcSeqno: firstCommitment(answer.mcBlockId, answer.shardLinks) }
    },
    needsSeqno: from.seqno,
  })
  noteCommitment(context, header.id, mcSeqno)
  return header
}

function lookupPlain({ pool }: SessionContext, place: LookupQuery): Promise<BlockHeaderInfo> {
  return pool.ask({
    fn: liteApi.lookupBlock,
    request: lookupRequest(place),
    check: (answer) => matchLookup(place, answer),
  })
}

function placeKey({ workchain, shard, by }: LookupQuery): string {
  const place = `${workchain}:${shard}`
  if ('seqno' in by) return `${place}:seqno:${by.seqno}`
  return 'lt' in by ? `${place}:lt:${by.lt}` : `${place}:utime:${by.utime}`
}

/**
 * Returns a block's header. The block is proved after the header is read, so that the server rejects unknown
 * blocks.
 */
export async function blockHeader(context: SessionContext, id: BlockIdExt): Promise<BlockHeaderInfo> {
  const known = context.caches.headers.get(blockKey(id))
  if (known) return known
  const header = await context.pool.ask({
    fn: liteApi.getBlockHeader,
    request: { id, mode: 0 },
    check: (answer) => verifyBlockHeader({ id }, answer),
  })
  await proveBlock(context, id)
  context.caches.headers.set(blockKey(id), header)
  return header
}

/** Returns the hash of the state after a block that is already proved. */
export async function stateHash(context: SessionContext, id: BlockIdExt): Promise<Buffer> {
  const known = context.caches.stateHashes.get(blockKey(id))
  if (known) return known
  const hash = await context.pool.ask({
    fn: liteApi.getBlockHeader,
    request: { id, mode: WITH_STATE_UPDATE },
    check: (answer) => {
      verifyBlockHeader({ id }, answer)
      return provedStateHash(openProof(answer.headerProof), id)
    },
  })
  context.caches.stateHashes.set(blockKey(id), hash)
  return hash
}

/** Returns the shard blocks of a masterchain block, in dictionary order. */
export async function shards(context: SessionContext, id: BlockIdExt): Promise<readonly BlockIdExt[]> {
  const known = context.caches.shards.get(blockKey(id))
  return known ?? askShared(context, `shards:${blockKey(id)}`, () => askForShards(context, id))
}

async function askForShards(context: SessionContext, id: BlockIdExt): Promise<readonly BlockIdExt[]> {
  await proveMasterchainBlock(context, id)
  const blocks = await context.pool.ask({
    fn: liteApi.getAllShardsInfo,
    request: { id },
    check: (answer) => verifyAllShards({ id }, answer).map(shardBlockId),
    needsSeqno: id.seqno,
  })
  noteShards(context, id, blocks)
  return blocks
}

/** Caches the shard blocks of a proved masterchain block. */
function noteShards(context: SessionContext, id: BlockIdExt, blocks: readonly BlockIdExt[]): void {
  for (const block of blocks) noteShardBlock(context, block)
  context.caches.shards.set(blockKey(id), blocks)
}

/**
 * Reads a masterchain block as a whole, unless its parts are known: its shards and a page of `count` transactions need
 * no query of their own from then on.
 */
export async function loadMasterchainBlock(
  context: SessionContext,
  id: BlockIdExt,
  count: number,
): Promise<void> {
  const { shards: shardsOf, transactionLists } = context.caches
  const key = pageKey(id, count, undefined)
  if (shardsOf.get(blockKey(id)) && transactionLists.get(key)) return
  await askShared(context, `whole:${key}`, async () => {
    const { root } = await block(context, id)
    const rows = [...blockTransactionsIn(root)].map(({ account, lt, cell }) => ({
      account,
      lt,
      hash: cell.hash(0),
    }))
    const page = { incomplete: rows.length > count, transactions: rows.slice(0, count) }
    transactionLists.set(key, page)
    noteShards(context, id, loadTopShardBlocks(root))
  })
}

/**
 * Returns a page of a block's transactions by account, lt and hash: at most `count`, after position `after`.
 */
export async function blockTransactions(
  context: SessionContext,
  id: BlockIdExt,
  count: number,
  after?: TransactionCursor,
): Promise<BlockTransactionsPage> {
  const { transactionLists } = context.caches
  const key = pageKey(id, count, after)
  const known = transactionLists.get(key)
  if (known) return known
  return askShared(context, `ids:${key}`, async () => {
    const page = await context.pool.ask({
      fn: liteApi.listBlockTransactions,
      request: listRequest(id, count, after),
      check: (answer) => verifyBlockTransactions({ id, count, after }, answer),
    })
    await proveBlock(context, id)
    transactionLists.set(key, page)
    return page
  })
}

/** Returns the same page with whole transactions. */
export function blockTransactionsExt(
  context: SessionContext,
  id: BlockIdExt,
  count: number,
  after?: TransactionCursor,
): Promise<BlockTransactionsExtPage> {
  return askShared(context, `list:${pageKey(id, count, after)}`, async () => {
    const page = await context.pool.ask({
      fn: liteApi.listBlockTransactionsExt,
      request: listRequest(id, count, after),
      check: (answer) => verifyBlockTransactionsExt({ id, count, after }, answer),
    })
    await proveBlock(context, id)
    return page
  })
}

function pageKey(id: BlockIdExt, count: number, after: TransactionCursor | undefined): string {
  const place = after ? `${after.account.toString('latin1')}${after.lt}` : ''
  return `${blockKey(id)}:${count}:${place}`
}

function listRequest(id: BlockIdExt, count: number, after: TransactionCursor | undefined) {
  return after
    ? { id, count, mode: LIST_WITH_PROOF | LIST_AFTER, after: { ...after, lt: BigInt.asIntN(64, after.lt) } }
    : { id, count, mode: LIST_WITH_PROOF }
}

/** Returns a whole block and its file. */
export async function block(
  context: SessionContext,
  id: BlockIdExt,
): Promise<{ readonly root: Cell; readonly data: Buffer }> {
  const found = await context.pool.ask({
    fn: liteApi.getBlock,
    request: { id },
    check: (answer) => ({ root: verifyBlockData({ id }, answer), data: answer.data }),
  })
  await proveBlock(context, id)
  return found
}

/**
 * Returns the file of a block that a verified block names as its predecessor or as a shard's newest block.
 */
export function linkedBlock({ pool }: SessionContext, id: BlockIdExt): Promise<Buffer> {
  return pool.ask({
    fn: liteApi.getBlock,
    request: { id },
    check: (answer) => verifyLinkedBlock({ id }, answer),
  })
}

/**
 * Returns a zero state whose id the caller trusts (from the config, or from the masterchain's configuration).
 */
export function zeroState(
  context: SessionContext,
  id: BlockIdExt,
): Promise<{ readonly root: Cell; readonly data: Buffer }> {
  return context.pool.ask({
    fn: liteApi.getState,
    request: { id },
    check: (answer) => ({ root: verifyZeroState({ id }, answer), data: answer.data }),
  })
}
