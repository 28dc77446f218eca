import { closeSync, openSync, readSync } from 'node:fs'

/** The length of pieces of base64 that are decoded separately; divisible by 4. */
const CHUNK = 1 << 16
const QUOTES = ['"', "'", '`'].map((quote) => quote.charCodeAt(0))
/** The module's text starts within this number of bytes of its file. */
const HEAD = 4096

/**
 * Returns the bytes of a WebAssembly module that a script contains as one base64 text. Reads the script in
 * pieces: loaded as a module, the script and its text take 13 MB of heap, which a mostly idle thread keeps
 * for long.
 * @param path the script's file
 * @throws Error if it has no such text, or the system's error
 */
export function readWasm(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD)
    readSync(file, head, 0, HEAD, 0)
    // Every WebAssembly module starts with 00 61 73 6d.
    const begin = head.indexOf('AGFzb')
    const quote = head[begin - 1] ?? 0
    if (begin < 1 || !QUOTES.includes(quote)) throw new Error(`${path} has no WebAssembly module`)
    const parts: Buffer[] = []
    const chunk = Buffer.alloc(CHUNK)
    for (let at = begin; ; ) {
      const read = readSync(file, chunk, 0, CHUNK, at)
      const end = chunk.subarray(0, read).indexOf(quote)
      const length = end < 0 ? read - (read % 4) : end
      parts.push(Buffer.from(chunk.toString('latin1', 0, length), 'base64'))
      if (end >= 0) return Buffer.concat(parts)
      if (length === 0) throw new Error(`the WebAssembly module in ${path} has no end`)
      at += length
    }
  } finally {
    closeSync(file)
  }
}
