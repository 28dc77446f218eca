import type { CellBag } from '../chain/cells/cellBag.ts'

/** Smaller parts are not worth a pruned branch and a row of their own. */
const SMALL_PART_BYTES = 128

/**
 * Returns the cells below a root with these references that are large enough to be stored apart, parents before
 * children. The parser and the writer rely on this one order. Returns an empty list if there is a Merkle cell: the
 * pruned branches of a proof must not be mistaken for parts stored apart.
 */
export function partsBelow(bag: CellBag, refs: readonly number[]): readonly number[] {
  const sizes = new Map<number, number>()
  const parts = new Set<number>()
  let hasMerkle = false
  /** Returns the bytes of a cell and all below it; a cell that occurs twice counts twice. */
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
