import { cellBoc, cutBoc, type Pruned } from '../chain/cells/bagBoc.ts'
import { type CellBag, openBag } from '../chain/cells/cellBag.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import { partsBelow } from './contentParts.ts'
import { type CodeOf, hasDedupedCells, restoreCells } from './dedupedCells.ts'
import type { ParsedCell } from './parsedBlock.ts'

/** Cells that several contents share. Hashes are 32 latin1 characters. */
export type SharedParts = {
  /** Returns whether `codes` has the cell of this hash. */
  hasCode(hash: string): boolean
  /** Returns whether the part was seen before. */
  wasSeen(hash: string): boolean
  markSeen(hash: string): void
  saveCode(hash: string, boc: Buffer): void
}

/** Contents with fewer bytes are stored as they are. */
export const SMALL_BYTES = 256
const HASH_BYTES = 32

/**
 * Returns the form of `contents.boc`: the bag of cells of a message's body or StateInit. In a large one, parts that
 * occurred before are pruned (see dedupedCells.ts); most of them are code.
 */
export function storeContent({ boc, parts: hashes }: ParsedCell, parts: SharedParts): Buffer {
  if (boc.length < SMALL_BYTES || hashes.length === 0) return boc
  const keys = Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.toString('latin1', i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
  // Most contents have new parts only: these need no parsing.
  if (!keys.some((key) => parts.wasSeen(key) || parts.hasCode(key))) {
    for (const key of keys) parts.markSeen(key)
    return boc
  }
  const bag = openBag(boc, true)
  const keyOf = keyedParts(bag, keys)
  return cut(bag, bag.root, keyOf, (cell, key) => {
    if (parts.hasCode(key)) return true
    if (!parts.wasSeen(key)) {
      parts.markSeen(key)
      return false
    }
    // Parts that `codes` has already are pruned from this part too.
    parts.saveCode(
      key,
      cut(bag, cell, keyOf, (_, inner) => parts.hasCode(inner)),
    )
    return true
  })
}

/**
 * Maps each part to its hash. Hashes are recomputed if the counts differ: the parser can have listed a cell twice
 * that the bag has once.
 */
function keyedParts(bag: CellBag, keys: readonly string[]): ReadonlyMap<number, string> {
  const cells = partsBelow(bag, bag.refs(bag.root))
  const isSame = cells.length === keys.length
  return new Map(
    cells.map((cell, i) => [cell, isSame ? (keys[i] as string) : bag.hash(cell).toString('latin1')]),
  )
}

/** Returns the cell without the parts for which `isOut` returns true. Parents are visited before children. */
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

/**
 * Returns a cell's depth without hashing: no cell of a content with parts has a level above 0, so it is the depth of
 * the tree.
 */
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
 * Restores the whole bag of cells, byte for byte as received, from its stored form (`contents.boc` or `codes.boc`).
 * Throws if a part is missing in the index.
 */
export function wholeBoc(stored: Buffer, codeOf: CodeOf): Buffer {
  if (!hasDedupedCells(stored)) return stored
  const whole = restoreCells(parseBocRoot(stored), codeOf)
  if (whole.level() > 0) throw new Error('a part of a stored cell is missing in the index')
  return serializeBoc(whole, PROOF_BOC)
}
