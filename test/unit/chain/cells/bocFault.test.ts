import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { bocFault } from '../../../../src-main/chain/cells/bocFault.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'

function faultOf(bytes: Buffer): string {
  try {
    parseBocRoot(bytes)
  } catch (error) {
    if (error instanceof BocError) return bocFault(bytes, error)
  }
  throw new Error('a bag of cells')
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const CELL = beginCell().storeRef(beginCell().storeUint(7, 16).endCell()).endCell()
const PLAIN = serializeBoc(CELL)
const INDEXED = serializeBoc(CELL, { index: true, crc32c: true })

describe('bocFault', () => {
  it.each([
    [
      'nothing',
      Buffer.alloc(0),
      'cannot deserialize bag-of-cells: not enough bytes (0 present, 10 required)',
    ],
    [
      'three bytes',
      hex('b5ee9c'),
      'cannot deserialize bag-of-cells: not enough bytes (3 present, 10 required)',
    ],
    [
      'the magic',
      hex('b5ee9c72'),
      'cannot deserialize bag-of-cells: not enough bytes (4 present, 10 required)',
    ],
    [
      'no sizes',
      hex('b5ee9c72 02'),
      'cannot deserialize bag-of-cells: not enough bytes (5 present, 13 required)',
    ],
    [
      'no counts',
      hex('b5ee9c72 02 01'),
      'cannot deserialize bag-of-cells: not enough bytes (6 present, 13 required)',
    ],
    ['another magic', hex('00112233'), 'cannot deserialize bag-of-cells: invalid header, error 0'],
    [
      'sizes of nothing',
      hex('b5ee9c72 00 01 01010002'),
      'cannot deserialize bag-of-cells: invalid header, error 0',
    ],
    [
      'an unknown reference',
      hex('b5ee9c72 01 01 01 01 00 03 00 010005'),
      /^invalid bag-of-cells failed to deserialize cell #0 \[Error : 0 : /,
    ],
  ] as const)("reports the reference node's message for %s", (_name, bytes, text) => {
    if (typeof text === 'string') expect(faultOf(bytes)).toBe(text)
    else expect(faultOf(bytes)).toMatch(text)
  })

  it('reports more required than present bytes for every truncated bag', () => {
    for (const whole of [PLAIN, INDEXED]) {
      for (let length = 14; length < whole.length; length++) {
        expect(faultOf(whole.subarray(0, length))).toBe(
          `cannot deserialize bag-of-cells: not enough bytes (${length} present, ${whole.length} required)`,
        )
      }
    }
  })

  it('reports a wrong checksum', () => {
    const spoilt = Buffer.from(INDEXED)
    spoilt.writeUInt32LE(0x1234, spoilt.length - 4)
    expect(faultOf(spoilt)).toMatch(/^bag-of-cells CRC32C mismatch: expected 0x[0-9a-f]+, found 0x1234$/)
  })
})
