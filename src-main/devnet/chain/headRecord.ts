import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { DevnetDirectoryError } from './directoryError.ts'

/** The newest masterchain block of a chain, and the size of `blocks` with that block in it. */
export type ChainLength = { readonly seqno: number; readonly blocksSize: number }

/** `seqno:uint32 blocksSize:double crc32:uint32`, little-endian. */
const AT = { seqno: 0, blocksSize: 4, crc: 12 } as const
const BYTES = 16

/**
 * The file `head`: how long the chain was after its last step. It is written after `blocks` and `steps`, so a killed
 * process leaves it at most one step behind them; if it is ahead of them, they have lost blocks. It is the only file
 * that can show that steps were cut off at a record's boundary.
 */
export class HeadRecord {
  readonly #path: string
  readonly #file: number

  /** Opens the file; creates an empty one for a new chain or for one of an earlier version. */
  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /** Returns the recorded length; undefined if no length was ever recorded. @throws DevnetDirectoryError */
  read(): ChainLength | undefined {
    if (fstatSync(this.#file).size === 0) return undefined
    const data = Buffer.alloc(BYTES)
    const count = readSync(this.#file, data, 0, BYTES, 0)
    if (count < BYTES || crc32(data.subarray(0, AT.crc)) !== data.readUInt32LE(AT.crc)) {
      throw new DevnetDirectoryError('corrupt', this.#path, "the record of the chain's length is damaged")
    }
    return {
      seqno: data.readUInt32LE(AT.seqno),
      blocksSize: data.readDoubleLE(AT.blocksSize),
    }
  }

  /** Records a length in one write. @throws DevnetDirectoryError if the system refuses */
  write({ seqno, blocksSize }: ChainLength): void {
    const data = Buffer.alloc(BYTES)
    data.writeUInt32LE(seqno, AT.seqno)
    data.writeDoubleLE(blocksSize, AT.blocksSize)
    data.writeUInt32LE(crc32(data.subarray(0, AT.crc)), AT.crc)
    try {
      writeSync(this.#file, data, 0, BYTES, 0)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new DevnetDirectoryError('unwritable', this.#path, reason, { cause: error })
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
