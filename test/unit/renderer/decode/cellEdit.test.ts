import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'
import {
  cellAt,
  emptyCell,
  isEditable,
  readCellData,
  withCellAt,
  withData,
  withEmptyRef,
  withoutRef,
} from '../../../../src-renderer/decode/cellEdit.ts'
import { cellBits } from '../../../../src-renderer/format/cellBits.ts'

function leaf(value: number): Cell {
  return new CellWriter().int(value, 8).cell()
}

const TREE = new CellWriter()
  .int(1, 8)
  .ref(leaf(2))
  .ref(new CellWriter().ref(leaf(3)).cell())
  .cell()

describe('readCellData', () => {
  it.each([
    { text: 'ff', bits: 8, bytes: [0xff] },
    { text: 'x{FF8_}', bits: 8, bytes: [0xff] },
    { text: '8_', bits: 0, bytes: [] },
    { text: 'b{1 0 1}', bits: 3, bytes: [0xa0] },
    { text: 'b{}', bits: 0, bytes: [] },
    { text: '', bits: 0, bytes: [] },
    { text: 'a_', bits: 2, bytes: [0x80] },
  ])('reads "$text"', ({ text, bits, bytes }) => {
    expect(readCellData(text)).toEqual({ data: { bits, data: Uint8Array.from(bytes) } })
  })

  it.each(['g', '0_', '_', 'b{2}', 'b{1', 'ff_ff', 'f'.repeat(256)])('rejects %o', (text) => {
    expect(readCellData(text)).toEqual({ fault: expect.any(String) })
  })

  it('reads what cellBits writes, for any data', () => {
    const bits = fc.array(fc.boolean(), { maxLength: 1_023 })
    fc.assert(
      fc.property(bits, (values) => {
        const writer = new CellWriter()
        for (const value of values) writer.bit(value)
        const cell = writer.cell()
        const reading = readCellData(cellBits(cell))
        expect(reading).toEqual({ data: { bits: cell.bits, data: cell.data } })
      }),
    )
  })
})

describe('the edit of a tree of cells', () => {
  it('changes one cell and the hashes above it, and keeps the other references', () => {
    const changed = withCellAt(TREE, [1, 0], withData(leaf(3), { bits: 4, data: Uint8Array.of(0xf0) }))
    expect(cellAt(changed, [1, 0])?.bits).toBe(4)
    expect(changed.refs[0]).toBe(TREE.refs[0])
    expect(changed.hash()).not.toEqual(TREE.hash())
    expect(readBagOfCells(writeBagOfCells(changed)).hash()).toEqual(changed.hash())
  })

  it('adds and removes references', () => {
    const added = withCellAt(TREE, [0], withEmptyRef(leaf(2)))
    expect(cellAt(added, [0, 0])?.hash()).toEqual(emptyCell().hash())
    expect(withCellAt(added, [0], withoutRef(cellAt(added, [0]) ?? TREE, 0)).hash()).toEqual(TREE.hash())
  })

  it('does not change what is below an exotic cell', () => {
    const child = leaf(7)
    const hash = child.hash()
    const data = Uint8Array.of(3, ...hash, 0, 0)
    const proof = new CellWriter().bytes(data).ref(child).cell()
    const bag = writeBagOfCells(proof)
    // The descriptor of the root, the first byte behind the header, marks it as exotic.
    const at = bag.findIndex((byte, i) => byte === 1 && bag[i + 1] === data.length * 2)
    bag[at] = 9
    const root = readBagOfCells(bag)
    expect(root.exotic).toBe(3)
    expect([isEditable(root, []), isEditable(root, [0])]).toEqual([true, false])
    expect(() => withCellAt(root, [0], leaf(1))).toThrow(RangeError)
  })

  it('rejects a path that does not exist', () => {
    expect(cellAt(TREE, [3])).toBeUndefined()
    expect(() => withCellAt(TREE, [3], leaf(1))).toThrow(RangeError)
  })
})
