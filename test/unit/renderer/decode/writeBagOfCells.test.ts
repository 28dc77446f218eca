import { beginCell, Cell as CoreCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, readBagOfCells } from '../../../../src-renderer/decode/cell.ts'
import { CellWriter } from '../../../../src-renderer/decode/cellWriter.ts'
import { crc32c } from '../../../../src-renderer/decode/crc32c.ts'
import { writeBagOfCells } from '../../../../src-renderer/decode/writeBagOfCells.ts'

const tree: fc.Memo<Cell> = fc.memo((depth) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { maxLength: 40 }),
      depth > 1 ? fc.array(tree(), { maxLength: 3 }) : fc.constant([] as Cell[]),
    )
    .map(([bits, refs]) => {
      const writer = new CellWriter()
      for (const bit of bits) writer.bit(bit)
      for (const ref of refs) writer.ref(ref)
      return writer.cell()
    }),
)

const coreOf = (cell: Cell): CoreCell => {
  const builder = beginCell()
  for (let i = 0; i < cell.bits; i++) builder.storeBit(((cell.data[i >> 3] ?? 0) >> (7 - (i & 7))) & 1)
  for (const ref of cell.refs) builder.storeRef(coreOf(ref))
  return builder.endCell()
}

describe('writeBagOfCells', () => {
  it('writes what @ton/core reads as the same cell', () => {
    fc.assert(
      fc.property(tree(4), (cell) => {
        const [read] = CoreCell.fromBoc(Buffer.from(writeBagOfCells(cell)))
        expect(read?.hash().toString('hex')).toBe(coreOf(cell).hash().toString('hex'))
      }),
    )
  })

  it('holds equal cells once, and more than 255 of them', () => {
    const leaf = new CellWriter().int(7, 8).cell()
    const twins = new CellWriter().ref(leaf).ref(new CellWriter().int(7, 8).cell()).cell()
    expect(CoreCell.fromBoc(Buffer.from(writeBagOfCells(twins)))).toHaveLength(1)
    expect(writeBagOfCells(twins).length).toBe(
      writeBagOfCells(new CellWriter().ref(leaf).ref(leaf).cell()).length,
    )
    let chain = leaf
    for (let i = 0; i < 300; i++) chain = new CellWriter().int(i, 16).ref(chain).cell()
    const [read] = CoreCell.fromBoc(Buffer.from(writeBagOfCells(chain)))
    expect(read?.depth()).toBe(300)
  })
})

describe('readBagOfCells, strict', () => {
  const core = beginCell().storeUint(0xabcdef, 24).storeRef(beginCell().storeUint(1, 1).endCell()).endCell()

  it('takes what is whole, with and without its checksum', () => {
    for (const crc32 of [true, false]) {
      expect(readBagOfCells(core.toBoc({ crc32 }), { strict: true }).bits).toBe(24)
    }
  })

  it('says that a byte changed, that bytes follow, where it is cut, how it begins', () => {
    const spoilt = Buffer.from(core.toBoc({ crc32: true }))
    // A data byte of the root.
    spoilt.writeUInt8(spoilt.readUInt8(15) ^ 2, 15)
    const strict = (bytes: Uint8Array) => () => readBagOfCells(bytes, { strict: true })
    expect(strict(spoilt)).toThrow('the checksum is wrong')
    const whole = core.toBoc({ crc32: false })
    expect(strict(Buffer.concat([whole, Buffer.alloc(2)]))).toThrow(
      `the bag of cells ends at byte ${whole.length}, 2 bytes follow`,
    )
    expect(strict(whole.subarray(0, -1))).toThrow(`byte ${whole.length} is missing`)
    expect(strict(Buffer.from('deadbeef00', 'hex'))).toThrow(
      'a bag of cells begins with b5ee9c72, this with deadbeef',
    )
  })
})

describe('crc32c', () => {
  it('is that of RFC 3720', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283)
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa)
  })
})
