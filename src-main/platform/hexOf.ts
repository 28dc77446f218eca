/** Returns bytes in lower-case hexadecimal. A Buffer that came through a message port is a plain Uint8Array. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
