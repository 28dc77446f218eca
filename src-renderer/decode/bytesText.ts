import { base64ToBytes, hexToBytes } from '#shared/ton/base64.ts'

/** The bytes in a text of hexadecimal or base64, or its fault. */
export type BytesReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly form: 'hexadecimal' | 'base64' }
  | {
      readonly kind: 'fault'
      readonly sentence: string
      /** Position in the given text, counted from zero. */
      readonly at?: number
    }

const HEX_ONLY = /^[0-9a-f]+$/i
const BASE64_ONLY = /^[\w+/-]+={0,2}$/

/** Returns the position in the given text of the character at position `at` without white space. */
function placeIn(text: string, at: number): number {
  let seen = -1
  for (let i = 0; i < text.length; i++) {
    if (!/\s/.test(text[i] ?? '')) seen++
    if (seen === at) return i
  }
  return text.length
}

function spot(text: string, place: number): string {
  const lines = text.slice(0, place).split('\n')
  const column = (lines.at(-1)?.length ?? 0) + 1
  return lines.length > 1 ? `line ${lines.length}, character ${column}` : `character ${column}`
}

/**
 * Reads bytes in the formats that tools print: hexadecimal, also with `0x`, or base64 of either alphabet with
 * or without padding. White space is ignored.
 */
export function readBytesText(text: string): BytesReading {
  const trimmed = text.trim()
  const joined = trimmed.replace(/\s+/g, '').replace(/^0x/i, '')
  if (joined === '') return { kind: 'empty' }
  if (HEX_ONLY.test(joined)) {
    const bytes = hexToBytes(joined)
    if (bytes) return { kind: 'bytes', bytes, form: 'hexadecimal' }
    // It is not base64 either: a bag of cells begins with te6c.
    return { kind: 'fault', sentence: `Hexadecimal digits come in pairs; these are ${joined.length}` }
  }
  if (!BASE64_ONLY.test(joined)) {
    const wrong = joined.search(/[^\w+/=-]/)
    const at = wrong < 0 ? joined.indexOf('=') : wrong
    const place = placeIn(text, at)
    return {
      kind: 'fault',
      sentence: `“${text[place]}” at ${spot(text, place)} is neither base64 nor hexadecimal`,
      at: place,
    }
  }
  const padless = joined.replace(/=+$/, '')
  const bytes = base64ToBytes(padless, 'mixed')
  if (bytes) return { kind: 'bytes', bytes, form: 'base64' }
  return {
    kind: 'fault',
    sentence: `Base64 cannot have ${padless.length} characters: one is missing or too many`,
    at: text.length,
  }
}
