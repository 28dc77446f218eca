import { beginCell, type Cell } from '@ton/core'
import { FULL_SHARD, isShard, shardChild, shardContainsPrefix } from '#shared/ton/shard.ts'
import { loadShardDescr, type ShardDescr } from '../../chain/block/shardDescr.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'
import { type HashmapCodec, HashmapE } from '../../chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { NO_BLOCK, requireReferenceBlock } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { proveStateRoot, readMcBlock, readMcState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

/** Answers `liteServer.getShardInfo`. */
export async function getShardInfo(
  context: LiteContext,
  { id, workchain, shard, exact }: TlRequest<LiteApi['getShardInfo']>,
): Promise<TlResponse<LiteApi['getShardInfo']>> {
  if (!isShard(shard)) throw liteError('requested shard is invalid')
  const block = requireReferenceBlock(context, id)
  const stateRoot = await context.store.state(block)
  const found = proveShard(stateRoot, workchain, shard, exact)
  return {
    id,
    shardblk: found.shard?.id ?? NO_BLOCK,
    shardProof: serializeBoc([proveStateRoot(context, block, stateRoot), found.proof]),
    shardDescr: found.shard ? serializeBoc(found.shard.leaf) : Buffer.alloc(0),
  }
}

/** Answers `liteServer.getAllShardsInfo`. */
export function getAllShardsInfo(
  context: LiteContext,
  { id }: TlRequest<LiteApi['getAllShardsInfo']>,
): TlResponse<LiteApi['getAllShardsInfo']> {
  const block = requireReferenceBlock(context, id)
  const root = context.store.root(block)
  const recorder = new ProofRecorder()
  const { shardHashes } = readMcBlock(recorder, root, id)
  return {
    id,
    proof: serializeBoc(recorder.proveLoaded(root)),
    data: serializeBoc(finishCell(beginCell().storeMaybeRef(shardHashes))),
  }
}

/** A proof over a masterchain state, and the shard that it leads to, if it exists. */
export type ProvedShard = {
  readonly proof: Cell
  readonly shard: { readonly id: BlockIdExt; readonly leaf: Cell } | undefined
}

/**
 * Returns a proof over a masterchain state of the newest block of a shard (`exact`) or of the shard that
 * covers it.
 */
export function proveShard(stateRoot: Cell, workchain: number, shard: bigint, exact: boolean): ProvedShard {
  const recorder = new ProofRecorder()
  const { extra } = readMcState(recorder, stateRoot)
  const found = findShardLeaf(recorder, extra.shardHashes, workchain, shard, exact)
  return { proof: recorder.proveState(stateRoot), shard: found }
}

const WORKCHAINS: HashmapCodec<Cell> = {
  type: 'ShardHashes',
  keyBits: 32,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (tree) => (builder) => {
    builder.storeRef(tree)
  },
}

/**
 * Descends `HashmapE 32 ^(BinTree ShardDescr)` to the leaf of `shard` and reads the path and the leaf.
 * Without `exact` a leaf that covers more matches too; a shard that is split further never matches.
 */
export function findShardLeaf(
  recorder: ProofRecorder,
  shardHashes: Cell | null,
  workchain: number,
  shard: bigint,
  exact: boolean,
): { readonly id: BlockIdExt; readonly leaf: Cell } | undefined {
  if (workchain === MASTERCHAIN) return undefined
  let cell = new HashmapE(WORKCHAINS, shardHashes, recorder.record).get(keyOfUint(workchain, 32))
  let at = FULL_SHARD
  while (cell) {
    const slice = recorder.open(cell, 'ShardHashes')
    if (!slice.loadBit()) {
      const descr = loadShardDescr(slice)
      // ^[ fees_collected funds_created ] of shard_descr_new
      if (!descr.amountsInline) recorder.record(cell.refs[0] as Cell)
      if (exact && at !== shard) return undefined
      return { id: shardId(workchain, at, descr), leaf: cell }
    }
    if (at === shard) return undefined
    const left = shardChild(at, 'left')
    const goesLeft = shardContainsPrefix(left, shard)
    at = goesLeft ? left : shardChild(at, 'right')
    cell = cell.refs[goesLeft ? 0 : 1]
  }
  return undefined
}

function shardId(workchain: number, shard: bigint, { seqno, rootHash, fileHash }: ShardDescr): BlockIdExt {
  return { workchain, shard, seqno, rootHash, fileHash }
}
