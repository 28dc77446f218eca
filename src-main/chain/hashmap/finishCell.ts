import type { BitString, Builder, Cell } from '@ton/core'
import { buildCell } from '../cells/buildCell.ts'
import { completedBytes } from '../cells/cellData.ts'
import { asCell } from '../cells/rawCell.ts'

/** The fields of @ton/core's Builder that its types declare private. */
type BuilderParts = { readonly _bits: { build(): BitString }; readonly _refs: Cell[] }

/**
 * Returns the ordinary cell of the builder's contents. Unlike `builder.endCell()` it hashes natively and on
 * demand: dictionary cells are often replaced before their hash is needed.
 */
export function finishCell(builder: Builder): Cell {
  const { _bits, _refs } = builder as unknown as BuilderParts
  return cellOfBits(_bits.build(), _refs)
}

/** Returns the ordinary cell of the given bits (copied) and references, like finishCell. */
export function cellOfBits(bits: BitString, refs: Cell[]): Cell {
  return asCell(buildCell(completedBytes(bits), 0, bits.length, refs, false))
}
