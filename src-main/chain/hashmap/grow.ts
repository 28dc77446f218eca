import { type Builder, beginCell, type Cell } from '@ton/core'
import { finishCell } from './finishCell.ts'
import { commonBits, keyBit, setKeyBit } from './key.ts'
import { copyLabel, type Label, writeLabel } from './label.ts'
import { branch, type Leaf, matchLabel, openEdge, type Tree } from './walk.ts'

/** An edge's cell and the note that the fork above needs (in an augmented dictionary, its extra). */
export type Edge<N> = { readonly cell: Cell; readonly note: N }

/** A tree that can be changed: the parts that differ between plain and augmented dictionaries. */
export type WritableTree<N> = Tree & {
  /** Writes a fork's data after its two references and returns the fork's note. */
  storeFork(builder: Builder, left: Edge<N>, right: Edge<N>): N
  /** Returns the note of the edge at bit `depth` of `path`. Plain dictionaries need not open it. */
  noteOf(cell: Cell, path: Uint8Array, depth: number): N
}

/** Writes a leaf's data after its label and returns the leaf's note. */
export type LeafWriter<N> = (builder: Builder) => N

/** A label: the bits of `key` from `depth` up to `end`. */
type Place = { readonly key: Buffer; readonly depth: number; readonly end: number }

/** An edge opened at bit `depth`: its label, and the path to it including the label's bits. */
type OpenEdge = { readonly cell: Cell; readonly label: Label; readonly key: Buffer }

/**
 * Returns the tree with a leaf at `key`, new or replaced. Rewrites only the cells on its path.
 * @throws PrunedBranchError if the path, or a sibling whose note is needed, is pruned
 */
export function setLeaf<N>(tree: WritableTree<N>, key: Buffer, write: LeafWriter<N>): Edge<N> {
  const set = (cell: Cell, depth: number): Edge<N> => {
    const label = openEdge(tree, cell, key, depth)
    const end = depth + matchLabel(cell, label, key, depth)
    if (end === tree.keyBits) return leafEdge(tree, key, depth, write)
    const place = { key, depth, end }
    if (end < depth + label.length) {
      const rest = shortened(tree, { cell, label, key: filled(cell, label, key, depth) }, depth, end + 1)
      return forkBeside(tree, place, leafEdge(tree, key, end + 1, write), rest)
    }
    const changed = set(branch(cell, keyBit(key, end)), end + 1)
    return forkBeside(tree, place, changed, siblingOf(tree, cell, place))
  }
  return tree.root ? set(tree.root, 0) : leafEdge(tree, key, 0, write)
}

/**
 * Returns the tree without the leaf at `key`: null if that leaves it empty, undefined if there is no such
 * leaf.
 * @throws PrunedBranchError if the path, or a sibling that must be joined or read, is pruned
 */
export function deleteLeaf<N>(tree: WritableTree<N>, key: Buffer): Edge<N> | null | undefined {
  const remove = (cell: Cell, depth: number): Edge<N> | null | undefined => {
    const label = openEdge(tree, cell, key, depth)
    if (matchLabel(cell, label, key, depth) < label.length) return undefined
    const end = depth + label.length
    if (end === tree.keyBits) return null
    const changed = remove(branch(cell, keyBit(key, end)), end + 1)
    if (changed === undefined) return undefined
    const place = { key, depth, end }
    if (changed === null) return joinedSibling(tree, cell, place)
    return forkBeside(tree, place, changed, siblingOf(tree, cell, place))
  }
  return tree.root ? remove(tree.root, 0) : undefined
}

/** A leaf for buildTree. */
export type NewLeaf<N> = { readonly key: Buffer; readonly write: LeafWriter<N> }

/**
 * Builds a tree of `leaves` (null if there are none), which must be in the order of their keys. Ignores
 * `tree.root`.
 * @throws RangeError if the keys are not strictly ascending
 */
export function buildTree<N>(tree: WritableTree<N>, leaves: readonly NewLeaf<N>[]): Edge<N> | null {
  const leafAt = (index: number): NewLeaf<N> => leaves[index] as NewLeaf<N>
  for (let i = 1; i < leaves.length; i++) {
    if (leafAt(i - 1).key.compare(leafAt(i).key) >= 0) {
      throw new RangeError(`${tree.type}: keys must be strictly ascending`)
    }
  }
  const build = (first: number, last: number, depth: number): Edge<N> => {
    const { key, write } = leafAt(first)
    if (first === last) return leafEdge(tree, key, depth, write)
    const end = depth + commonBits(key, leafAt(last).key, depth, tree.keyBits)
    let low = first
    let high = last
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (keyBit(leafAt(middle).key, end) === 0) low = middle
      else high = middle
    }
    return forkEdge(tree, { key, depth, end }, build(first, low, end + 1), build(high, last, end + 1))
  }
  return leaves.length === 0 ? null : build(0, leaves.length - 1, 0)
}

/**
 * Returns the tree of the leaves of two trees; `combine` writes those in both. Branches in only one tree are
 * reused: in a plain dictionary they can be pruned.
 */
export function mergeTrees<N>(
  tree: WritableTree<N>,
  ours: Cell,
  theirs: Cell,
  combine: (ours: Leaf, theirs: Leaf) => LeafWriter<N>,
): Edge<N> {
  const merge = (cellA: Cell, cellB: Cell, path: Buffer, depth: number): Edge<N> => {
    const a = opened(tree, cellA, path, depth)
    const b = opened(tree, cellB, path, depth)
    const end = depth + commonBits(a.key, b.key, depth, depth + Math.min(a.label.length, b.label.length))
    if (end === tree.keyBits) return leafEdge(tree, a.key, depth, combine(a, b))
    const sides = ([0, 1] as const).map((bit) => {
      const below = withBit(a.key, end, bit)
      const [fromA, fromB] = [sideOf(tree, a, { depth, end }, bit), sideOf(tree, b, { depth, end }, bit)]
      if (fromA && fromB) return merge(fromA, fromB, below, end + 1)
      return existing(tree, (fromA ?? fromB) as Cell, below, end + 1)
    })
    return forkEdge(tree, { key: a.key, depth, end }, sides[0] as Edge<N>, sides[1] as Edge<N>)
  }
  return merge(ours, theirs, Buffer.alloc((tree.keyBits + 7) >> 3), 0)
}

/**
 * Returns the tree of the leaves whose keys start with the first `bits` bits of `key`, null if there are
 * none. Writes only its root.
 * @throws PrunedBranchError if the path to it is pruned
 */
export function cutTree<N>(tree: WritableTree<N>, key: Buffer, bits: number): Edge<N> | null {
  let cell = tree.root
  let depth = 0
  while (cell) {
    const label = openEdge(tree, cell, key, depth)
    const end = depth + label.length
    if (matchLabel(cell, label, key, depth) < Math.min(label.length, bits - depth)) return null
    if (end >= bits) {
      const path = filled(cell, label, key, depth)
      return relabelled(tree, { cell, label, key: path }, { key: path, depth: 0, end })
    }
    cell = branch(cell, keyBit(key, end))
    depth = end + 1
  }
  return null
}

function leafEdge<N>(tree: WritableTree<N>, key: Buffer, depth: number, write: LeafWriter<N>): Edge<N> {
  const builder = beginCell()
  writeLabel(builder, key, depth, tree.keyBits - depth, tree.keyBits - depth)
  const note = write(builder)
  return { cell: finishCell(builder), note }
}

/** Builds a fork below the label at `place`. */
function forkEdge<N>(tree: WritableTree<N>, place: Place, left: Edge<N>, right: Edge<N>): Edge<N> {
  const builder = beginCell()
  writeLabel(builder, place.key, place.depth, place.end - place.depth, tree.keyBits - place.depth)
  builder.storeRef(left.cell).storeRef(right.cell)
  const note = tree.storeFork(builder, left, right)
  return { cell: finishCell(builder), note }
}

/** Builds a fork below the label at `place`, with `ours` on the side of the key's bit at `place.end`. */
function forkBeside<N>(tree: WritableTree<N>, place: Place, ours: Edge<N>, other: Edge<N>): Edge<N> {
  return keyBit(place.key, place.end) === 0
    ? forkEdge(tree, place, ours, other)
    : forkEdge(tree, place, other, ours)
}

function existing<N>(tree: WritableTree<N>, cell: Cell, path: Buffer, depth: number): Edge<N> {
  return { cell, note: tree.noteOf(cell, path, depth) }
}

function withBit(key: Buffer, at: number, bit: 0 | 1): Buffer {
  const path = Buffer.from(key)
  setKeyBit(path, at, bit)
  return path
}

/** Returns `key` with bit `at` inverted: the path to the branch beside it. */
function siblingPath(key: Buffer, at: number): Buffer {
  return withBit(key, at, keyBit(key, at) === 0 ? 1 : 0)
}

/** Returns `path` with the label's bits written from `depth` on. */
function filled(cell: Cell, label: Label, path: Buffer, depth: number): Buffer {
  const key = Buffer.from(path)
  copyLabel(cell.bits, label, key, depth)
  return key
}

function opened<N>(tree: WritableTree<N>, cell: Cell, path: Buffer, depth: number): OpenEdge {
  const label = openEdge(tree, cell, path, depth)
  return { cell, label, key: filled(cell, label, path, depth) }
}

/** Returns the branch of the fork at `place` that the key is not in, unchanged. */
function siblingOf<N>(tree: WritableTree<N>, fork: Cell, place: Place): Edge<N> {
  const path = siblingPath(place.key, place.end)
  return existing(tree, branch(fork, keyBit(path, place.end)), path, place.end + 1)
}

/**
 * Returns that branch with its label extended by the fork's own, for a fork that has lost its other branch.
 */
function joinedSibling<N>(tree: WritableTree<N>, fork: Cell, place: Place): Edge<N> {
  const path = siblingPath(place.key, place.end)
  const sibling = opened(tree, branch(fork, keyBit(path, place.end)), path, place.end + 1)
  const end = place.end + 1 + sibling.label.length
  return relabelled(tree, sibling, { key: sibling.key, depth: place.depth, end })
}

/** Returns an edge opened at `depth` with its label starting only at `from`. */
function shortened<N>(tree: WritableTree<N>, edge: OpenEdge, depth: number, from: number): Edge<N> {
  return relabelled(tree, edge, { key: edge.key, depth: from, end: depth + edge.label.length })
}

/** Returns an edge with another label. The data after the label is copied undecoded. */
function relabelled<N>(tree: WritableTree<N>, edge: OpenEdge, place: Place): Edge<N> {
  const { cell, label } = edge
  const builder = beginCell()
  writeLabel(builder, place.key, place.depth, place.end - place.depth, tree.keyBits - place.depth)
  builder.storeBits(cell.bits.substring(label.end, cell.bits.length - label.end))
  for (const ref of cell.refs) builder.storeRef(ref)
  return existing(tree, finishCell(builder), place.key, place.depth)
}

/** Returns the part of an opened edge on one side of bit `end`, which is in its label or at its fork. */
function sideOf<N>(
  tree: WritableTree<N>,
  edge: OpenEdge,
  place: { readonly depth: number; readonly end: number },
  bit: 0 | 1,
): Cell | undefined {
  if (place.end === place.depth + edge.label.length) return branch(edge.cell, bit)
  if (keyBit(edge.key, place.end) !== bit) return undefined
  return shortened(tree, edge, place.depth, place.end + 1).cell
}
