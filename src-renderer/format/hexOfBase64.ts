import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '#shared/ton/base64.ts'

/** Converts base64 of an answer to hexadecimal. Returns any other text unchanged. */
export function hexOfBase64(hash: string): string {
  const bytes = base64ToBytes(hash, 'standard')
  return bytes ? bytesToHex(bytes) : hash
}

/** Converts hexadecimal of a URL to the base64 of the API. */
export function base64OfHex(hex: string): string {
  return bytesToBase64(hexToBytes(hex) ?? new Uint8Array())
}
