import type { Builder, Cell, Slice } from '@ton/core'
import { endTlb, guardTlb, TlbError } from '../tlb.ts'
import { type KeyPrefix, leastFirst } from './ascending.ts'
import { buildTree, cutTree, deleteLeaf, type Edge, mergeTrees, setLeaf, type WritableTree } from './grow.ts'
import { cutInlineRoot } from './hashmap.ts'
import { checkKey } from './key.ts'
import type { Label } from './label.ts'
import { type CellVisitor, findLeaf, type KeyRange, type Leaf, openEdge, walkLeaves } from './walk.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// ahm_edge#_ {n:#} {X:Type} {Y:Type} {l:#} {m:#} label:(HmLabel ~l n) {n = (~m) + l}
//   node:(HashmapAugNode m X Y) = HashmapAug n X Y;
// ahmn_leaf#_ {X:Type} {Y:Type} extra:Y value:X = HashmapAugNode 0 X Y;
// ahmn_fork#_ {n:#} {X:Type} {Y:Type} left:^(HashmapAug n X Y) right:^(HashmapAug n X Y) extra:Y
//   = HashmapAugNode (n + 1) X Y;
// ahme_empty$0 {n:#} {X:Type} {Y:Type} extra:Y = HashmapAugE n X Y;
// ahme_root$1 {n:#} {X:Type} {Y:Type} root:^(HashmapAug n X Y) extra:Y = HashmapAugE n X Y;

/**
 * The reader and writer of an augmented dictionary's values and extras. `type` names it in error messages.
 */
export type AugCodec<V, E> = {
  readonly type: string
  readonly keyBits: number
  loadValue(slice: Slice): V
  storeValue(value: V): (builder: Builder) => void
  loadExtra(slice: Slice): E
  storeExtra(extra: E): (builder: Builder) => void
  /** Returns the extra of a leaf with this value. */
  extraOf(value: V): E
  /** Returns the extra of a fork from those of its branches. */
  combine(left: E, right: E): E
  /** The extra of the empty dictionary. */
  readonly emptyExtra: E
}

/** A key with its value and extra in an augmented dictionary. */
export type AugEntry<V, E> = { readonly key: Buffer; readonly value: V; readonly extra: E }

/** A part of an augmented dictionary. */
export type AugRange<E> = KeyRange & {
  /**
   * Skips every branch and leaf whose extra does not pass. Finds, for example, the last key block without a walk
   * through all blocks.
   */
  readonly where?: ((extra: E) => boolean) | undefined
}

/**
 * An augmented dictionary over its cells. Values are decoded on demand, a lookup opens only the cells on its
 * path, and a change returns a new dictionary that shares all unchanged cells and combines the extras on the
 * changed path again.
 *
 * Keys are Buffers (key.ts). All methods throw PrunedBranchError if the answer is behind a pruned branch and
 * TlbError for malformed data.
 */
export class HashmapAugE<V, E> {
  readonly codec: AugCodec<V, E>
  /** The root edge, null if the dictionary is empty. */
  readonly root: Cell | null
  /** The extra of the whole dictionary. */
  readonly extra: E
  readonly visit: CellVisitor | undefined

  constructor(codec: AugCodec<V, E>, root: Cell | null, extra: E, visit?: CellVisitor) {
    this.codec = codec
    this.root = root
    this.extra = extra
    this.visit = visit
  }

  static empty<V, E>(codec: AugCodec<V, E>): HashmapAugE<V, E> {
    return new HashmapAugE(codec, null, codec.emptyExtra)
  }

  /**
   * Builds a dictionary of entries, whose keys must be strictly ascending (RangeError otherwise). An entry's extra
   * defaults to `codec.extraOf(value)`.
   */
  static from<V, E>(
    codec: AugCodec<V, E>,
    entries: readonly { readonly key: Buffer; readonly value: V; readonly extra?: E }[],
  ): HashmapAugE<V, E> {
    const leaves = entries.map(({ key, value, extra }) => {
      checkKey(key, codec.keyBits)
      return { key, write: leafWriter(codec, value, extra ?? codec.extraOf(value)) }
    })
    const empty = HashmapAugE.empty(codec)
    return empty.#with(buildTree(empty.#tree, leaves))
  }

  get isEmpty(): boolean {
    return this.root === null
  }

  /** Returns the same dictionary that calls `visit` with every cell it opens, to build a Merkle proof of them. */
  watched(visit: CellVisitor): HashmapAugE<V, E> {
    return new HashmapAugE(this.codec, this.root, this.extra, visit)
  }

  get(key: Buffer): V | undefined {
    return this.entry(key)?.value
  }

  /** Returns the value and extra at `key`. */
  entry(key: Buffer): AugEntry<V, E> | undefined {
    checkKey(key, this.codec.keyBits)
    const leaf = findLeaf(this.#tree, key)
    return leaf && this.#entryOf(leaf)
  }

  has(key: Buffer): boolean {
    checkKey(key, this.codec.keyBits)
    return findLeaf(this.#tree, key) !== undefined
  }

  /** Returns the first entry of `range` in walking order. */
  first(range: AugRange<E> = {}): AugEntry<V, E> | undefined {
    for (const entry of this.entries(range)) return entry
    return undefined
  }

  /** Returns the entry with the highest key. */
  last(): AugEntry<V, E> | undefined {
    return this.first({ reverse: true })
  }

  *entries(range: AugRange<E> = {}): Generator<AugEntry<V, E>, void, undefined> {
    for (const leaf of this.#leaves(range)) yield this.#entryOf(leaf)
  }

  /** Yields the keys of `range` without decoding values. */
  *keys(range: AugRange<E> = {}): Generator<Buffer, void, undefined> {
    for (const leaf of this.#leaves(range)) yield leaf.key
  }

  /** Returns the number of entries. Stops counting at `limit`. */
  count(limit = Number.POSITIVE_INFINITY): number {
    let count = 0
    for (const _ of walkLeaves(this.#tree)) if (++count >= limit) break
    return count
  }

  /** Returns the dictionary with `value` at `key`, new or replaced. */
  set(key: Buffer, value: V, extra: E = this.codec.extraOf(value)): HashmapAugE<V, E> {
    checkKey(key, this.codec.keyBits)
    return this.#with(setLeaf(this.#tree, key, leafWriter(this.codec, value, extra)))
  }

  /** Returns the dictionary without `key`; the same object if it does not have the key. */
  delete(key: Buffer): HashmapAugE<V, E> {
    checkKey(key, this.codec.keyBits)
    const changed = deleteLeaf(this.#tree, key)
    return changed === undefined ? this : this.#with(changed)
  }

  /** Returns a dictionary of the entries whose keys have a prefix. */
  cut({ key, bits }: KeyPrefix): HashmapAugE<V, E> {
    checkKey(key, this.codec.keyBits)
    return this.#with(cutTree(this.#tree, key, bits))
  }

  /** Returns a dictionary of all entries of both. @throws TlbError if they have a common key */
  merge(other: HashmapAugE<V, E>): HashmapAugE<V, E> {
    if (!other.root) return this
    if (!this.root) return this.#with({ cell: other.root, note: other.extra })
    return this.#with(
      mergeTrees(this.#tree, this.root, other.root, ({ key }) => {
        throw new TlbError(this.codec.type, `both dictionaries have ${key.toString('hex')}`)
      }),
    )
  }

  /**
   * Yields the entries whose keys have a prefix by ascending extra, for dictionaries in which a fork's extra is the
   * least one below it. Opens only the cells on the paths to the entries taken. Equal extras come in any order.
   */
  *ascending(compare: (a: E, b: E) => number, within: KeyPrefix): Generator<AugEntry<V, E>, void, undefined> {
    const { codec } = this
    checkKey(within.key, codec.keyBits)
    const extraOf = (cell: Cell, label: Label, isLeaf: boolean) => edgeExtra(codec, cell, label, isLeaf)
    for (const leaf of leastFirst(this.#tree, within, extraOf, compare)) yield this.#entryOf(leaf)
  }

  get #tree(): WritableTree<E> {
    const { codec, root, visit } = this
    return {
      type: codec.type,
      keyBits: codec.keyBits,
      root,
      visit,
      storeFork(builder, left, right) {
        const extra = codec.combine(left.note, right.note)
        codec.storeExtra(extra)(builder)
        return extra
      },
      noteOf(cell, path, depth) {
        const label = openEdge(this, cell, path, depth)
        return edgeExtra(codec, cell, label, depth + label.length === codec.keyBits)
      },
    }
  }

  #with(edge: Edge<E> | null): HashmapAugE<V, E> {
    const { codec, visit } = this
    return new HashmapAugE(codec, edge ? edge.cell : null, edge ? edge.note : codec.emptyExtra, visit)
  }

  #leaves(range: AugRange<E>): Generator<Leaf, void, undefined> {
    const { codec } = this
    const { where } = range
    if (range.from) checkKey(range.from, codec.keyBits)
    const enter =
      where && ((cell: Cell, label: Label, isLeaf: boolean) => where(edgeExtra(codec, cell, label, isLeaf)))
    return walkLeaves(this.#tree, range, enter)
  }

  #entryOf(leaf: Leaf): AugEntry<V, E> {
    const { codec } = this
    return guardTlb(codec.type, () => {
      const slice = leaf.cell.beginParse().skip(leaf.label.end)
      const extra = codec.loadExtra(slice)
      const value = codec.loadValue(slice)
      endTlb(slice, codec.type)
      return { key: leaf.key, value, extra }
    })
  }
}

function leafWriter<V, E>(codec: AugCodec<V, E>, value: V, extra: E): (builder: Builder) => E {
  return (builder) => {
    codec.storeExtra(extra)(builder)
    codec.storeValue(value)(builder)
    return extra
  }
}

function edgeExtra<V, E>(codec: AugCodec<V, E>, cell: Cell, label: Label, isLeaf: boolean): E {
  return guardTlb(codec.type, () => {
    const slice = cell.beginParse().skip(label.end)
    if (!isLeaf) {
      slice.loadRef()
      slice.loadRef()
    }
    return codec.loadExtra(slice)
  })
}

/** Reads a `HashmapAugE n X Y` without opening its root. */
export function loadHashmapAugE<V, E>(slice: Slice, codec: AugCodec<V, E>): HashmapAugE<V, E> {
  const root = slice.loadMaybeRef()
  return new HashmapAugE(codec, root, codec.loadExtra(slice))
}

/** Returns a writer (for Builder.store) of a `HashmapAugE n X Y`. */
export function storeHashmapAugE<V, E>(map: HashmapAugE<V, E>): (builder: Builder) => void {
  return (builder) => {
    builder.storeMaybeRef(map.root)
    map.codec.storeExtra(map.extra)(builder)
  }
}

/**
 * Reads a `HashmapAug n X Y` whose root edge is in `slice` itself, not in a cell of its own. It is never
 * empty.
 */
export function loadHashmapAug<V, E>(slice: Slice, codec: AugCodec<V, E>): HashmapAugE<V, E> {
  let extra: E = codec.emptyExtra
  const root = cutInlineRoot(slice, codec.keyBits, (isLeaf) => {
    extra = codec.loadExtra(slice)
    if (isLeaf) codec.loadValue(slice)
  })
  return new HashmapAugE(codec, root, extra)
}

/**
 * Returns a writer (for Builder.store) of a `HashmapAug n X Y`.
 * @throws TlbError for an empty dictionary, which a `HashmapAug` cannot represent
 */
export function storeHashmapAug<V, E>(map: HashmapAugE<V, E>): (builder: Builder) => void {
  const { root, codec } = map
  if (!root) throw new TlbError(codec.type, 'a HashmapAug has at least one entry')
  return (builder) => {
    builder.storeSlice(root.beginParse())
  }
}
