import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeBlockRecord } from '../../../../src-main/devnet/chain/blockRecord.ts'
import { BlockTable, RecordChunks } from '../../../../src-main/devnet/chain/blockTable.ts'
import { ScratchFile } from '../../../../src-main/devnet/chain/scratchFile.ts'

const CHUNK = 8
const RECORD_BYTES = 160
const hash = (seqno: number) => Buffer.alloc(32, seqno)

function record(seqno: number): Buffer {
  const id = { workchain: 0, shard: 1n << 63n, seqno, rootHash: hash(seqno), fileHash: hash(seqno + 1) }
  const head = {
    workchain: 0,
    shard: id.shard,
    seqno,
    startLt: BigInt(seqno * 100),
    endLt: BigInt(seqno * 100 + 5),
    genUtime: 1_800_000_000 + seqno,
    keyBlock: false,
    afterSplit: false,
    afterMerge: false,
    prevKeyBlockSeqno: 0,
    masterRefSeqno: undefined,
    prev: [],
    stateHash: hash(seqno + 2),
  }
  return storeBlockRecord(id, head, { offset: seqno * 1000, length: 1000 }, seqno)
}

describe('BlockTable', () => {
  let dir: string
  let file: ScratchFile
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'block-table-'))
    file = new ScratchFile(join(dir, 'scratch.tmp'))
  })
  afterAll(() => {
    file.close()
    rmSync(dir, { recursive: true })
  })

  const filled = (count: number, scratch: ScratchFile | undefined) => {
    const keptBytes = 2 * CHUNK * RECORD_BYTES
    const table = new BlockTable(new RecordChunks(scratch, { chunkRecords: CHUNK, keptBytes }))
    // Even seqnos only: a table can have gaps.
    for (let seqno = 2; seqno <= 2 * count; seqno += 2) {
      table.add(record(seqno)).step = { offset: seqno, length: 7 }
    }
    return table
  }

  it('holds one record for each full chunk in memory, and one chunk', () => {
    const held = [20, 60].map((count) => filled(count * CHUNK, file).heldBytes)
    expect(held).toEqual([19, 59].map((full) => (full + CHUNK) * RECORD_BYTES))
  })

  it.each([
    ['in a file', () => file],
    ['without a file', () => undefined],
  ])('finds every block by seqno, lt and time, %s', (_, scratch) => {
    for (const count of [1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK, 5 * CHUNK + 3]) {
      const table = filled(count, scratch())
      expect(table.count).toBe(count)
      for (let seqno = 0; seqno <= 2 * count + 2; seqno++) {
        const isThere = seqno % 2 === 0 && seqno > 0 && seqno <= 2 * count
        const found = table.find(seqno)
        expect(found?.rootHash).toEqual(isThere ? hash(seqno) : undefined)
        expect(found?.step).toEqual(isThere ? { offset: seqno, length: 7 } : undefined)
        const next = seqno + (seqno % 2)
        const first = table.first(({ endLt }) => endLt >= BigInt(next * 100 + 5))
        expect(first?.seqno).toBe(next <= 2 * count ? Math.max(2, next) : undefined)
        const before = table.last((candidate) => candidate.seqno < seqno)
        expect(before?.seqno).toBe(
          seqno <= 2 ? undefined : Math.min(2 * count, seqno - 1 - ((seqno - 1) % 2)),
        )
      }
    }
  })

  it('leaves no file', () => {
    expect(readdirSync(dir)).toEqual([])
  })
})
