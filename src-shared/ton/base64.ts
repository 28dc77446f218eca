/**
 * Base64 and hexadecimal over Uint8Array, for code that also runs in a browser. Reading is strict about alphabet,
 * length and padding, but ignores the unused bits of the last character, like the reference software.
 */

/** A base64 alphabet: `standard` is `+/` with padding, `url` is `-_`. */
export type Base64Alphabet = 'standard' | 'url'

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`

function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1)
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i
  return values
}

const VALUES = { standard: valuesOf(STANDARD), url: valuesOf(URL_SAFE), mixed: valuesOf(STANDARD) }
VALUES.mixed['-'.charCodeAt(0)] = 62
VALUES.mixed['_'.charCodeAt(0)] = 63

/**
 * Reads base64 with or without padding (`=` only at the end, completing a group of four). Returns undefined
 * for a character outside the alphabet or an impossible length. `mixed` accepts both alphabets at once.
 */
export function base64ToBytes(text: string, alphabet: Base64Alphabet | 'mixed'): Uint8Array | undefined {
  const values = VALUES[alphabet]
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  if ((padding > 0 && text.length % 4 !== 0) || length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let bits = 0
  let count = 0
  let at = 0
  for (let i = 0; i < length; i++) {
    const value = values[text.charCodeAt(i)] ?? -1
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      bytes[at++] = (bits >> count) & 0xff
    }
  }
  return bytes
}

/** Writes base64, padded unless `padding` is false. */
export function bytesToBase64(
  bytes: Uint8Array,
  alphabet: Base64Alphabet = 'standard',
  options: { readonly padding?: boolean } = {},
): string {
  const letters = alphabet === 'standard' ? STANDARD : URL_SAFE
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text += letters.charAt(group >> 18) + letters.charAt((group >> 12) & 63)
    if (left > 1) text += letters.charAt((group >> 6) & 63)
    if (left > 2) text += letters.charAt(group & 63)
  }
  return options.padding === false ? text : text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Reads an even number of hexadecimal digits of any case. Returns undefined for anything else. */
export function hexToBytes(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Formats bytes as lower-case hexadecimal. */
export function bytesToHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte]
  return text
}
