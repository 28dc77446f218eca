import { beginCell, Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { API_BOC, FILE_BOC, PROOF_BOC, serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { anyTree, cellOfBits, chain } from './cellArbitrary.ts'

const leaf = (value: number) => beginCell().storeUint(value, 8).endCell()

describe('serializeBoc', () => {
  it('writes the smallest bag that the scheme allows by default', () => {
    const cell = beginCell().storeUint(0b10, 2).storeRef(Cell.EMPTY).endCell()
    expect(serializeBoc(cell).toString('hex')).toBe('b5ee9c7201010201000600' + '0101a001' + '0000')
  })

  it('writes equal cells once', () => {
    const twice = beginCell().storeRef(leaf(7)).storeRef(leaf(7)).endCell()
    expect(serializeBoc(twice).toString('hex')).toBe('b5ee9c7201010201000700' + '02000101' + '000207')
  })

  it('distinguishes similar cells and writes equal ones once', () => {
    // 31 * 1 + 62 = 31 * 2 + 31
    const alike = [1, 2, 1, 2].map((first) =>
      beginCell()
        .storeUint(first, 8)
        .storeUint(93 - 31 * first, 8)
        .endCell(),
    )
    const cell = alike.reduce((builder, child) => builder.storeRef(child), beginCell()).endCell()
    expect(serializeBoc(cell).toString('hex')).toBe(
      'b5ee9c7201010301000e00' + '040001020102' + '0004013e' + '0004021f',
    )
  })

  it('writes index, cache bits and checksum on request', () => {
    const twice = beginCell().storeRef(leaf(7)).storeRef(leaf(7)).endCell()
    const file = serializeBoc(twice, FILE_BOC)
    expect(file.subarray(0, -4).toString('hex')).toBe(
      'b5ee9c72e1010201000700' + '080f' + '02000101' + '000207',
    )
    // @ton/core checks the sum.
    expect(Cell.fromBoc(file)[0]?.equals(twice)).toBe(true)
  })

  it('orders cells like the reference node, with the last reference of a cell last', () => {
    const left = beginCell().storeUint(1, 8).storeRef(leaf(3)).endCell()
    const right = beginCell().storeUint(2, 8).storeRef(leaf(4)).endCell()
    const root = beginCell().storeRef(left).storeRef(right).endCell()
    expect(serializeBoc(root).subarray(11).toString('hex')).toBe(
      '02000102' + '01020103' + '01020204' + '000203' + '000204',
    )
  })

  it('stores hashes in the cells that represent many', () => {
    const cell = chain(200)
    const stored = (serializeBoc(cell, { intHashes: true }).length - serializeBoc(cell).length) / 34
    expect(stored).toBe(3)
  })

  it('widens cell numbers and offsets with the size', () => {
    const header = (cell: Cell) => serializeBoc(cell).subarray(4, 6).toString('hex')
    expect(header(chain(255))).toBe('0102')
    expect(header(chain(256))).toBe('0202')
    const wide = (cells: number) => {
      let cell = cellOfBits([])
      for (let i = 1; i < cells; i++) cell = beginCell().storeUint(i, 1000).storeRef(cell).endCell()
      return cell
    }
    expect(header(wide(600))).toBe('0203')
  })

  it('writes bags that parse to the same cells, with any options and number of roots', () => {
    fc.assert(
      fc.property(
        fc.array(anyTree, { minLength: 1, maxLength: 3 }),
        fc.record({ index: fc.boolean(), crc32c: fc.boolean(), intHashes: fc.boolean() }),
        fc.boolean(),
        (roots, options, cacheBits) => {
          const written = serializeBoc(roots, { ...options, cacheBits: cacheBits && options.index })
          const parsed = parseBoc(written)
          expect(parsed.map((cell) => cell.hash().toString('hex'))).toEqual(
            roots.map((cell) => cell.hash().toString('hex')),
          )
          expect(serializeBoc(parsed, { ...options, cacheBits: cacheBits && options.index })).toEqual(written)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('writes the same bag for cells of @ton/core and RawCells', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 100n - 1n }), { maxLength: 10 }), (values) => {
        const theirs = values.reduce<Cell>(
          (below, value, i) =>
            beginCell()
              .storeUint(value, 100 + i)
              .storeRef(below)
              .endCell(),
          Cell.EMPTY,
        )
        const ours = parseBocRoot(theirs.toBoc())
        for (const options of [PROOF_BOC, API_BOC, FILE_BOC]) {
          expect(serializeBoc(theirs, options)).toEqual(serializeBoc(ours, options))
        }
      }),
    )
  })

  it('rejects an empty list of roots, cache bits without an index, and too deep trees', () => {
    expect(() => serializeBoc([])).toThrow(RangeError)
    expect(() => serializeBoc(Cell.EMPTY, { cacheBits: true })).toThrow(RangeError)
    let deep: Cell = Cell.EMPTY
    for (let i = 0; i < 1025; i++) deep = beginCell().storeRef(deep).endCell()
    expect(() => serializeBoc(deep)).toThrow(expect.objectContaining({ code: 'too-deep' }))
  })
})
