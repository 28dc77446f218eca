import {
  type ExternalMessage,
  MessageFormatError,
  readExternalMessage,
} from '../../decode/externalMessage.ts'
import { readCellText } from '../../decode/readCell.ts'

/** The content of the field: nothing, a message, or a fault in one of three layers. */
export type InputReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'message'; readonly bytes: Uint8Array; readonly message: ExternalMessage }
  | {
      readonly kind: 'fault'
      readonly layer: 'text' | 'bag of cells' | 'message'
      readonly sentence: string
      /** The position of the fault in the text, counted from zero. */
      readonly at?: number
    }

/** Reads an external message from a text in base64 or hexadecimal. */
export function readMessageText(text: string): InputReading {
  const reading = readCellText(text)
  if (reading.kind !== 'cell') return reading
  try {
    return { kind: 'message', bytes: reading.bytes, message: readExternalMessage(reading.cell) }
  } catch (error) {
    if (!(error instanceof MessageFormatError)) throw error
    return { kind: 'fault', layer: 'message', sentence: error.message }
  }
}
