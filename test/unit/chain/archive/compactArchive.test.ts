import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ArchiveError } from '../../../../src-main/chain/archive/archiveError.ts'
import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import { isCompactArchive, readCompactArchive } from '../../../../src-main/chain/archive/compactArchive.ts'
import { writeCompactArchive } from '../../../chain/writeCompactArchive.ts'
import { sampleStart, withDirectory } from './sampleNetwork.ts'

const start = sampleStart(30)
const file = writeCompactArchive(start)

function readBack(data: Buffer) {
  return withDirectory((directory) => {
    const path = join(directory, 'net.tonscope')
    writeFileSync(path, data)
    return readCompactArchive(path)
  })
}

describe('writeCompactArchive', () => {
  it('writes zero states, blocks and signatures that can be read again', () => {
    const again = readBack(file)
    expect(isCompactArchive(file)).toBe(true)
    expect(again.zeroStates.map(({ id }) => id)).toEqual(start.zeroStates.map(({ id }) => id))
    expect(again.blocks.map(({ id, head, read }) => ({ id, head, data: read() }))).toEqual(
      start.blocks.map(({ id, head, read }) => ({ id, head, data: read() })),
    )
    expect(again.signatures(30)).toEqual(start.signatures(30))
    expect(again.signatures(31)).toBeUndefined()
    expect(new ArchiveStore(again).head().seqno).toBe(30)
  })
})

describe('readCompactArchive', () => {
  it('reports the fault of a file', () => {
    const withVersion = Buffer.from(file)
    withVersion.writeUInt32LE(2, 8)
    const records = (...parts: Buffer[]) =>
      Buffer.concat([file.subarray(0, 12), brotliCompressSync(Buffer.concat(parts))])
    const unknown = Buffer.from([9, 1, 0, 0, 0, 0])
    expect(() => readBack(Buffer.from('TONSCOPE'))).toThrow(/not a Tonscope archive/)
    expect(() => readBack(withVersion)).toThrow(/has format version 2, this program reads version 1/)
    expect(() => readBack(file.subarray(0, file.length - 1))).toThrow(/cannot be unpacked/)
    expect(() => readBack(records(unknown))).toThrow(/#0: record of kind 9/)
    expect(() => readBack(records(Buffer.from([2, 200, 0, 0, 0])))).toThrow(/record at 0 is cut/)
  })

  it('rejects a block with another hash', () => {
    const [block] = start.blocks
    const data = Buffer.from(block!.read())
    data[data.length - 1] = (data[data.length - 1] as number) ^ 1
    const spoilt = writeCompactArchive({ ...start, blocks: [{ ...block!, read: () => data }] })
    expect(() => readBack(spoilt)).toThrow(/file hash of the block does not match its name/)
    try {
      readBack(spoilt)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(ArchiveError)
      expect((error as ArchiveError).file).toMatch(/net\.tonscope#\d+$/)
    }
  })
})
