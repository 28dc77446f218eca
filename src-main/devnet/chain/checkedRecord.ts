import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { messageOf } from '#shared/messageOf.ts'
import { DevnetDirectoryError } from './directoryError.ts'

const CRC_BYTES = 4

/** A file with one small record of a fixed size and its CRC-32. It is replaced in a single write. */
export class CheckedRecord {
  readonly #path: string
  readonly #bytes: number
  #file: number | undefined

  /**
   * Opens the file if it exists; the first `write` creates it.
   * @param bytes size of the record without its checksum
   */
  constructor(path: string, bytes: number) {
    this.#path = path
    this.#bytes = bytes
    try {
      this.#file = openSync(path, constants.O_RDWR)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  /** Returns the record; undefined if none was written yet. @throws DevnetDirectoryError if it is damaged */
  read(): Buffer | undefined {
    if (this.#file === undefined || fstatSync(this.#file).size === 0) return undefined
    const data = Buffer.alloc(this.#bytes + CRC_BYTES)
    const count = readSync(this.#file, data, 0, data.length, 0)
    const record = data.subarray(0, this.#bytes)
    if (count === data.length && crc32(record) === data.readUInt32LE(this.#bytes)) return record
    throw new DevnetDirectoryError('corrupt', this.#path, 'the record in this file is damaged')
  }

  /** Replaces the record. @throws DevnetDirectoryError if the system refuses */
  write(record: Buffer): void {
    const data = Buffer.alloc(this.#bytes + CRC_BYTES)
    record.copy(data)
    data.writeUInt32LE(crc32(record), this.#bytes)
    try {
      this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600)
      writeSync(this.#file, data, 0, data.length, 0)
    } catch (error) {
      const reason = messageOf(error)
      throw new DevnetDirectoryError('unwritable', this.#path, reason, { cause: error })
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
