import { beginCell, type Cell as CoreCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { Cell, cellTotals, readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'

const coreCellOfDepth: fc.Memo<CoreCell> = fc.memo((depth) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { maxLength: 60 }),
      depth > 1 ? fc.array(coreCellOfDepth(), { maxLength: 3 }) : fc.constant([] as CoreCell[]),
    )
    .map(([bits, refs]) => {
      const builder = beginCell()
      for (const bit of bits) builder.storeBit(bit)
      for (const ref of refs) builder.storeRef(ref)
      return builder.endCell()
    }),
)
const coreCell: fc.Arbitrary<CoreCell> = coreCellOfDepth(4)

const bitsOf = (cell: Cell) => {
  const reader = new CellReader(cell)
  return Array.from({ length: cell.bits }, () => reader.loadBit())
}

describe('readBagOfCells', () => {
  it('reads what @ton/core wrote, with and without index and checksum', () => {
    fc.assert(
      fc.property(coreCell, fc.boolean(), fc.boolean(), (core, idx, crc32) => {
        const cell = readBagOfCells(core.toBoc({ idx, crc32 }))
        expect(Buffer.from(cell.hash()).toString('hex')).toBe(core.hash().toString('hex'))
        expect(cell.bits).toBe(core.bits.length)
        const slice = core.beginParse()
        expect(bitsOf(cell)).toEqual(Array.from({ length: core.bits.length }, () => slice.loadBit()))
      }),
    )
  })

  it('keeps a library reference apart from an ordinary cell with the same bits', () => {
    const data = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32, 7))
    const library = data.endCell({ exotic: true })
    const cell = readBagOfCells(library.toBoc())
    expect(cell.exotic).toBe(2)
    expect(cell.hash()).toEqual(new Uint8Array(library.hash()))
    expect(new Cell(cell.bits, cell.data, []).hash()).toEqual(new Uint8Array(data.endCell().hash()))
  })

  it('refuses bytes that are cut, foreign or circular with a typed error', () => {
    const boc = beginCell()
      .storeUint(7, 9)
      .storeRef(beginCell().storeUint(1, 8))
      .endCell()
      .toBoc({ idx: false })
    for (let length = 0; length < boc.length; length++) {
      expect(() => readBagOfCells(boc.subarray(0, length))).toThrow(BocError)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(() => readBagOfCells(bytes)).toThrow(BocError)
      }),
    )
    const circular = Uint8Array.from([0xb5, 0xee, 0x9c, 0x72, 1, 1, 1, 1, 0, 3, 0, 1, 0, 0])
    expect(() => readBagOfCells(circular)).toThrow('reference 0 leads to cell 0 of 1')
  })
})

describe('cellTotals', () => {
  it('counts a cell that is used twice once in memory', () => {
    const leaf = beginCell().storeUint(5, 8).endCell()
    const root = readBagOfCells(beginCell().storeBit(1).storeRef(leaf).storeRef(leaf).endCell().toBoc())
    expect(cellTotals(root)).toEqual({ cells: 2, bits: 9, depth: 1 })
  })
})

describe('CellReader', () => {
  it('reads numbers of every kind in order', () => {
    const core = beginCell()
      .storeUint(5, 3)
      .storeInt(-7, 32)
      .storeCoins(1_234_567_890_123n)
      .storeMaybeUint(9, 8)
      .storeUint((1n << 200n) + 3n, 256)
      .endCell()
    const reader = new CellReader(readBagOfCells(core.toBoc()))
    expect([
      reader.loadUint(3),
      reader.loadInt(32),
      reader.loadCoins(),
      reader.maybe(() => reader.loadUint(8)),
      reader.loadUintBig(256),
      reader.remainingBits,
    ]).toEqual([5, -7, 1_234_567_890_123n, 9, (1n << 200n) + 3n, 0])
  })

  it('throws if the cell ends early', () => {
    const reader = new CellReader(new Cell(3, Uint8Array.of(0xa0), []))
    expect(() => reader.loadUint(4)).toThrow(CellUnderflowError)
    expect(() => reader.loadRef()).toThrow(CellUnderflowError)
  })
})
