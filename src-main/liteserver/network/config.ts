import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { configParam as paramOf } from '../../chain/config/configParams.ts'
import type { EarlierBlocks } from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyConfigAll, verifyConfigParams, verifyPrevBlocks } from '../verify/config.ts'
import { type ProvedLibrary, verifyLibraries } from '../verify/libraries.ts'
import { lastBlock } from './blocks.ts'
import { proveMasterchainBlock } from './proveBlock.ts'
import { blockKey, type SessionContext } from './sessionContext.ts'

/** The root of the whole configuration dictionary after a masterchain block. */
export async function configAll(context: SessionContext, id: BlockIdExt): Promise<Cell> {
  const known = context.caches.configs.get(blockKey(id))
  if (known) return known
  await proveMasterchainBlock(context, id)
  const request = { id, mode: 0 }
  const config = await context.pool.ask({
    fn: liteApi.getConfigAll,
    request,
    check: (answer) => verifyConfigAll(request, answer),
    needsSeqno: id.seqno,
  })
  context.caches.configs.set(blockKey(id), config)
  return config
}

/** One parameter's cell, undefined where the configuration doesn't have it. */
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
  const [cell] = await pool.ask({
    fn: liteApi.getConfigParams,
    request,
    check: (answer) => verifyConfigParams(request, answer),
    needsSeqno: id.seqno,
  })
  caches.configParams.set(key, { cell })
  return cell
}

/** `mode` of getConfigParams: earlier masterchain blocks too. */
const WITH_PREV_BLOCKS = 128

/**
 * What the state after a masterchain block says of the blocks before: of the last 16, of the last 16 hundredths, of
 * the last key block. Others are pruned.
 */
export async function earlierBlocks(context: SessionContext, id: BlockIdExt): Promise<EarlierBlocks> {
  const known = context.caches.earlierBlocks.get(blockKey(id))
  if (known) return known
  await proveMasterchainBlock(context, id)
  const request = { id, mode: WITH_PREV_BLOCKS, paramList: [] }
  const found = await context.pool.ask({
    fn: liteApi.getConfigParams,
    request,
    check: (answer) => verifyPrevBlocks(request, answer),
    needsSeqno: id.seqno,
  })
  context.caches.earlierBlocks.set(blockKey(id), found)
  return found
}

/** Public libraries by hash, each once, in the order asked for; those not published at the head are left out. */
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
