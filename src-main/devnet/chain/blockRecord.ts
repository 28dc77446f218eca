import type { BlockHead } from '../../chain/archive/blockHead.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { FileSpan } from './growingFile.ts'

/** Size of the record of a block, on disk and in memory, bytes; all other data is in the block itself. */
export const RECORD_BYTES = 160

const AT = {
  seqno: 0,
  genUtime: 4,
  startLt: 8,
  endLt: 16,
  /** Position of the block's file in `blocks`. */
  offset: 24,
  length: 32,
  /** The masterchain block that commits to it. */
  committedBy: 36,
  prevKeyBlockSeqno: 40,
  masterRefSeqno: 44,
  flags: 48,
  rootHash: 52,
  fileHash: 84,
  stateHash: 116,
  /** Position of the record of its step in `steps`: set when the record is read. */
  stepOffset: 148,
  stepLength: 156,
} as const

const KEY_BLOCK = 1
const AFTER_SPLIT = 2
const AFTER_MERGE = 4
const NO_MASTER_REF = 0xffff_ffff

/** Writes the record of a block. */
export function storeBlockRecord(
  { rootHash, fileHash }: BlockIdExt,
  head: BlockHead,
  span: FileSpan,
  committedBy: number,
): Buffer {
  const record = Buffer.alloc(RECORD_BYTES)
  record.writeUInt32LE(head.seqno, AT.seqno)
  record.writeUInt32LE(head.genUtime, AT.genUtime)
  record.writeBigUInt64LE(head.startLt, AT.startLt)
  record.writeBigUInt64LE(head.endLt, AT.endLt)
  record.writeDoubleLE(span.offset, AT.offset)
  record.writeUInt32LE(span.length, AT.length)
  record.writeUInt32LE(committedBy, AT.committedBy)
  record.writeUInt32LE(head.prevKeyBlockSeqno, AT.prevKeyBlockSeqno)
  record.writeUInt32LE(head.masterRefSeqno ?? NO_MASTER_REF, AT.masterRefSeqno)
  const { keyBlock, afterSplit, afterMerge } = head
  record[AT.flags] =
    (keyBlock ? KEY_BLOCK : 0) | (afterSplit ? AFTER_SPLIT : 0) | (afterMerge ? AFTER_MERGE : 0)
  rootHash.copy(record, AT.rootHash)
  fileHash.copy(record, AT.fileHash)
  head.stateHash.copy(record, AT.stateHash)
  return record
}

/** Reads fields of records without copying them. */
export class BlockRecord {
  readonly #data: Buffer

  constructor(data: Buffer) {
    this.#data = data
  }

  get seqno(): number {
    return this.#data.readUInt32LE(AT.seqno)
  }

  get genUtime(): number {
    return this.#data.readUInt32LE(AT.genUtime)
  }

  get startLt(): bigint {
    return this.#data.readBigUInt64LE(AT.startLt)
  }

  get endLt(): bigint {
    return this.#data.readBigUInt64LE(AT.endLt)
  }

  get span(): FileSpan {
    return { offset: this.#data.readDoubleLE(AT.offset), length: this.#data.readUInt32LE(AT.length) }
  }

  get committedBy(): number {
    return this.#data.readUInt32LE(AT.committedBy)
  }

  get prevKeyBlockSeqno(): number {
    return this.#data.readUInt32LE(AT.prevKeyBlockSeqno)
  }

  get masterRefSeqno(): number | undefined {
    const seqno = this.#data.readUInt32LE(AT.masterRefSeqno)
    return seqno === NO_MASTER_REF ? undefined : seqno
  }

  get keyBlock(): boolean {
    return this.#has(KEY_BLOCK)
  }

  get afterSplit(): boolean {
    return this.#has(AFTER_SPLIT)
  }

  get afterMerge(): boolean {
    return this.#has(AFTER_MERGE)
  }

  get rootHash(): Buffer {
    return this.#hash(AT.rootHash)
  }

  get fileHash(): Buffer {
    return this.#hash(AT.fileHash)
  }

  get stateHash(): Buffer {
    return this.#hash(AT.stateHash)
  }

  /** Returns the position of the record of the block's step. */
  get step(): FileSpan {
    return { offset: this.#data.readDoubleLE(AT.stepOffset), length: this.#data.readUInt32LE(AT.stepLength) }
  }

  set step({ offset, length }: FileSpan) {
    this.#data.writeDoubleLE(offset, AT.stepOffset)
    this.#data.writeUInt32LE(length, AT.stepLength)
  }

  #has(flag: number): boolean {
    return ((this.#data[AT.flags] as number) & flag) !== 0
  }

  /** Copied, because the records are in large buffers. */
  #hash(at: number): Buffer {
    return Buffer.from(this.#data.subarray(at, at + 32))
  }
}
