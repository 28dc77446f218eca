import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { configParam as paramOf } from '../../chain/config/configParams.ts'
import { earlierSeqnos } from '../../chain/state/earlierBlocks.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { Lru } from '../../platform/lru.ts'
import type { CheckedQuery } from '../pool/askServer.ts'
import type { EarlierBlocks } from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyConfigAll, verifyConfigParams, verifyPrevBlocks } from '../verify/config.ts'
import { type ProvedLibrary, verifyLibraries } from '../verify/libraries.ts'
import { lastBlock } from './blocks.ts'
import { proveMasterchainBlock } from './proveBlock.ts'
import { blockKey, type SessionContext } from './sessionContext.ts'

/** Returns a proved part of the state after a masterchain block, from the cache if possible. */
async function askOnce<Q, R, V>(
  context: SessionContext,
  cache: Lru<string, V>,
  id: BlockIdExt,
  query: CheckedQuery<Q, R, V>,
): Promise<V> {
  const known = cache.get(blockKey(id))
  if (known) return known
  await proveMasterchainBlock(context, id)
  const found = await context.pool.ask({ ...query, needsSeqno: id.seqno })
  cache.set(blockKey(id), found)
  return found
}

/** Returns the root of the whole configuration dictionary after a masterchain block. */
export async function configAll(context: SessionContext, id: BlockIdExt): Promise<Cell> {
  const request = { id, mode: 0 }
  return askOnce(context, context.caches.configs, id, {
    fn: liteApi.getConfigAll,
    request,
    check: (answer) => sharedCell(context, verifyConfigAll(request, answer)),
  })
}

/** Returns one parameter's cell, or undefined if the configuration does not have it. */
export async function configParam(
  context: SessionContext,
  id: BlockIdExt,
  param: number,
): Promise<Cell | undefined> {
  const { caches, pool } = context
  const config = caches.configs.get(blockKey(id))
  if (config) return paramOf(config, param)
  const key = `${param}:${blockKey(id)}`
  const known = caches.configParams.get(key)
  if (known) return known.cell
  await proveMasterchainBlock(context, id)
  const request = { id, mode: 0, paramList: [param] }
  const [found] = await pool.ask({
    fn: liteApi.getConfigParams,
    request,
    check: (answer) => verifyConfigParams(request, answer),
    needsSeqno: id.seqno,
  })
  const cell = found && sharedCell(context, found)
  caches.configParams.set(key, { cell })
  return cell
}

/** Returns the cached cell that is equal to a proved one, which is cached if there is none. */
function sharedCell({ caches }: SessionContext, cell: Cell): Cell {
  return caches.configCells.getOrMake(cell.hash().toString('latin1'), () => cell)
}

/** The `mode` bit of getConfigParams for earlier masterchain blocks. */
const WITH_PREV_BLOCKS = 128

/**
 * Returns the earlier masterchain blocks in the state after a block: the last 16, the last 16 whose seqno is
 * a multiple of 100, and the last key block. Others are pruned. The last 16 need no look-up from then on.
 */
export async function earlierBlocks(context: SessionContext, id: BlockIdExt): Promise<EarlierBlocks> {
  const { earlierBlocks: cache } = context.caches
  const known = cache.get(blockKey(id))
  if (known) return known
  const request = { id, mode: WITH_PREV_BLOCKS, paramList: [] }
  const found = await askOnce(context, cache, id, {
    fn: liteApi.getConfigParams,
    request,
    check: (answer) => verifyPrevBlocks(request, answer),
  })
  if (context.verify) noteProved(context, id, found)
  return found
}

/** Records the blocks that a proved state names. @throws ProofError if another block of one of the seqnos is proved */
function noteProved({ masterchain }: SessionContext, id: BlockIdExt, { prevBlocks }: EarlierBlocks): void {
  for (const seqno of earlierSeqnos(id.seqno).last) {
    const earlier = seqno > 0 ? oldMcBlock(prevBlocks, seqno) : undefined
    if (!earlier) continue
    const { rootHash, fileHash } = earlier.blkRef
    const to = { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno, rootHash, fileHash }
    masterchain.trust.note({ to, isKeyBlock: earlier.key, genUtime: undefined })
  }
}

/**
 * Returns public libraries by hash, each once, in the requested order, without those that are not published
 * at the head.
 */
export async function libraries(
  context: SessionContext,
  hashes: readonly Buffer[],
): Promise<readonly ProvedLibrary[]> {
  if (hashes.length === 0) return []
  const id = await lastBlock(context)
  const unique = new Map(hashes.map((hash) => [hash.toString('latin1'), hash]))
  const request = { id, mode: 0, libraryList: [...unique.values()] }
  return context.pool.ask({
    fn: liteApi.getLibrariesWithProof,
    request,
    check: (answer) => verifyLibraries(request, answer),
    needsSeqno: id.seqno,
  })
}
