import type { Builder, Cell, Slice } from '@ton/core'
import type { BlockIdExt } from '../blockId.ts'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { intOfKey, keyOfUint } from '../hashmap/key.ts'
import type { BinTreeLeaf, Completeness } from './binTree.ts'
import { buildBinTree, findCoveringInBinTree, findInBinTree, walkBinTree } from './binTree.ts'
import type { ShardDescr } from './shardDescr.ts'
import { loadShardDescr, storeShardDescr } from './shardDescr.ts'

// _ (HashmapE 32 ^(BinTree ShardDescr)) = ShardHashes;

/** A shard and its newest block as a masterchain block or state knows it. */
export type ShardEntry = {
  readonly workchain: number
  /** Unsigned, with the tag bit. */
  readonly shard: bigint
  readonly descr: ShardDescr
}

const WORKCHAINS: HashmapCodec<Cell> = {
  type: 'ShardHashes',
  keyBits: 32,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (tree) => (builder) => {
    builder.storeRef(tree)
  },
}

/** The dictionary's root, null where there is no shard yet: what all functions here work on. */
export function loadShardHashes(slice: Slice): Cell | null {
  return slice.loadMaybeRef()
}

export function storeShardHashes(root: Cell | null): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(root)
  }
}

/**
 * Every shard in dictionary order (workchain 0 before -2), the left child before the right one.
 * @throws PrunedBranchError where something is pruned
 */
export function allShards(root: Cell | null): readonly ShardEntry[] {
  return [...walkShards(root, 'all')]
}

/** The shards that a proof shows, in the same order; pruned ones are passed over. */
export function visibleShards(root: Cell | null): readonly ShardEntry[] {
  return [...walkShards(root, 'visible')]
}

function* walkShards(root: Cell | null, completeness: Completeness): Generator<ShardEntry, void, undefined> {
  const workchains = new HashmapE(WORKCHAINS, root)
  for (const { key, value } of workchains.entries({ skipPruned: completeness === 'visible' })) {
    const workchain = Number(intOfKey(key, 32))
    for (const leaf of walkBinTree(value, 'ShardHashes', loadShardDescr, completeness)) {
      yield { workchain, shard: leaf.shard, descr: leaf.value }
    }
  }
}

/**
 * The shard that covers a 64-bit account prefix (or a smaller shard), undefined where the workchain is unknown.
 * Opens nothing but the way to it.
 * @throws PrunedBranchError where that way is pruned
 */
export function findShard(root: Cell | null, workchain: number, prefix: bigint): ShardEntry | undefined {
  const tree = new HashmapE(WORKCHAINS, root).get(keyOfUint(workchain, 32))
  if (!tree) return undefined
  const { shard, value } = findInBinTree(tree, 'ShardHashes', loadShardDescr, prefix)
  return { workchain, shard, descr: value }
}

/** The same shard or one that covers it; undefined where it is split, or the workchain unknown. */
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
 * The dictionary of these shards, in any order of workchains, each workchain's from left to right.
 * @throws RangeError if the shards of a workchain don't cover it exactly once
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

/** The identity of a shard's newest block, its hashes copied, so that they don't keep the file they came from. */
export function shardBlockId({ workchain, shard, descr }: ShardEntry): BlockIdExt {
  const rootHash = Buffer.from(descr.rootHash)
  return { workchain, shard, seqno: descr.seqno, rootHash, fileHash: Buffer.from(descr.fileHash) }
}
