import { crc32 } from 'node:zlib'

/** Returns an object as JSON text with its checksum, as `check`. */
export function formatChecked(value: object): string {
  return `${JSON.stringify({ ...value, check: checksum(value) }, undefined, 2)}\n`
}

/**
 * Reads the text of formatChecked. Files of earlier versions have no checksum. Throws SyntaxError or RangeError if the
 * text is damaged.
 */
export function parseChecked(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return parsed
  const { check, ...value } = parsed as { readonly check?: unknown }
  if (check !== undefined && check !== checksum(value)) throw new RangeError('its checksum is wrong')
  return value
}

function checksum(value: object): string {
  return crc32(JSON.stringify(value)).toString(16).padStart(8, '0')
}
