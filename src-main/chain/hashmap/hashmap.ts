import type { Builder, Cell, Slice } from '@ton/core'
import { endTlb, guardTlb, TlbError } from '../tlb.ts'
import { cellOfBits } from './finishCell.ts'
import { buildTree, deleteLeaf, type Edge, mergeTrees, setLeaf, type WritableTree } from './grow.ts'
import { checkKey } from './key.ts'
import { readLabel } from './label.ts'
import { type CellVisitor, findLeaf, type KeyRange, type Leaf, walkLeaves } from './walk.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// hme_empty$0 {n:#} {X:Type} = HashmapE n X;
// hme_root$1 {n:#} {X:Type} root:^(Hashmap n X) = HashmapE n X;
// hmn_leaf#_ {X:Type} value:X = HashmapNode 0 X;

/** The value type of a plain dictionary; `type` names the dictionary in messages. */
export type HashmapCodec<V> = {
  readonly type: string
  readonly keyBits: number
  loadValue(slice: Slice): V
  storeValue(value: V): (builder: Builder) => void
}

export type HashmapEntry<V> = { readonly key: Buffer; readonly value: V }

/**
 * A plain dictionary over the cells that hold it. Nothing is decoded before it is asked for, every question opens
 * only the cells on its way, and changes give a new dictionary that shares all untouched cells.
 * Where @ton/core's Dictionary is enough (small, always read whole) that one will do; this one serves proofs.
 *
 * Keys are Buffers (key.ts). All methods throw PrunedBranchError where the answer lies behind a pruned branch and
 * TlbError where the data is malformed.
 */
export class HashmapE<V> {
  readonly codec: HashmapCodec<V>
  /** The root edge, null where the dictionary is empty. */
  readonly root: Cell | null
  readonly visit: CellVisitor | undefined

  constructor(codec: HashmapCodec<V>, root: Cell | null = null, visit?: CellVisitor) {
    this.codec = codec
    this.root = root
    this.visit = visit
  }

  /** A dictionary of these entries, whose keys must be strictly ascending (RangeError otherwise). */
  static from<V>(codec: HashmapCodec<V>, entries: readonly HashmapEntry<V>[]): HashmapE<V> {
    const leaves = entries.map(({ key, value }) => {
      checkKey(key, codec.keyBits)
      return { key, write: codec.storeValue(value) }
    })
    const empty = new HashmapE(codec)
    return empty.#with(buildTree(empty.#tree, leaves))
  }

  get isEmpty(): boolean {
    return this.root === null
  }

  /** The same dictionary, telling `visit` every cell that it opens: what a Merkle proof must contain. */
  watched(visit: CellVisitor): HashmapE<V> {
    return new HashmapE(this.codec, this.root, visit)
  }

  get(key: Buffer): V | undefined {
    checkKey(key, this.codec.keyBits)
    const leaf = findLeaf(this.#tree, key)
    return leaf && this.#entry(leaf).value
  }

  has(key: Buffer): boolean {
    checkKey(key, this.codec.keyBits)
    return findLeaf(this.#tree, key) !== undefined
  }

  /** The first entry of `range`: the lowest key, or the nearest to `from` on the side of the walk. */
  first(range: KeyRange = {}): HashmapEntry<V> | undefined {
    for (const entry of this.entries(range)) return entry
    return undefined
  }

  /** The entry of the highest key. */
  last(): HashmapEntry<V> | undefined {
    return this.first({ reverse: true })
  }

  *entries(range: KeyRange = {}): Generator<HashmapEntry<V>, void, undefined> {
    if (range.from) checkKey(range.from, this.codec.keyBits)
    for (const leaf of walkLeaves(this.#tree, range)) yield this.#entry(leaf)
  }

  /** The keys of `range`, no value decoded. */
  *keys(range: KeyRange = {}): Generator<Buffer, void, undefined> {
    if (range.from) checkKey(range.from, this.codec.keyBits)
    for (const leaf of walkLeaves(this.#tree, range)) yield leaf.key
  }

  /** The number of entries; counting stops at `limit`. */
  count(limit = Number.POSITIVE_INFINITY): number {
    let count = 0
    for (const _ of walkLeaves(this.#tree)) if (++count >= limit) break
    return count
  }

  set(key: Buffer, value: V): HashmapE<V> {
    checkKey(key, this.codec.keyBits)
    return this.#with(setLeaf(this.#tree, key, this.codec.storeValue(value)))
  }

  /** Without `key`; the same dictionary where it isn't there. */
  delete(key: Buffer): HashmapE<V> {
    checkKey(key, this.codec.keyBits)
    const changed = deleteLeaf(this.#tree, key)
    return changed === undefined ? this : this.#with(changed)
  }

  /** All entries of both; `combine` gives the value of a key that both have. */
  merge(other: HashmapE<V>, combine: (ours: V, theirs: V) => V): HashmapE<V> {
    if (!other.root) return this
    if (!this.root) return this.#with({ cell: other.root, note: undefined })
    const edge = mergeTrees(this.#tree, this.root, other.root, (ours, theirs) =>
      this.codec.storeValue(combine(this.#entry(ours).value, this.#entry(theirs).value)),
    )
    return this.#with(edge)
  }

  get #tree(): WritableTree<void> {
    const { type, keyBits } = this.codec
    return { type, keyBits, root: this.root, visit: this.visit, storeFork() {}, noteOf() {} }
  }

  #with(edge: Edge<void> | null): HashmapE<V> {
    return new HashmapE(this.codec, edge ? edge.cell : null, this.visit)
  }

  #entry(leaf: Leaf): HashmapEntry<V> {
    const { type, loadValue } = this.codec
    return guardTlb(type, () => {
      const slice = leaf.cell.beginParse().skip(leaf.label.end)
      const value = loadValue(slice)
      endTlb(slice, type)
      return { key: leaf.key, value }
    })
  }
}

export function loadHashmapE<V>(slice: Slice, codec: HashmapCodec<V>): HashmapE<V> {
  return new HashmapE(codec, slice.loadMaybeRef())
}

export function storeHashmapE<V>(map: HashmapE<V>): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(map.root)
  }
}

/** Reads a `Hashmap n X` that stands in `slice` itself, not in a cell of its own. It is never empty. */
export function loadHashmap<V>(slice: Slice, codec: HashmapCodec<V>): HashmapE<V> {
  return new HashmapE(
    codec,
    cutInlineRoot(slice, codec.keyBits, (isLeaf) => {
      if (isLeaf) codec.loadValue(slice)
    }),
  )
}

/** @throws TlbError if the dictionary is empty: a `Hashmap` can't be */
export function storeHashmap<V>(map: HashmapE<V>): (builder: Builder) => void {
  const { root, codec } = map
  if (!root) throw new TlbError(codec.type, 'a Hashmap has at least one entry')
  return (builder) => {
    builder.storeSlice(root.beginParse())
  }
}

/**
 * Takes the root edge of a dictionary that stands in `slice` into a cell of its own: `skipBody` moves the slice
 * behind what follows the label (a fork's two references excepted).
 */
export function cutInlineRoot(slice: Slice, keyBits: number, skipBody: (isLeaf: boolean) => void): Cell {
  const start = slice.clone()
  const bits = slice.preloadBits(slice.remainingBits)
  const label = readLabel(bits, keyBits)
  slice.skip(label.end)
  const isLeaf = label.length === keyBits
  if (!isLeaf) {
    slice.loadRef()
    slice.loadRef()
  }
  skipBody(isLeaf)
  const refs = Array.from({ length: slice.offsetRefs - start.offsetRefs }, () => start.loadRef())
  return cellOfBits(bits.substring(0, slice.offsetBits - start.offsetBits), refs)
}
