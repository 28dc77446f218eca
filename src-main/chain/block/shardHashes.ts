import type { Builder, Cell, Slice } from '@ton/core'
import type { BlockIdExt } from '../blockId.ts'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { intOfKey, keyOfUint } from '../hashmap/key.ts'
import type { BinTreeLeaf } from './binTree.ts'
import { buildBinTree, findInBinTree, walkBinTree } from './binTree.ts'
import type { ShardDescr } from './shardDescr.ts'
import { loadShardDescr, storeShardDescr } from './shardDescr.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ (HashmapE 32 ^(BinTree ShardDescr)) = ShardHashes;

/** A shard and its newest block, as listed in a masterchain block or state. */
export type ShardEntry = {
  readonly workchain: number
  /** Unsigned, with the tag bit. */
  readonly shard: bigint
  readonly descr: ShardDescr
}

export const WORKCHAINS: HashmapCodec<Cell> = {
  type: 'ShardHashes',
  keyBits: 32,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (tree) => (builder) => {
    builder.storeRef(tree)
  },
}

/** Reads the root of the dictionary, null if there is no shard yet. The functions below take this root. */
export function loadShardHashes(slice: Slice): Cell | null {
  return slice.loadMaybeRef()
}

/** Returns a writer (for Builder.store) of `HashmapE 32 ^(BinTree ShardDescr)`. */
export function storeShardHashes(root: Cell | null): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(root)
  }
}

/**
 * Returns every shard in dictionary order (workchain 0 before -2), the left child before the right one.
 * @throws PrunedBranchError if anything is pruned
 */
export function allShards(root: Cell | null): readonly ShardEntry[] {
  const workchains = new HashmapE(WORKCHAINS, root)
  return [...workchains.entries()].flatMap(({ key, value }) => {
    const workchain = Number(intOfKey(key, 32))
    const leaves = [...walkBinTree(value, 'ShardHashes', loadShardDescr)]
    return leaves.map(({ shard, value: descr }): ShardEntry => ({ workchain, shard, descr }))
  })
}

/**
 * Returns the shard that covers a 64-bit account prefix (or a smaller shard), or undefined if the workchain
 * is unknown. Opens only the cells on the path to it.
 * @throws PrunedBranchError if that path is pruned
 */
export function findShard(root: Cell | null, workchain: number, prefix: bigint): ShardEntry | undefined {
  const tree = new HashmapE(WORKCHAINS, root).get(keyOfUint(workchain, 32))
  if (!tree) return undefined
  const { shard, value } = findInBinTree(tree, 'ShardHashes', loadShardDescr, prefix)
  return { workchain, shard, descr: value }
}

/**
 * Builds the dictionary of the shards: workchains in any order, the shards of each from left to right.
 * @throws RangeError if the shards of a workchain do not cover it exactly once
 */
export function buildShardHashes(entries: readonly ShardEntry[]): Cell | null {
  const leaves = new Map<number, BinTreeLeaf<ShardDescr>[]>()
  for (const { workchain, shard, descr } of entries) {
    const siblings = leaves.get(workchain)
    if (siblings) siblings.push({ shard, value: descr })
    else leaves.set(workchain, [{ shard, value: descr }])
  }
  const workchains = [...leaves]
    .map(([workchain, shards]) => ({
      key: keyOfUint(workchain, 32),
      value: buildBinTree(shards, storeShardDescr),
    }))
    .sort((a, b) => a.key.compare(b.key))
  return HashmapE.from(WORKCHAINS, workchains).root
}

/**
 * Returns the id of a shard's newest block. The hashes are copies, so that they do not keep the block's file
 * in memory.
 */
export function shardBlockId({ workchain, shard, descr }: ShardEntry): BlockIdExt {
  const rootHash = Buffer.from(descr.rootHash)
  return { workchain, shard, seqno: descr.seqno, rootHash, fileHash: Buffer.from(descr.fileHash) }
}
