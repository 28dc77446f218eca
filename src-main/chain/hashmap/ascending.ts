import type { Cell } from '@ton/core'
import { keyBit, setKeyBit } from './key.ts'
import { copyLabel, type Label } from './label.ts'
import { branch, type Leaf, matchLabel, openEdge, type Tree } from './walk.ts'

/** The first `bits` bits of a key. */
export type KeyPrefix = { readonly key: Buffer; readonly bits: number }

/** An edge that is opened but not yet entered. `key` is the path to it, including its label. */
type Waiting<E> = Leaf & { readonly end: number; readonly extra: E }

/**
 * Yields the leaves below a prefix by ascending extra, for trees in which a fork's extra is the least one
 * below it. Opens only the cells on the paths to the leaves taken.
 */
export function* leastFirst<E>(
  tree: Tree,
  within: KeyPrefix,
  extraOf: (cell: Cell, label: Label, isLeaf: boolean) => E,
  compare: (a: E, b: E) => number,
): Generator<Leaf, void, undefined> {
  const waiting = new Heap<Waiting<E>>((a, b) => compare(a.extra, b.extra))
  const wait = (cell: Cell, path: Buffer, depth: number) => {
    const label = openEdge(tree, cell, path, depth)
    const key = Buffer.from(path)
    copyLabel(cell.bits, label, key, depth)
    const end = depth + label.length
    waiting.add({ cell, label, key, end, extra: extraOf(cell, label, end === tree.keyBits) })
  }
  const top = edgeAt(tree, within)
  if (top) wait(top.cell, within.key, top.depth)
  for (let next = waiting.take(); next; next = waiting.take()) {
    const { cell, key, end } = next
    if (end === tree.keyBits) {
      yield next
      continue
    }
    for (const bit of [0, 1] as const) {
      setKeyBit(key, end, bit)
      wait(branch(cell, bit), key, end + 1)
    }
  }
}

/** Returns the edge below which all leaves of a prefix are. */
function edgeAt(tree: Tree, { key, bits }: KeyPrefix): { cell: Cell; depth: number } | undefined {
  let cell = tree.root
  let depth = 0
  while (cell) {
    const label = openEdge(tree, cell, key, depth)
    if (matchLabel(cell, label, key, depth) < Math.min(label.length, bits - depth)) return undefined
    const end = depth + label.length
    if (end >= bits) return { cell, depth }
    cell = branch(cell, keyBit(key, end))
    depth = end + 1
  }
  return undefined
}

/** A binary heap that yields the least item first. */
class Heap<T> {
  readonly #items: T[] = []
  readonly #compare: (a: T, b: T) => number

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  add(item: T): void {
    const items = this.#items
    let at = items.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent] as T
      if (this.#compare(above, item) <= 0) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  take(): T | undefined {
    const items = this.#items
    const [least] = items
    const last = items.pop()
    if (last === undefined || items.length === 0) return least
    let at = 0
    for (;;) {
      const left = at * 2 + 1
      if (left >= items.length) break
      const right = left + 1
      const isRight = right < items.length && this.#compare(items[right] as T, items[left] as T) < 0
      const below = items[isRight ? right : left] as T
      if (this.#compare(below, last) >= 0) break
      items[at] = below
      at = isRight ? right : left
    }
    items[at] = last
    return least
  }
}
