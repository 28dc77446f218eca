import { bytesToBase64 } from '#shared/ton/base64.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { type Cell, readBagOfCells } from '#shared/ton/cells/cell.ts'
import { readBytesText } from './bytesText.ts'

/** A bag of cells in a text: nothing, its root, or its fault. */
export type CellReading =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'cell'
      readonly cell: Cell
      /** The bytes as they were given, in base64. */
      readonly boc: string
      /** Bytes. */
      readonly size: number
    }
  | { readonly kind: 'fault'; readonly sentence: string; readonly at?: number }

/** Reads a bag of cells with one root in base64 of either alphabet, or in hexadecimal. */
export function readCellText(text: string): CellReading {
  const reading = readBytesText(text)
  if (reading.kind !== 'bytes') return reading
  const { bytes } = reading
  try {
    return { kind: 'cell', cell: readBagOfCells(bytes), boc: bytesToBase64(bytes), size: bytes.length }
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    return { kind: 'fault', sentence: `Wrong bag of cells: ${error.message}` }
  }
}
