import { type Cell, CellType } from '@ton/core'
import { PrunedBranchError, TlbError } from '../tlb.ts'
import { keyBit, keyPrefix, setKeyBit } from './key.ts'
import { copyLabel, type Label, labelBit, readLabel } from './label.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// hm_edge#_ {n:#} {X:Type} {l:#} {m:#} label:(HmLabel ~l n) {n = (~m) + l} node:(HashmapNode m X) = Hashmap n X;
// hmn_fork#_ {n:#} {X:Type} left:^(Hashmap n X) right:^(Hashmap n X) = HashmapNode (n + 1) X;
// (ahm_edge and ahmn_fork have the same label and the same first two references.)

/** A callback for every cell of a dictionary that is opened, before its data is used. */
export type CellVisitor = (cell: Cell) => void

/** A dictionary's tree, plain or augmented. `type` is its TL-B type, for error messages. */
export type Tree = {
  readonly type: string
  readonly keyBits: number
  readonly root: Cell | null
  readonly visit?: CellVisitor | undefined
}

/** A part of a dictionary, and the order of walking it. */
export type KeyRange = {
  /** The first key in walking order; it need not exist. */
  readonly from?: Buffer | undefined
  /** Excludes `from` itself. */
  readonly after?: boolean | undefined
  /** Descending. */
  readonly reverse?: boolean | undefined
  /** Skips pruned branches instead of throwing PrunedBranchError, for proofs of a part of the dictionary. */
  readonly skipPruned?: boolean | undefined
}

/** A leaf's edge cell, and the label that precedes its data. */
export type Leaf = { readonly key: Buffer; readonly cell: Cell; readonly label: Label }

/**
 * Opens the edge at bit `depth` of `path` and returns its label.
 * @throws PrunedBranchError, TlbError
 */
export function openEdge(tree: Tree, cell: Cell, path: Uint8Array, depth: number): Label {
  if (cell.isExotic) {
    if (cell.type === CellType.PrunedBranch)
      throw new PrunedBranchError(tree.type, keyPrefix(path, depth), cell)
    throw new TlbError(tree.type, `an exotic cell stands at ${keyPrefix(path, depth) || 'the root'}`)
  }
  tree.visit?.(cell)
  const label = readLabel(cell.bits, tree.keyBits - depth)
  if (depth + label.length < tree.keyBits && cell.refs.length < 2) {
    throw new TlbError(tree.type, `a fork without branches at ${keyPrefix(path, depth) || 'the root'}`)
  }
  return label
}

/** Returns the branch of a fork on the side of `bit`. */
export function branch(cell: Cell, bit: 0 | 1): Cell {
  return cell.refs[bit] as Cell
}

/** Returns the number of leading label bits that equal those of `key` from bit `depth` on. */
export function matchLabel(cell: Cell, label: Label, key: Uint8Array, depth: number): number {
  let matched = 0
  while (matched < label.length && labelBit(cell.bits, label, matched) === keyBit(key, depth + matched))
    matched++
  return matched
}

/** Returns the leaf at `key`, or undefined if there is none. Opens only the cells on its path. */
export function findLeaf(tree: Tree, key: Buffer): Leaf | undefined {
  let cell = tree.root
  let depth = 0
  while (cell) {
    const label = openEdge(tree, cell, key, depth)
    if (matchLabel(cell, label, key, depth) < label.length) return undefined
    depth += label.length
    if (depth === tree.keyBits) return { key, cell, label }
    cell = branch(cell, keyBit(key, depth))
    depth++
  }
  return undefined
}

/** An edge to visit: `bit` leads to it. It is `bound` while its path equals the first bits of `from`. */
type Step = { readonly cell: Cell; readonly depth: number; readonly bit: 0 | 1; readonly bound: boolean }

/** Decides, for an edge whose label is read, whether a fork is entered or a leaf is yielded. */
export type EdgeFilter = (cell: Cell, label: Label, isLeaf: boolean) => boolean

/** Yields the leaves of `range` in the order of their keys. Decodes only labels (`enter` can decode more). */
export function* walkLeaves(
  tree: Tree,
  range: KeyRange = {},
  enter?: EdgeFilter,
): Generator<Leaf, void, undefined> {
  if (!tree.root) return
  const { from } = range
  const near: 0 | 1 = range.reverse ? 1 : 0
  const path = Buffer.alloc((tree.keyBits + 7) >> 3)
  const steps: Step[] = [{ cell: tree.root, depth: 0, bit: 0, bound: from !== undefined }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { cell, depth } = step
    if (depth > 0) setKeyBit(path, depth - 1, step.bit)
    if (range.skipPruned && cell.type === CellType.PrunedBranch) continue
    const label = openEdge(tree, cell, path, depth)
    let bound = step.bound
    if (bound && from) {
      const matched = matchLabel(cell, label, from, depth)
      if (matched < label.length) {
        // The whole branch is on one side of `from`: before it in walking order, or after it.
        if (labelBit(cell.bits, label, matched) === near) continue
        bound = false
      }
    }
    copyLabel(cell.bits, label, path, depth)
    const end = depth + label.length
    if (enter && !enter(cell, label, end === tree.keyBits)) continue
    if (end === tree.keyBits) {
      if (!(bound && range.after)) yield { key: Buffer.from(path), cell, label }
      continue
    }
    const far: 0 | 1 = near === 0 ? 1 : 0
    const side = bound && from ? keyBit(from, end) : undefined
    steps.push({ cell: branch(cell, far), depth: end + 1, bit: far, bound: side === far })
    if (side !== far) {
      steps.push({ cell: branch(cell, near), depth: end + 1, bit: near, bound: side === near })
    }
  }
}
