import { type Cell, CellType, type Slice } from '@ton/core'
import { loadShardDescr, type ShardDescr } from '../../src-main/chain/block/shardDescr.ts'
import { type ShardEntry, WORKCHAINS } from '../../src-main/chain/block/shardHashes.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { intOfKey, keyOfUint } from '../../src-main/chain/hashmap/key.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { FULL_SHARD, shardChild, shardContainsPrefix } from '../../src-shared/ton/shard.ts'

/** Returns the shards that a proof contains, in the same order. Skips pruned branches. */
export function visibleShards(root: Cell | null): readonly ShardEntry[] {
  const workchains = new HashmapE(WORKCHAINS, root)
  return [...workchains.entries({ skipPruned: true })].flatMap(({ key, value }) => {
    const workchain = Number(intOfKey(key, 32))
    return visibleLeaves(value, FULL_SHARD).map(({ shard, descr }) => ({ workchain, shard, descr }))
  })
}

type Leaf = { readonly shard: bigint; readonly descr: ShardDescr }

function visibleLeaves(cell: Cell, shard: bigint): Leaf[] {
  if (cell.type === CellType.PrunedBranch) return []
  const node = openNode(cell)
  if ('descr' in node) return [{ shard, descr: node.descr }]
  return [
    ...visibleLeaves(node.left, shardChild(shard, 'left')),
    ...visibleLeaves(node.right, shardChild(shard, 'right')),
  ]
}

type Node = { readonly descr: ShardDescr } | { readonly left: Cell; readonly right: Cell }

function openNode(cell: Cell): Node {
  return parseCell(cell, 'ShardHashes', (slice: Slice): Node => {
    if (!slice.loadBit()) return { descr: loadShardDescr(slice) }
    return { left: slice.loadRef(), right: slice.loadRef() }
  })
}

/** Returns the given shard or one that covers it, or undefined if it is split or the workchain is unknown. */
export function findCoveringShard(
  root: Cell | null,
  workchain: number,
  wanted: bigint,
): ShardEntry | undefined {
  const tree = new HashmapE(WORKCHAINS, root).get(keyOfUint(workchain, 32))
  if (!tree) return undefined
  let [cell, shard] = [tree, FULL_SHARD]
  for (;;) {
    const node = openNode(cell)
    if ('descr' in node) return { workchain, shard, descr: node.descr }
    if (shard === wanted) return undefined
    const left = shardChild(shard, 'left')
    const goesLeft = shardContainsPrefix(left, wanted)
    cell = goesLeft ? node.left : node.right
    shard = goesLeft ? left : shardChild(shard, 'right')
  }
}
