import { CheckedRecord } from './checkedRecord.ts'

/** The newest masterchain block of a chain, and the size of `blocks` with that block in it. */
export type ChainLength = { readonly seqno: number; readonly blocksSize: number }

/** `seqno:uint32 blocksSize:double`, little-endian. */
const AT = { seqno: 0, blocksSize: 4 } as const
const BYTES = 12

/**
 * The file `head`: how long the chain was after its last step. It is written after `blocks` and `steps`, so a killed
 * process leaves it at most one step behind them; if it is ahead of them, they have lost blocks. It is the only file
 * that can show that steps were cut off at a record's boundary.
 */
export class HeadRecord {
  readonly #record: CheckedRecord

  constructor(path: string) {
    this.#record = new CheckedRecord(path, BYTES)
  }

  /** Returns the recorded length; undefined if no length was ever recorded. @throws DevnetDirectoryError */
  read(): ChainLength | undefined {
    const data = this.#record.read()
    return data && { seqno: data.readUInt32LE(AT.seqno), blocksSize: data.readDoubleLE(AT.blocksSize) }
  }

  /** Records a length in one write. @throws DevnetDirectoryError if the system refuses */
  write({ seqno, blocksSize }: ChainLength): void {
    const data = Buffer.alloc(BYTES)
    data.writeUInt32LE(seqno, AT.seqno)
    data.writeDoubleLE(blocksSize, AT.blocksSize)
    this.#record.write(data)
  }

  close(): void {
    this.#record.close()
  }
}
