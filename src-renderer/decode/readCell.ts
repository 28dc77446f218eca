import { BocError } from '#shared/ton/cells/bocError.ts'
import { type Cell, readBagOfCells } from '#shared/ton/cells/cell.ts'
import { readBytesText } from './bytesText.ts'

/** A bag of cells in a text: nothing, its root, or its fault. */
export type CellReading =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'cell'
      readonly cell: Cell
      /** The bag of cells as it was given. */
      readonly bytes: Uint8Array
    }
  | {
      readonly kind: 'fault'
      readonly layer: 'text' | 'bag of cells'
      readonly sentence: string
      /** Position in the text, counted from zero. */
      readonly at?: number
    }

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Reads a bag of cells with one root in base64 of either alphabet, or in hexadecimal. */
export function readCellText(text: string): CellReading {
  const reading = readBytesText(text)
  if (reading.kind === 'empty') return reading
  if (reading.kind === 'fault') return { ...reading, layer: 'text' }
  const { bytes } = reading
  try {
    return { kind: 'cell', cell: readBagOfCells(bytes), bytes }
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    return { kind: 'fault', layer: 'bag of cells', sentence: sentenceCase(error.message) }
  }
}
