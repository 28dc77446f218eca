import { closeSync, openSync, readSync } from 'node:fs'

/** Divisible by 4: base64 texts of that many characters are decoded by themselves. */
const CHUNK = 1 << 16
const QUOTES = ['"', "'", '`'].map((quote) => quote.charCodeAt(0))
/** The module's text begins within so many bytes of its file. */
const HEAD = 4096

/**
 * Returns the bytes of a WebAssembly module that a script has as one base64 text. Reads the script piece by piece:
 * loaded as a module, the script and its text are 13 MB of heap, which a thread that is seldom busy keeps for long.
 * @param path the script's file; @throws Error where it has no such text, or the system's error
 */
export function readWasm(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD)
    readSync(file, head, 0, HEAD, 0)
    // Any WebAssembly module begins so: 00 61 73 6d.
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
