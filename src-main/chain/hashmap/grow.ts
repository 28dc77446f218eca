import { type Builder, beginCell, type Cell } from '@ton/core'
import { commonBits, keyBit, setKeyBit } from './key.ts'
import { copyLabel, type Label, writeLabel } from './label.ts'
import { branch, matchLabel, openEdge, type Tree } from './walk.ts'

/** An edge's cell and what the fork above it needs to know of it (in an augmented dictionary: its extra). */
export type Edge<N> = { readonly cell: Cell; readonly note: N }

/** A tree that can be written: what plain and augmented dictionaries do differently behind a label. */
export type WritableTree<N> = Tree & {
  /** Writes what a fork has after its two references and returns the fork's note. */
  storeFork(builder: Builder, left: Edge<N>, right: Edge<N>): N
  /** The note of an edge that is there already. */
  noteOf(cell: Cell, label: Label, isLeaf: boolean): N
}

/** Writes what a leaf has behind its label and returns the leaf's note. */
export type LeafWriter<N> = (builder: Builder) => N

/** A label: the bits of `key` from `depth` up to `end`. */
type Place = { readonly key: Buffer; readonly depth: number; readonly end: number }

/**
 * The tree with a leaf at `key` (new, or in the place of the old one): only the cells on its path are written.
 * @throws PrunedBranchError where the path, or a sibling whose note is needed, is pruned
 */
export function setLeaf<N>(tree: WritableTree<N>, key: Buffer, write: LeafWriter<N>): Edge<N> {
  const set = (cell: Cell, depth: number): Edge<N> => {
    const label = openEdge(tree, cell, key, depth)
    const matched = matchLabel(cell, label, key, depth)
    const end = depth + matched
    if (matched < label.length) {
      const path = Buffer.from(key)
      copyLabel(cell.bits, label, path, depth)
      const rest = relabel(tree, { cell, label }, { key: path, depth: end + 1, end: depth + label.length })
      return forkEdge(tree, { key, depth, end }, leafEdge(tree, key, end + 1, write), rest)
    }
    if (end === tree.keyBits) return leafEdge(tree, key, depth, write)
    const changed = set(branch(cell, keyBit(key, end)), end + 1)
    return forkEdge(tree, { key, depth, end }, changed, siblingOf(tree, cell, key, end))
  }
  return tree.root ? set(tree.root, 0) : leafEdge(tree, key, 0, write)
}

/**
 * The tree without the leaf at `key`: null where nothing is left, undefined where there was no such leaf.
 * @throws PrunedBranchError where the path, or a sibling that is to be joined or read, is pruned
 */
export function deleteLeaf<N>(tree: WritableTree<N>, key: Buffer): Edge<N> | null | undefined {
  const remove = (cell: Cell, depth: number): Edge<N> | null | undefined => {
    const label = openEdge(tree, cell, key, depth)
    if (matchLabel(cell, label, key, depth) < label.length) return undefined
    const end = depth + label.length
    if (end === tree.keyBits) return null
    const changed = remove(branch(cell, keyBit(key, end)), end + 1)
    if (changed === undefined) return undefined
    if (changed === null) return joinSibling(tree, cell, { key, depth, end })
    return forkEdge(tree, { key, depth, end }, changed, siblingOf(tree, cell, key, end))
  }
  return tree.root ? remove(tree.root, 0) : undefined
}

/** A leaf to build a tree from. */
export type NewLeaf<N> = { readonly key: Buffer; readonly write: LeafWriter<N> }

/**
 * A tree of all `leaves` (null for none), which must be in the order of their keys; `tree.root` plays no part.
 * @throws RangeError if the keys aren't strictly ascending
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

function leafEdge<N>(tree: WritableTree<N>, key: Buffer, depth: number, write: LeafWriter<N>): Edge<N> {
  const builder = beginCell()
  writeLabel(builder, key, depth, tree.keyBits - depth, tree.keyBits - depth)
  const note = write(builder)
  return { cell: builder.endCell(), note }
}

/** A fork below the label at `place`; `ours` is the branch on the side of the key's bit at `place.end`. */
function forkEdge<N>(tree: WritableTree<N>, place: Place, ours: Edge<N>, other: Edge<N>): Edge<N> {
  const [left, right] = keyBit(place.key, place.end) === 0 ? [ours, other] : [other, ours]
  const builder = beginCell()
  writeLabel(builder, place.key, place.depth, place.end - place.depth, tree.keyBits - place.depth)
  builder.storeRef(left.cell).storeRef(right.cell)
  const note = tree.storeFork(builder, left, right)
  return { cell: builder.endCell(), note }
}

/** `key` with bit `at` turned: the way to the branch beside it. */
function siblingPath(key: Buffer, at: number): Buffer {
  const path = Buffer.from(key)
  setKeyBit(path, at, keyBit(key, at) === 0 ? 1 : 0)
  return path
}

/** The branch of the fork at bit `end` that `key` doesn't lie in, as it is. */
function siblingOf<N>(tree: WritableTree<N>, fork: Cell, key: Buffer, end: number): Edge<N> {
  const path = siblingPath(key, end)
  const cell = branch(fork, keyBit(path, end))
  const label = openEdge(tree, cell, path, end + 1)
  return { cell, note: tree.noteOf(cell, label, end + 1 + label.length === tree.keyBits) }
}

/** The same branch, its label lengthened by the fork's own: the fork has lost the side of `place.key`. */
function joinSibling<N>(tree: WritableTree<N>, fork: Cell, place: Place): Edge<N> {
  const path = siblingPath(place.key, place.end)
  const cell = branch(fork, keyBit(path, place.end))
  const label = openEdge(tree, cell, path, place.end + 1)
  copyLabel(cell.bits, label, path, place.end + 1)
  return relabel(tree, { cell, label }, { ...place, key: path, end: place.end + 1 + label.length })
}

/** An edge with another label; what is behind the label is copied undecoded. */
function relabel<N>(tree: WritableTree<N>, edge: { cell: Cell; label: Label }, place: Place): Edge<N> {
  const { cell, label } = edge
  const builder = beginCell()
  writeLabel(builder, place.key, place.depth, place.end - place.depth, tree.keyBits - place.depth)
  builder.storeBits(cell.bits.substring(label.end, cell.bits.length - label.end))
  for (const ref of cell.refs) builder.storeRef(ref)
  return { cell: builder.endCell(), note: tree.noteOf(cell, label, place.end === tree.keyBits) }
}
