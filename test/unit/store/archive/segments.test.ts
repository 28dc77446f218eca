import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compressBlock } from '../../../../src-main/store/archive/blockFile.ts'
import { openBlockReader } from '../../../../src-main/store/archive/blockReader.ts'
import { scanSegment } from '../../../../src-main/store/archive/scanSegment.ts'
import { type ArchiveRef, openSegments } from '../../../../src-main/store/archive/segments.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'

const random = new SeededRandom('segments')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tonscope-segments-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const block = (size = 500) => ({ rootHash: random.bytes(32), boc: random.bytes(size) })
type Block = ReturnType<typeof block>

/** Appends blocks as the writer does, and closes the archive. */
function write(blocks: readonly Block[], maxBytes?: number): ArchiveRef[] {
  const segments = openSegments(dir, maxBytes === undefined ? {} : { maxBytes })
  const refs = blocks.map(({ rootHash, boc }) => segments.append(rootHash, compressBlock(boc)))
  segments.sync()
  segments.close()
  return refs
}

function read({ rootHash }: Block, ref: ArchiveRef): Buffer {
  const reader = openBlockReader(dir)
  try {
    return reader.read(rootHash, ref)
  } finally {
    reader.close()
  }
}

describe("the archive's segments", () => {
  test('return appended blocks, also after they were opened again', () => {
    const blocks = [block(), block(0), block(70_000)]
    const refs = write(blocks.slice(0, 2))
    refs.push(...write(blocks.slice(2)))
    expect(refs.map(({ segment }) => segment)).toEqual([1, 1, 1])
    expect(refs.map(({ unpacked }) => unpacked)).toEqual([500, 0, 70_000])
    blocks.forEach((each, index) => {
      expect(read(each, refs[index]!)).toEqual(each.boc)
    })
  })

  test('continue in a new file if one is full; a larger block has a file of its own', () => {
    const blocks = [block(), block(), block(5000), block(), ...Array.from({ length: 20 }, () => block())]
    const refs = write(blocks, 1200)
    expect(refs.slice(0, 4).map(({ segment }) => segment)).toEqual([1, 1, 2, 3])
    expect(readdirSync(dir)).toHaveLength(13)
    const reader = openBlockReader(dir)
    for (const round of [1, 2]) {
      blocks.forEach(({ rootHash, boc }, index) => {
        expect(reader.read(rootHash, refs[index]!), `round ${round}`).toEqual(boc)
      })
    }
    reader.close()
    const segments = openSegments(dir)
    const bytes = readdirSync(dir).reduce((sum, name) => sum + readFileSync(join(dir, name)).length, 0)
    expect(segments.size()).toBe(bytes)
    segments.close()
  })

  test('drop the blocks of a rolled back transaction', () => {
    const [kept, dropped, later] = [block(), block(), block()]
    const segments = openSegments(dir)
    const first = segments.append(kept.rootHash, compressBlock(kept.boc))
    const end = segments.end()
    const lost = segments.append(dropped.rootHash, compressBlock(dropped.boc))
    segments.rollback(end)
    expect(segments.size()).toBe(readFileSync(join(dir, '00001.blocks')).length)
    const third = segments.append(later.rootHash, compressBlock(later.boc))
    segments.close()
    expect(third.offset).toBe(lost.offset)
    expect(read(kept, first)).toEqual(kept.boc)
    expect(read(later, third)).toEqual(later.boc)
    expect(() => read(dropped, lost)).toThrow('another block is there')
  })

  test('continue after the rest of a killed write', () => {
    const [before, after] = [block(), block()]
    const [ref] = write([before])
    appendFileSync(join(dir, '00001.blocks'), random.bytes(100))
    const [next] = write([after])
    expect(read(before, ref!)).toEqual(before.boc)
    expect(read(after, next!)).toEqual(after.boc)
  })

  test('restart a file of which a killed writer did not finish the start', () => {
    writeFileSync(join(dir, '00001.blocks'), 'TON')
    const each = block()
    const [ref] = write([each])
    expect(read(each, ref!)).toEqual(each.boc)
  })

  test.each([
    [
      'a changed byte',
      (file: string, { offset }: ArchiveRef) => flip(file, offset + 60),
      'checksum is wrong',
    ],
    [
      'its end cut off',
      (file: string, { offset }: ArchiveRef) => truncateSync(file, offset + 90),
      'ends there',
    ],
    ['its file gone', (file: string) => rmSync(file), 'the file is missing'],
  ])('report a block as damaged with %s', (_name, spoil, reason) => {
    const each = block()
    const [ref] = write([each])
    spoil(join(dir, '00001.blocks'), ref!)
    expect(() => read(each, ref!)).toThrow(reason)
    expect(() => read(each, ref!)).toThrow(expect.objectContaining({ name: 'StoreError', code: 'corrupt' }))
  })

  test("report another block at a block's location", () => {
    const [ref] = write([block()])
    expect(() => read(block(), ref!)).toThrow('another block')
  })

  test('return a block with one wrong bit at any position', () => {
    const each = block()
    const [ref] = write([each])
    const file = join(dir, '00001.blocks')
    const length = 44 + ref!.length
    for (let bit = 0; bit < length * 8; bit += 37) {
      const at = ref!.offset + (bit >> 3)
      flip(file, at, 1 << (bit & 7))
      expect(read(each, ref!), `with bit ${bit & 7} of byte ${at}`).toEqual(each.boc)
      const [entry] = scanSegment(file)
      expect(entry).toMatchObject({ kind: 'entry', offset: ref!.offset, isCorrected: true })
      flip(file, at, 1 << (bit & 7))
    }
  })

  test('report that they cannot be written', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => openSegments(join(dir, 'file', 'archive'))).toThrow(
      expect.objectContaining({ name: 'StoreError', code: 'failed' }),
    )
  })
})

function flip(file: string, at: number, mask = 5): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= mask
  writeFileSync(file, bytes)
}

test('Opening an archive for the writer removes unfinished files of a killed process', () => {
  const kept = 'a kept file.boc'
  for (const name of [kept, `${kept}.${randomUUID()}.tmp`]) writeFileSync(join(dir, name), '')
  openSegments(dir).close()
  expect(readdirSync(dir).toSorted()).toEqual(['00001.blocks', kept])
})
