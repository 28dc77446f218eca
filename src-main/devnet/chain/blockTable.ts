import { BlockRecord, RECORD_BYTES } from './blockRecord.ts'

const CHUNK_RECORDS = 512

/** The blocks of one shard by ascending seqno. After a merge there is a gap where its halves had the blocks. */
export class BlockTable {
  readonly #chunks: Buffer[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Takes a copy of a record. @throws RangeError if its block isn't later than the last one */
  add(record: Buffer): BlockRecord {
    const last = this.#count > 0 ? this.at(this.#count - 1).seqno : 0
    if (new BlockRecord(record).seqno <= last) throw new RangeError('blocks of a shard go up')
    const place = this.#count % CHUNK_RECORDS
    if (place === 0) this.#chunks.push(Buffer.alloc(CHUNK_RECORDS * RECORD_BYTES))
    record.copy(this.#chunks.at(-1) as Buffer, place * RECORD_BYTES)
    this.#count++
    return this.at(this.#count - 1)
  }

  at(index: number): BlockRecord {
    const chunk = this.#chunks[Math.floor(index / CHUNK_RECORDS)]
    if (!chunk || index >= this.#count) throw new RangeError(`there is no block ${index}`)
    const start = (index % CHUNK_RECORDS) * RECORD_BYTES
    return new BlockRecord(chunk.subarray(start, start + RECORD_BYTES))
  }

  find(seqno: number): BlockRecord | undefined {
    const found = this.first((record) => record.seqno >= seqno)
    return found?.seqno === seqno ? found : undefined
  }

  /** The first block for which `reached` holds; it must hold for all after it. */
  first(reached: (record: BlockRecord) => boolean): BlockRecord | undefined {
    const index = this.#firstIndex(reached)
    return index < this.#count ? this.at(index) : undefined
  }

  /** The last block for which `holds` does; it must hold for all before it. */
  last(holds: (record: BlockRecord) => boolean): BlockRecord | undefined {
    const index = this.#firstIndex((record) => !holds(record))
    return index > 0 ? this.at(index - 1) : undefined
  }

  #firstIndex(reached: (record: BlockRecord) => boolean): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (reached(this.at(middle))) high = middle
      else low = middle + 1
    }
    return low
  }
}
