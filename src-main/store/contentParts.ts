import type { CellBag } from '../chain/cells/cellBag.ts'

/** Parts below it are not worth the branch that stands for them, and their own row. */
const SMALL_PART_BYTES = 128

/**
 * The cells below a root with these references that are large enough to be kept apart, parents before children. It is
 * one order for whoever notes their hashes and for whoever cuts them. None where there is a Merkle cell: what is pruned
 * in a proof must not be taken for what is left out.
 */
export function partsBelow(bag: CellBag, refs: readonly number[]): readonly number[] {
  const sizes = new Map<number, number>()
  const parts = new Set<number>()
  let hasMerkle = false
  /** Bytes of a cell and all below it, those again that are there again. */
  const treeBytes = (cell: number): number => {
    let bytes = sizes.get(cell)
    if (bytes === undefined) {
      bytes = 2 + (bag.bitLength(cell) >> 3)
      if (bag.isMerkle(cell)) hasMerkle = true
      for (const ref of bag.refs(cell)) bytes += 1 + treeBytes(ref)
      sizes.set(cell, bytes)
    }
    return bytes
  }
  const visit = (cell: number) => {
    if (parts.has(cell) || treeBytes(cell) < SMALL_PART_BYTES) return
    parts.add(cell)
    for (const ref of bag.refs(cell)) visit(ref)
  }
  for (const ref of refs) visit(ref)
  return hasMerkle ? [] : [...parts]
}
