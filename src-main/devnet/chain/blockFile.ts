import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/** Where something lies in a block file. */
export type FileSpan = { readonly offset: number; readonly length: number }

/** Blocks one after another in a file that only grows: they needn't stay in memory. */
export class BlockFile {
  readonly #file: number
  #end: number

  /** Begins an empty file. Throws the system's error where it can't. */
  constructor(path: string) {
    this.#file = openSync(path, 'w+', 0o600)
    ftruncateSync(this.#file, 0)
    this.#end = fstatSync(this.#file).size
  }

  append(data: Buffer): FileSpan {
    const span = { offset: this.#end, length: data.length }
    let written = 0
    while (written < data.length) {
      written += writeSync(this.#file, data, written, data.length - written, this.#end + written)
    }
    this.#end += data.length
    return span
  }

  /** @throws RangeError if the file ends before */
  read({ offset, length }: FileSpan): Buffer {
    const data = Buffer.allocUnsafeSlow(length)
    let read = 0
    while (read < length) {
      const count = readSync(this.#file, data, read, length - read, offset + read)
      if (count === 0) throw new RangeError('the block file ends early')
      read += count
    }
    return data
  }

  close(): void {
    closeSync(this.#file)
  }
}
