import { beginCell, Cell as CoreCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'

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

  it('contains equal cells once, and more than 255 cells', () => {
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
