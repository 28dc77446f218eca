import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finishCell } from '../../../../src-main/chain/hashmap/finishCell.ts'

test('finishCell returns the same cell as endCell', () => {
  const child = beginCell().storeUint(7, 9).endCell()
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 1023 }), fc.integer({ min: 0, max: 4 }), (bits, refs) => {
      const builder = beginCell()
      for (const bit of bits) builder.storeBit(bit)
      for (let i = 0; i < refs; i++) builder.storeRef(child)
      const cell = finishCell(builder)
      expect(cell.hash()).toEqual(builder.endCell().hash())
      expect(cell.bits.toString()).toBe(builder.endCell().bits.toString())
      expect(cell.refs.length).toBe(refs)
    }),
  )
})
