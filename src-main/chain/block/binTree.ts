import type { Builder, Cell, Slice } from '@ton/core'
import { beginCell } from '@ton/core'
import { FULL_SHARD, shardChild, shardContainsPrefix, shardTagBit, shardToHex } from '#shared/ton/shard.ts'
import { parseCell, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// bt_leaf$0 {X:Type} leaf:X = BinTree X;
// bt_fork$1 {X:Type} left:^(BinTree X) right:^(BinTree X) = BinTree X;

/**
 * A leaf and the shard that its path from the root stands for (0 is left, 1 is right): FULL_SHARD for the
 * root itself.
 */
export type BinTreeLeaf<T> = { readonly shard: bigint; readonly value: T }

/**
 * Yields the leaves from left to right.
 * @throws PrunedBranchError for a pruned branch, TlbError for a tree deeper than 60
 */
export function* walkBinTree<T>(
  root: Cell,
  type: string,
  load: (slice: Slice) => T,
): Generator<BinTreeLeaf<T>, void, undefined> {
  const steps: { cell: Cell; shard: bigint }[] = [{ cell: root, shard: FULL_SHARD }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { cell, shard } = step
    const node = openNode(cell, type, load, shard)
    if (node.kind === 'leaf') yield { shard, value: node.value }
    else {
      steps.push({ cell: node.right, shard: shardChild(shard, 'right') })
      steps.push({ cell: node.left, shard: shardChild(shard, 'left') })
    }
  }
}

/**
 * Returns the leaf whose shard covers a 64-bit account prefix. Opens only the cells on the path to it.
 * @throws PrunedBranchError if that path is pruned
 */
export function findInBinTree<T>(
  root: Cell,
  type: string,
  load: (slice: Slice) => T,
  prefix: bigint,
): BinTreeLeaf<T> {
  let cell = root
  let shard = FULL_SHARD
  for (;;) {
    const node = openNode(cell, type, load, shard)
    if (node.kind === 'leaf') return { shard, value: node.value }
    const left = shardChild(shard, 'left')
    const goesLeft = shardContainsPrefix(left, prefix)
    cell = goesLeft ? node.left : node.right
    shard = goesLeft ? left : shardChild(shard, 'right')
  }
}

type Node<T> =
  | { readonly kind: 'leaf'; readonly value: T }
  | { readonly kind: 'fork'; readonly left: Cell; readonly right: Cell }

function openNode<T>(cell: Cell, type: string, load: (slice: Slice) => T, shard: bigint): Node<T> {
  return parseCell(cell, type, (slice): Node<T> => {
    if (!slice.loadBit()) return { kind: 'leaf', value: load(slice) }
    if (shardTagBit(shard) <= 8n) throw new TlbError(type, `a fork below shard ${shardToHex(shard)}`)
    return { kind: 'fork', left: slice.loadRef(), right: slice.loadRef() }
  })
}

/**
 * Builds the tree of the leaves, which must come from left to right.
 * @throws RangeError if their shards do not cover a whole workchain exactly once
 */
export function buildBinTree<T>(
  leaves: readonly BinTreeLeaf<T>[],
  store: (value: T) => (builder: Builder) => void,
): Cell {
  let next = 0
  const build = (shard: bigint): Cell => {
    const leaf = leaves[next]
    if (!leaf || shardTagBit(shard) < 8n) throw new RangeError(`no leaf for shard ${shardToHex(shard)}`)
    if (leaf.shard === shard) {
      next++
      return beginCell().storeBit(0).store(store(leaf.value)).endCell()
    }
    const left = build(shardChild(shard, 'left'))
    return beginCell()
      .storeBit(1)
      .storeRef(left)
      .storeRef(build(shardChild(shard, 'right')))
      .endCell()
  }
  const root = build(FULL_SHARD)
  if (next < leaves.length) throw new RangeError('more leaves than the tree has room for')
  return root
}
