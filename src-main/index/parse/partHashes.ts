import { CellType } from '@ton/core'
import { SMALL_BYTES, SMALL_PART_BYTES } from '../../store/content.ts'
import type { CellBag } from './cellBag.ts'

/**
 * CellFacts.parts of a bag of cells of so many bytes, whose root has these references. The hashes are at hand here, where
 * the message's was made of them; whoever stores it needs neither cells nor hashes if he knows none of these.
 */
export function partHashes(bag: CellBag, refs: readonly number[], bocBytes: number): Buffer {
  if (bocBytes < SMALL_BYTES) return NOTHING
  const sizes = new Map<number, number>()
  const seen = new Set<number>()
  const found: Buffer[] = []
  const visit = (cell: number) => {
    if (seen.has(cell)) return
    seen.add(cell)
    if (treeBytes(bag, cell, sizes) < SMALL_PART_BYTES) return
    found.push(bag.hash(cell))
    // What is below a Merkle cell is the proof's own.
    if (isMerkle(bag, cell)) return
    for (let i = 0; i < bag.refCount(cell); i++) visit(bag.ref(cell, i))
  }
  for (const ref of refs) visit(ref)
  return found.length === 0 ? NOTHING : Buffer.concat(found)
}

const NOTHING = Buffer.alloc(0)

export function isMerkle(bag: CellBag, cell: number): boolean {
  if (!bag.isExotic(cell)) return false
  const type = bag.source[bag.dataStart(cell)]
  return type === CellType.MerkleProof || type === CellType.MerkleUpdate
}

/** As store/content.ts counts them. */
function treeBytes(bag: CellBag, cell: number, known: Map<number, number>): number {
  let bytes = known.get(cell)
  if (bytes === undefined) {
    bytes = 2 + (bag.bitLength(cell) >> 3)
    for (let i = 0; i < bag.refCount(cell); i++) bytes += 1 + treeBytes(bag, bag.ref(cell, i), known)
    known.set(cell, bytes)
  }
  return bytes
}
