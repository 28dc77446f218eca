import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packDescription, unpackDescription } from '../../../src-main/store/description.ts'

/** Of a wallet's transaction on mainnet: both hashes of its compute phase are zero. */
const WALLET =
  'b5ee9c7201010301009700020f0c410618a18604400102009d419d831388000000000000000011000000000000000000000000000000' +
  '0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000020006fc9830d404c082' +
  '34c0000000000020000000000031899af7f82421b2ad0553a9b8c9ee6c1f952ff951e2f3d5d686f1b662e20f3ac4050160c'

describe('packDescription', () => {
  it('halves the size of an ordinary description', () => {
    const boc = Buffer.from(WALLET, 'hex')
    const packed = packDescription(boc)
    expect([boc.length, packed.length]).toEqual([157, 87])
    expect(unpackDescription(packed)).toEqual(boc)
  })

  it('is reversed by unpackDescription for any bag of cells', () => {
    const byte = fc.oneof(fc.constant(0), fc.nat(255))
    const rest = fc.array(byte, { maxLength: 600 }).map((bytes) => Buffer.from(bytes))
    const start = fc.constantFrom('b5ee9c720101', 'b5ee9c720102', 'b5ee9c724101', 'b5ee')
    fc.assert(
      fc.property(start, rest, (begin, end) => {
        const boc = Buffer.concat([Buffer.from(begin, 'hex'), end])
        expect(unpackDescription(packDescription(boc))).toEqual(boc)
      }),
    )
  })
})
