/** Returns a Buffer over the same bytes: a Buffer that came through a message port is a plain Uint8Array. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
