import type { BitString, Builder, Cell } from '@ton/core'
import { buildCell } from '../cells/buildCell.ts'
import { completedBytes } from '../cells/cellData.ts'
import { asCell } from '../cells/rawCell.ts'

/** What @ton/core's Builder holds under names that its types keep private. */
type BuilderParts = { readonly _bits: { build(): BitString }; readonly _refs: Cell[] }

/**
 * The ordinary cell of what was written to `builder`, like `builder.endCell()`, but hashed natively and not before
 * somebody asks: a dictionary's cells are often replaced again before anybody does.
 */
export function finishCell(builder: Builder): Cell {
  const { _bits, _refs } = builder as unknown as BuilderParts
  return cellOfBits(_bits.build(), _refs)
}

/** The same of bits and references that are there already; the bits are copied. */
export function cellOfBits(bits: BitString, refs: Cell[]): Cell {
  return asCell(buildCell(completedBytes(bits), 0, bits.length, refs, false))
}
