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

/** The reader and writer of a plain dictionary's values. `type` names the dictionary in error messages. */
export type HashmapCodec<V> = {
  readonly type: string
  readonly keyBits: number
  loadValue(slice: Slice): V
  storeValue(value: V): (builder: Builder) => void
}

/** A key and its value in a plain dictionary. */
export type HashmapEntry<V> = { readonly key: Buffer; readonly value: V }

/**
 * A plain dictionary over its cells. Values are decoded on demand, a lookup opens only the cells on its path,
 * and a change returns a new dictionary that shares all unchanged cells. @ton/core's Dictionary is enough for
 * small ones that are always read whole; this one works with proofs.
 *
 * Keys are Buffers (key.ts). All methods throw PrunedBranchError if the answer is behind a pruned branch and
 * TlbError for malformed data.
 */
export class HashmapE<V> {
  readonly codec: HashmapCodec<V>
  /** The root edge, null if the dictionary is empty. */
  readonly root: Cell | null
  readonly visit: CellVisitor | undefined

  constructor(codec: HashmapCodec<V>, root: Cell | null = null, visit?: CellVisitor) {
    this.codec = codec
    this.root = root
    this.visit = visit
  }

  /** Builds a dictionary of entries, whose keys must be strictly ascending (RangeError otherwise). */
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

  /** Returns the same dictionary that calls `visit` with every cell it opens, to build a Merkle proof of them. */
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

  /** Returns the first entry of `range` in walking order. */
  first(range: KeyRange = {}): HashmapEntry<V> | undefined {
    for (const entry of this.entries(range)) return entry
    return undefined
  }

  /** Returns the entry with the highest key. */
  last(): HashmapEntry<V> | undefined {
    return this.first({ reverse: true })
  }

  *entries(range: KeyRange = {}): Generator<HashmapEntry<V>, void, undefined> {
    if (range.from) checkKey(range.from, this.codec.keyBits)
    for (const leaf of walkLeaves(this.#tree, range)) yield this.#entry(leaf)
  }

  /** Yields the keys of `range` without decoding values. */
  *keys(range: KeyRange = {}): Generator<Buffer, void, undefined> {
    if (range.from) checkKey(range.from, this.codec.keyBits)
    for (const leaf of walkLeaves(this.#tree, range)) yield leaf.key
  }

  /** Returns the number of entries. Stops counting at `limit`. */
  count(limit = Number.POSITIVE_INFINITY): number {
    let count = 0
    for (const _ of walkLeaves(this.#tree)) if (++count >= limit) break
    return count
  }

  set(key: Buffer, value: V): HashmapE<V> {
    checkKey(key, this.codec.keyBits)
    return this.#with(setLeaf(this.#tree, key, this.codec.storeValue(value)))
  }

  /** Returns the dictionary without `key`; the same object if it does not have the key. */
  delete(key: Buffer): HashmapE<V> {
    checkKey(key, this.codec.keyBits)
    const changed = deleteLeaf(this.#tree, key)
    return changed === undefined ? this : this.#with(changed)
  }

  /** Returns a dictionary of all entries of both; `combine` gives the value of a common key. */
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

/** Reads a `HashmapE n X` without opening its root. */
export function loadHashmapE<V>(slice: Slice, codec: HashmapCodec<V>): HashmapE<V> {
  return new HashmapE(codec, slice.loadMaybeRef())
}

/** Returns a writer (for Builder.store) of a `HashmapE n X`. */
export function storeHashmapE<V>(map: HashmapE<V>): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(map.root)
  }
}

/**
 * Reads a `Hashmap n X` whose root edge is in `slice` itself, not in a cell of its own. It is never empty.
 */
export function loadHashmap<V>(slice: Slice, codec: HashmapCodec<V>): HashmapE<V> {
  return new HashmapE(
    codec,
    cutInlineRoot(slice, codec.keyBits, (isLeaf) => {
      if (isLeaf) codec.loadValue(slice)
    }),
  )
}

/**
 * Returns a writer (for Builder.store) of a `Hashmap n X`.
 * @throws TlbError for an empty dictionary, which a `Hashmap` cannot represent
 */
export function storeHashmap<V>(map: HashmapE<V>): (builder: Builder) => void {
  const { root, codec } = map
  if (!root) throw new TlbError(codec.type, 'a Hashmap has at least one entry')
  return (builder) => {
    builder.storeSlice(root.beginParse())
  }
}

/**
 * Copies the root edge of a dictionary that is in `slice` itself to a cell of its own. `skipBody` moves the
 * slice past the data after the label (except for a fork's two references).
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
