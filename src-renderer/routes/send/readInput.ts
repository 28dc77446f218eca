import { BocError } from '#shared/ton/cells/bocError.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { readBytesText } from '../../decode/bytesText.ts'
import {
  type ExternalMessage,
  MessageFormatError,
  readExternalMessage,
} from '../../decode/externalMessage.ts'

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

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Reads the bytes of an external message. */
function readMessageBytes(bytes: Uint8Array): InputReading {
  try {
    const cell = readBagOfCells(bytes)
    return { kind: 'message', bytes, message: readExternalMessage(cell) }
  } catch (error) {
    if (error instanceof BocError) {
      return { kind: 'fault', layer: 'bag of cells', sentence: sentenceCase(error.message) }
    }
    if (error instanceof MessageFormatError) {
      return { kind: 'fault', layer: 'message', sentence: error.message }
    }
    throw error
  }
}

/** Reads an external message from a text in base64 or hexadecimal. */
export function readMessageText(text: string): InputReading {
  const reading = readBytesText(text)
  switch (reading.kind) {
    case 'empty':
      return { kind: 'empty' }
    case 'fault':
      return { ...reading, layer: 'text' }
    case 'bytes':
      return readMessageBytes(reading.bytes)
  }
}
