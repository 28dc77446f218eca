import { ByteCache } from '../../chain/archive/byteCache.ts'
import { BlockRecord, RECORD_BYTES } from './blockRecord.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import type { FileSpan } from './growingFile.ts'
import type { ScratchFile } from './scratchFile.ts'

const DEFAULT_CHUNK_RECORDS = 512
/** Maximum size of chunks in memory, bytes: six chunks. */
const DEFAULT_KEPT_BYTES = 6 * DEFAULT_CHUNK_RECORDS * RECORD_BYTES

export type BlockTableOptions = {
  readonly chunkRecords?: number
  readonly keptBytes?: number
}

/**
 * Full chunks of records of all tables of a chain, in a file, with the most recently read ones in memory. Without a
 * file, for a chain that is opened read-only, all of them stay in memory.
 */
export class RecordChunks {
  readonly chunkRecords: number
  readonly #file: ScratchFile | undefined
  readonly #read: ByteCache<Buffer>

  constructor(file: ScratchFile | undefined, options: BlockTableOptions = {}) {
    this.chunkRecords = options.chunkRecords ?? DEFAULT_CHUNK_RECORDS
    this.#file = file
    this.#read = new ByteCache(options.keptBytes ?? DEFAULT_KEPT_BYTES)
  }

  /** Returns the position of the chunk; undefined if it cannot be written. */
  write(chunk: Buffer): FileSpan | undefined {
    try {
      return this.#file?.append(chunk)
    } catch (error) {
      // The chunk stays in memory; the step, which needs the disk too, reports the error.
      if (error instanceof DevnetDirectoryError) return undefined
      throw error
    }
  }

  read(span: FileSpan): Buffer {
    const key = String(span.offset)
    const kept = this.#read.get(key)
    if (kept) return kept
    if (!this.#file) throw new Error('there is no file of chunks')
    const chunk = this.#file.read(span)
    this.#read.set(key, chunk, chunk.length)
    return chunk
  }
}

/** A full chunk: its first record and its position. */
type Chunk = {
  readonly first: BlockRecord
  readonly span: FileSpan | undefined
  readonly data: Buffer | undefined
}

/**
 * The blocks of one shard by ascending seqno. After a merge there is a gap for the blocks of its halves. In memory are
 * the last chunk of records and the first record of every other one.
 */
export class BlockTable {
  readonly #chunks: RecordChunks
  readonly #full: Chunk[] = []
  #last: Buffer = Buffer.alloc(0)
  #count = 0

  constructor(chunks: RecordChunks) {
    this.#chunks = chunks
  }

  get count(): number {
    return this.#count
  }

  /** Size of the records in memory except those that were read again, bytes. */
  get heldBytes(): number {
    const held = this.#full.reduce((sum, { data }) => sum + RECORD_BYTES + (data?.length ?? 0), 0)
    return held + this.#last.length
  }

  /**
   * Copies a record and returns the copy, which can be changed until the next one is added.
   * @throws RangeError if its block is not later than the last one
   */
  add(record: Buffer): BlockRecord {
    const last = this.#count > 0 ? this.at(this.#count - 1).seqno : 0
    if (new BlockRecord(record).seqno <= last) throw new RangeError('blocks of a shard go up')
    const place = this.#count % this.#chunks.chunkRecords
    if (place === 0) {
      if (this.#count > 0) this.#putAway()
      this.#last = Buffer.alloc(this.#chunks.chunkRecords * RECORD_BYTES)
    }
    record.copy(this.#last, place * RECORD_BYTES)
    this.#count++
    return recordOf(this.#last, place)
  }

  at(index: number): BlockRecord {
    if (index < 0 || index >= this.#count) throw new RangeError(`there is no block ${index}`)
    const number = Math.floor(index / this.#chunks.chunkRecords)
    return recordOf(this.#chunk(number), index % this.#chunks.chunkRecords)
  }

  find(seqno: number): BlockRecord | undefined {
    const found = this.first((record) => record.seqno >= seqno)
    return found?.seqno === seqno ? found : undefined
  }

  /** Returns the first block for which `reached` holds; it must hold for all later ones. */
  first(reached: (record: BlockRecord) => boolean): BlockRecord | undefined {
    const index = this.#firstIndex(reached)
    return index < this.#count ? this.at(index) : undefined
  }

  /** Returns the last block for which `holds` does; it must hold for all earlier ones. */
  last(holds: (record: BlockRecord) => boolean): BlockRecord | undefined {
    const index = this.#firstIndex((record) => !holds(record))
    return index > 0 ? this.at(index - 1) : undefined
  }

  #putAway(): void {
    const data = this.#last
    const first = new BlockRecord(Buffer.from(data.subarray(0, RECORD_BYTES)))
    const span = this.#chunks.write(data)
    this.#full.push({ first, span, data: span ? undefined : data })
  }

  #chunk(number: number): Buffer {
    const chunk = this.#full[number]
    if (!chunk) return this.#last
    return chunk.data ?? this.#chunks.read(chunk.span as FileSpan)
  }

  #firstIndex(reached: (record: BlockRecord) => boolean): number {
    // Finds the chunk by records in memory: the last one whose first record is not reached.
    const chunks = this.#full.length + (this.#count > 0 ? 1 : 0)
    const number = firstNumber(chunks, (candidate) =>
      reached(this.#full[candidate]?.first ?? recordOf(this.#last, 0)),
    )
    if (number === 0) return 0
    const begin = (number - 1) * this.#chunks.chunkRecords
    const size = Math.min(this.#chunks.chunkRecords, this.#count - begin)
    const chunk = this.#chunk(number - 1)
    return begin + firstNumber(size, (place) => reached(recordOf(chunk, place)))
  }
}

function recordOf(chunk: Buffer, place: number): BlockRecord {
  return new BlockRecord(chunk.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES))
}

/** Returns the first of the numbers below `count` for which `holds` does, `count` if there is none. */
function firstNumber(count: number, holds: (number: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
