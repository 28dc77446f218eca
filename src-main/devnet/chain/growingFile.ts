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
import { messageOf } from '#shared/messageOf.ts'
import { DevnetDirectoryError } from './directoryError.ts'

export type FileOptions = { readonly readOnly?: boolean | undefined }

/** A position in a file and a length. */
export type FileSpan = { readonly offset: number; readonly length: number }

/** A file that only grows. Appended data counts once `append` has returned; if that fails, the file is unchanged. */
export class GrowingFile {
  readonly path: string
  /** Undefined if a read-only file does not exist. */
  readonly #file: number | undefined
  readonly #isReadOnly: boolean
  #end: number
  /** Whether a failed write can have left bytes after the end. */
  #hasRest = false

  /**
   * Opens the file; creates an empty one if there is none. Throws the system's error.
   * @param options.readOnly never writes, cuts or creates the file; `append` throws
   */
  constructor(path: string, { readOnly = false }: FileOptions = {}) {
    this.path = path
    this.#isReadOnly = readOnly
    this.#file = readOnly ? openToRead(path) : openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    this.#end = this.#file === undefined ? 0 : fstatSync(this.#file).size
  }

  get size(): number {
    return this.#end
  }

  /** @throws DevnetDirectoryError if the system refuses; the file is then unchanged */
  append(data: Buffer): FileSpan {
    const span = { offset: this.#end, length: data.length }
    const file = this.#file
    if (this.#isReadOnly || file === undefined) throw this.#unwritable(new Error('it is opened to be read'))
    try {
      if (this.#hasRest) this.#cut()
      this.#hasRest = true
      let written = 0
      while (written < data.length) {
        written += writeSync(file, data, written, data.length - written, this.#end + written)
      }
    } catch (error) {
      throw this.#unwritable(error)
    }
    this.#hasRest = false
    this.#end += data.length
    return span
  }

  /** Cuts off bytes after `size`; if the system refuses, the next `append` retries before it writes. */
  truncate(size: number): void {
    if (size > this.#end) throw new RangeError(`${this.path} has no byte ${size}`)
    this.#hasRest ||= size < this.#end
    this.#end = size
    if (!this.#hasRest || this.#isReadOnly) return
    try {
      this.#cut()
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }

  /** @throws RangeError if the file is shorter */
  read({ offset, length }: FileSpan): Buffer {
    const data = Buffer.allocUnsafeSlow(length)
    let read = 0
    while (read < length) {
      const count =
        this.#file === undefined ? 0 : readSync(this.#file, data, read, length - read, offset + read)
      if (count === 0) throw new RangeError(`${this.path} ends early`)
      read += count
    }
    return data
  }

  /** Waits until all data is durable, also across a power failure. */
  flush(): void {
    if (this.#file !== undefined && !this.#isReadOnly) fdatasyncSync(this.#file)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
  }

  #cut(): void {
    if (this.#file !== undefined) ftruncateSync(this.#file, this.#end)
    this.#hasRest = false
  }

  #unwritable(error: unknown): DevnetDirectoryError {
    const reason = messageOf(error)
    return new DevnetDirectoryError('unwritable', this.path, reason, { cause: error })
  }
}

function openToRead(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
