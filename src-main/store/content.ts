import type { Cell } from '@ton/core'
import { bitLengthOf } from '../chain/cells/cellData.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import type { CellFacts } from './facts.ts'
import { branchFor, type CodeOf, lacksParts, putBack, rewrite, wholeHash } from './leftOut.ts'

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
/** Parts below it are not worth the branch that stands for them, and their own row. */
export const SMALL_PART_BYTES = 128
const HASH_BYTES = 32

/**
 * The form of `contents.boc`: the bag of cells of a message's body or StateInit, from a large one those parts left out
 * that occurred before (see leftOut.ts): code, mostly.
 */
export function storeContent({ boc, parts: hashes }: CellFacts, parts: SharedParts): Buffer {
  if (boc.length < SMALL_BYTES) return boc
  const keys = Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.toString('latin1', i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
  // Most are new as a whole: then nobody has to look into them.
  if (!keys.some((key) => parts.wasMet(key) || parts.hasCode(key))) {
    for (const key of keys) parts.meet(key)
    return boc
  }
  const root = parseBocRoot(boc, { trusted: true })
  const sizes = new Map<Cell, number>()
  const stored = rewrite(root, (cell, merkleDepth) => {
    if (cell === root) return undefined
    if (merkleDepth > 0 || treeBytes(cell, sizes) < SMALL_PART_BYTES) return cell
    const hash = wholeHash(cell)
    if (!parts.hasCode(hash)) {
      if (!parts.wasMet(hash)) {
        parts.meet(hash)
        return undefined
      }
      parts.saveCode(hash, storePart(cell, parts, sizes))
    }
    return branchFor(cell)
  })
  return stored === root ? boc : serializeBoc(stored, PROOF_BOC)
}

/** A part for `codes`, of which again is left out what is there already. */
function storePart(part: Cell, { hasCode }: SharedParts, sizes: Map<Cell, number>): Buffer {
  const stored = rewrite(part, (cell, merkleDepth) => {
    if (cell === part) return undefined
    if (merkleDepth > 0 || treeBytes(cell, sizes) < SMALL_PART_BYTES) return cell
    return hasCode(wholeHash(cell)) ? branchFor(cell) : undefined
  })
  return serializeBoc(stored, PROOF_BOC)
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

/** Bytes of a cell and all below it, those again that are there again. */
function treeBytes(cell: Cell, known: Map<Cell, number>): number {
  let bytes = known.get(cell)
  if (bytes === undefined) {
    bytes = 2 + (bitLengthOf(cell) >> 3)
    for (const ref of cell.refs) bytes += 1 + treeBytes(ref, known)
    known.set(cell, bytes)
  }
  return bytes
}
