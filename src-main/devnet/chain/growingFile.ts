import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { DevnetDirectoryError } from './directoryError.ts'

/** Where something lies in a file. */
export type FileSpan = { readonly offset: number; readonly length: number }

/**
 * A file that only grows. What is appended counts once `append` has returned; where that fails the file is as it
 * was before.
 */
export class GrowingFile {
  readonly path: string
  readonly #file: number
  #end: number
  /** Bytes behind the end that a failed write may have left. */
  #hasRest = false

  /** Opens the file, empty where there is none. Throws the system's error where it can't. */
  constructor(path: string) {
    this.path = path
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#end = fstatSync(this.#file).size
  }

  get size(): number {
    return this.#end
  }

  /** @throws DevnetDirectoryError where the system refuses; the file is then as before */
  append(data: Buffer): FileSpan {
    const span = { offset: this.#end, length: data.length }
    try {
      if (this.#hasRest) this.#cut()
      this.#hasRest = true
      let written = 0
      while (written < data.length) {
        written += writeSync(this.#file, data, written, data.length - written, this.#end + written)
      }
    } catch (error) {
      throw this.#unwritable(error)
    }
    this.#hasRest = false
    this.#end += data.length
    return span
  }

  /** Forgets what is behind `size`; where the system refuses, the next `append` tries again before it writes. */
  truncate(size: number): void {
    if (size > this.#end) throw new RangeError(`${this.path} has no byte ${size}`)
    this.#hasRest ||= size < this.#end
    this.#end = size
    if (!this.#hasRest) return
    try {
      this.#cut()
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }

  /** @throws RangeError if the file ends before */
  read({ offset, length }: FileSpan): Buffer {
    const data = Buffer.allocUnsafeSlow(length)
    let read = 0
    while (read < length) {
      const count = readSync(this.#file, data, read, length - read, offset + read)
      if (count === 0) throw new RangeError(`${this.path} ends early`)
      read += count
    }
    return data
  }

  /** Waits until the disk itself has everything, also for when the machine loses its power. */
  flush(): void {
    fdatasyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }

  #cut(): void {
    ftruncateSync(this.#file, this.#end)
    this.#hasRest = false
  }

  #unwritable(error: unknown): DevnetDirectoryError {
    const reason = error instanceof Error ? error.message : String(error)
    return new DevnetDirectoryError('unwritable', this.path, reason, { cause: error })
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
