import type { Cell, Slice } from '@ton/core'
import { type BinTreeLeaf, descend } from '../../src-main/chain/block/binTree.ts'
import { loadShardDescr } from '../../src-main/chain/block/shardDescr.ts'
import { type ShardEntry, WORKCHAINS, walkShards } from '../../src-main/chain/block/shardHashes.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { keyOfUint } from '../../src-main/chain/hashmap/key.ts'

/** Returns the shards that a proof contains, in the same order. Skips pruned branches. */
export function visibleShards(root: Cell | null): readonly ShardEntry[] {
  return [...walkShards(root, 'visible')]
}

/** Returns the given shard or one that covers it, or undefined if it is split or the workchain is unknown. */
export function findCoveringShard(
  root: Cell | null,
  workchain: number,
  shard: bigint,
): ShardEntry | undefined {
  const tree = new HashmapE(WORKCHAINS, root).get(keyOfUint(workchain, 32))
  const leaf = tree && findCoveringInBinTree(tree, 'ShardHashes', loadShardDescr, shard)
  return leaf && { workchain, shard: leaf.shard, descr: leaf.value }
}

/**
 * Returns the leaf whose shard is the given one or covers it, or undefined if the given shard is split
 * further.
 */
function findCoveringInBinTree<T>(
  root: Cell,
  type: string,
  load: (slice: Slice) => T,
  shard: bigint,
): BinTreeLeaf<T> | undefined {
  return descend(root, type, load, shard, shard)
}
