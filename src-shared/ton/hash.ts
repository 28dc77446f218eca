import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from './base64.ts'

/**
 * Reads a 32-byte hash: 64 hexadecimal digits, 44 characters of base64 (either alphabet) or 43 of base64url
 * without padding. Rejects 43 characters of the standard alphabet (compatibility-v2 §2.1). Returns undefined for
 * anything else.
 */
export function parseHash(text: string): Uint8Array | undefined {
  const bytes =
    text.length === 64
      ? hexToBytes(text)
      : text.length === 44
        ? (base64ToBytes(text, 'standard') ?? base64ToBytes(text, 'url'))
        : text.length === 43
          ? base64ToBytes(text, 'url')
          : undefined
  return bytes?.length === 32 ? bytes : undefined
}

/**
 * Formats a hash in standard base64 with padding (44 characters), as in v2 and v3. No bytes give an empty
 * text.
 */
export function hashToBase64(hash: Uint8Array): string {
  return bytesToBase64(hash)
}

/** Formats a hash in base64url without padding (43 characters), which is safe in a path or query. */
export function hashToBase64Url(hash: Uint8Array): string {
  return bytesToBase64(hash, 'url', { padding: false })
}

/** Formats a hash in lower-case hexadecimal (64 characters). */
export function hashToHex(hash: Uint8Array): string {
  return bytesToHex(hash)
}

/** The zero hash, which means "no transaction" together with lt 0. */
export const ZERO_HASH_BASE64 = `${'A'.repeat(43)}=`
