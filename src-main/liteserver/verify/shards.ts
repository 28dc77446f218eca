import type { Cell } from '@ton/core'
import { loadBlockCells } from '../../chain/block/block.ts'
import { allShards, findShard, type ShardEntry } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { blockShards } from '../../chain/proof/headerProof.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { AllShardsInfo } from '../tl/blocks.ts'
import { expectAnswerTo } from './header.ts'
import { expect, openProof, openProofPair, proving, whole } from './proving.ts'
import { masterchainExtra, provedState } from './state.ts'

/** Name of the check in errors. */
export const CHECK = 'shard'

/** A shard according to a masterchain state. There is no entry if the workchain does not exist. */
export type ProvedShard = {
  readonly entry: ShardEntry | undefined
  /** gen_utime of the masterchain block, in Unix seconds. */
  readonly genUtime: number
}

/**
 * Returns the shard that covers an account prefix, according to the state after masterchain block `block`.
 * `shardProof` contains the block's header and the state.
 * @throws ProofError
 */
export function verifyShardOf(
  block: BlockIdExt,
  place: { readonly workchain: number; readonly prefix: bigint },
  shardProof: Buffer,
): ProvedShard {
  return proving(CHECK, () => {
    const { shardHashes, genUtime } = provedShards(block, shardProof)
    return { entry: findShard(shardHashes, place.workchain, place.prefix), genUtime }
  })
}

/**
 * Proves the dictionary of shards of a masterchain block.
 * @throws ProofError
 */
export function provedShards(block: BlockIdExt, shardProof: Buffer) {
  const [blockRoot, stateRoot] = openProofPair(shardProof)
  const state = provedState(block, blockRoot, stateRoot)
  return { shardHashes: masterchainExtra(state).shardHashes, genUtime: state.genUtime }
}

/**
 * Verifies liteServer.getAllShardsInfo and returns every shard of a masterchain block, in dictionary order.
 * @throws ProofError
 */
export function verifyAllShards(
  request: { readonly id: BlockIdExt },
  answer: AllShardsInfo,
): readonly ShardEntry[] {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const proved = shardHashesOf(openProof(answer.proof), request.id)
    const data = whole(parseBocRoot(answer.data), CHECK)
    // `data` is the HashmapE itself: a bit, and the dictionary's root.
    const root = parseCell(data, 'ShardHashes', (slice) => slice.loadMaybeRef())
    const isSame = root && proved ? root.hash().equals(proved.hash(0)) : root === proved
    expect(isSame, CHECK, 'the shards are not those of the block')
    return allShards(root)
  })
}

/**
 * Returns the root of ShardHashes in a masterchain block, or in a part of it from a proof.
 * @throws ProofError
 */
export function shardHashesOf(root: Cell, id: BlockIdExt): Cell | null {
  return proving(CHECK, () => {
    expect(root.hash(0).equals(id.rootHash), CHECK, `the proof is not of ${formatBlockId(id)}`)
    return blockShards(parseCell(root, 'Block', loadBlockCells))
  })
}

/**
 * Checks that the shard block in an answer is the one that the masterchain lists.
 * @throws ProofError
 */
export function expectShardBlock(answered: BlockIdExt, proved: BlockIdExt): void {
  const text = `it names ${formatBlockId(answered)}, the masterchain ${formatBlockId(proved)}`
  expect(sameBlock(answered, proved), CHECK, text)
}
