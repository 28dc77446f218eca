import { describe, expect, test } from 'vitest'
import { compressBlock, expandBlock, unpackedLength } from '../../../../src-main/store/archive/blockFile.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'

const random = new SeededRandom('block file')

describe("a block's file in the archive", () => {
  test.each([
    ['repeats itself', Buffer.alloc(50_000, 'block')],
    ['cannot be packed', random.bytes(3000)],
    ['is empty', Buffer.alloc(0)],
  ])('is restored byte for byte if it %s', (_name, boc) => {
    const packed = compressBlock(boc)
    expect(unpackedLength(packed)).toBe(boc.length)
    expect(expandBlock(packed)).toEqual(boc)
  })

  test('is at most five bytes larger than the block', () => {
    expect(compressBlock(random.bytes(3000)).length).toBe(3005)
    expect(compressBlock(Buffer.alloc(3000)).length).toBeLessThan(100)
  })

  const packed = compressBlock(Buffer.alloc(1000, 'block'))
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(packed)
    bytes[at] = value
    return bytes
  }
  test.each([
    ['an unknown form', changed(0, 9), 'its form is 9'],
    ['a wrong length', changed(1, 1), 'cannot be unpacked'],
    ['an absurd length', changed(4, 255), 'it claims'],
    ['its end missing', packed.subarray(0, -3), 'cannot be unpacked'],
    ['hardly anything', packed.subarray(0, 3), 'too short'],
  ])('is reported as damaged with %s', (_name, bytes, reason) => {
    expect(() => expandBlock(bytes)).toThrow(new RegExp(reason))
    expect(() => expandBlock(bytes)).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })
})
