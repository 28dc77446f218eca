import { cellBoc, cutBoc, type Pruned } from '../chain/cells/bagBoc.ts'
import { type CellBag, openBag } from '../chain/cells/cellBag.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import { partsBelow } from './contentParts.ts'
import type { CellFacts } from './facts.ts'
import { type CodeOf, lacksParts, putBack } from './leftOut.ts'

/** What is known of parts that contents share. Hashes are 32 latin1 characters. */
export type SharedParts = {
  /** Whether `codes` has the cell of this hash. */
  hasCode(hash: string): boolean
  /** Whether a part was met before. */
  wasMet(hash: string): boolean
  meet(hash: string): void
  saveCode(hash: string, boc: Buffer): void
}

/** Contents below it are stored as they are. */
export const SMALL_BYTES = 256
const HASH_BYTES = 32

/**
 * The form of `contents.boc`: the bag of cells of a message's body or StateInit, from a large one those parts left out
 * that occurred before (see leftOut.ts): code, mostly.
 */
export function storeContent({ boc, parts: hashes }: CellFacts, parts: SharedParts): Buffer {
  if (boc.length < SMALL_BYTES || hashes.length === 0) return boc
  const keys = Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.toString('latin1', i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
  // Most are new as a whole: then nobody has to look into them.
  if (!keys.some((key) => parts.wasMet(key) || parts.hasCode(key))) {
    for (const key of keys) parts.meet(key)
    return boc
  }
  const bag = openBag(boc, true)
  const keyOf = keyedParts(bag, keys)
  return cut(bag, bag.root, keyOf, (cell, key) => {
    if (parts.hasCode(key)) return true
    if (!parts.wasMet(key)) {
      parts.meet(key)
      return false
    }
    // Of the part is again left out what is there already.
    parts.saveCode(
      key,
      cut(bag, cell, keyOf, (_, inner) => parts.hasCode(inner)),
    )
    return true
  })
}

/**
 * The hashes of a content's parts. Whoever noted them may have had the same cell twice, which the bag has once: then
 * they are computed.
 */
function keyedParts(bag: CellBag, keys: readonly string[]): ReadonlyMap<number, string> {
  const cells = partsBelow(bag, bag.refs(bag.root))
  const isSame = cells.length === keys.length
  return new Map(
    cells.map((cell, i) => [cell, isSame ? (keys[i] as string) : bag.hash(cell).toString('latin1')]),
  )
}

/** The cell without those parts of it that `isOut` says, which is asked from the top down. */
function cut(
  bag: CellBag,
  root: number,
  keyOf: ReadonlyMap<number, string>,
  isOut: (cell: number, key: string) => boolean,
): Buffer {
  const cuts = new Map<number, Pruned>()
  const seen = new Set<number>()
  const depths = new Map<number, number>()
  const visit = (parent: number) => {
    for (const cell of bag.refs(parent)) {
      const key = keyOf.get(cell)
      if (key === undefined || seen.has(cell)) continue
      seen.add(cell)
      if (!isOut(cell, key)) visit(cell)
      else cuts.set(cell, { hash: Buffer.from(key, 'latin1'), depth: depthOf(bag, cell, depths) })
    }
  }
  visit(root)
  return cuts.size === 0 ? cellBoc(bag, root) : cutBoc(bag, root, cuts)
}

/** No cell of a content with parts is of a level: its depth is that of the tree, and needs no hashes. */
function depthOf(bag: CellBag, cell: number, known: Map<number, number>): number {
  let depth = known.get(cell)
  if (depth === undefined) {
    depth = 0
    for (const ref of bag.refs(cell)) depth = Math.max(depth, depthOf(bag, ref, known) + 1)
    known.set(cell, depth)
  }
  return depth
}

/**
 * The whole bag of cells, byte for byte as it came, of a stored one: `contents.boc` or `codes.boc`. Throws where a part
 * is missing.
 */
export function wholeBoc(stored: Buffer, codeOf: CodeOf): Buffer {
  if (!lacksParts(stored)) return stored
  const whole = putBack(parseBocRoot(stored), codeOf)
  if (whole.level() > 0) throw new Error('a part of a stored cell is missing in the index')
  return serializeBoc(whole, PROOF_BOC)
}
