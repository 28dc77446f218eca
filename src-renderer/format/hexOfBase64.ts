import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '#shared/ton/base64.ts'

/** Hexadecimal from the base64 of an answer; what is no base64 stays as it is. */
export function hexOfBase64(hash: string): string {
  const bytes = base64ToBytes(hash, 'standard')
  return bytes ? bytesToHex(bytes) : hash
}

/** The base64 that the API speaks, from the hexadecimal of our URLs. */
export function base64OfHex(hex: string): string {
  return bytesToBase64(hexToBytes(hex) ?? new Uint8Array())
}
