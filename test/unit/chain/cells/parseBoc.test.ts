import { beginCell, Cell, CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseBoc, parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'

const small = beginCell()
  .storeUint(5, 3)
  .storeRef(beginCell().storeStringTail('hello').endCell())
  .storeRef(beginCell().storeUint(0xffffffff, 32).endCell())
  .endCell()

describe('parseBocRoot', () => {
  it('yields what @ton/core takes for its own Cell', () => {
    const cell = parseBocRoot(small.toBoc())
    expect(cell).toBeInstanceOf(Cell)
    expect(cell.type).toBe(CellType.Ordinary)
    expect(cell.hash()).toEqual(small.hash())
    expect(cell.depth()).toBe(1)
    expect(cell.level()).toBe(0)
    expect(cell.isExotic).toBe(false)
    expect(cell.bits.equals(small.bits)).toBe(true)
    expect(cell.equals(small)).toBe(true)
    expect(cell.toString()).toBe(small.toString())
    expect(cell.toBoc()).toEqual(small.toBoc())
    expect(cell.asSlice().loadUint(3)).toBe(5)
    expect(cell.beginParse().skip(3).loadRef().beginParse().loadStringTail()).toBe('hello')
    expect(beginCell().storeRef(cell).endCell().hash()).toEqual(beginCell().storeRef(small).endCell().hash())
  })
})

describe('parseBoc', () => {
  it('refuses what is no bag of cells', () => {
    expect(() => parseBoc(Buffer.from('00000000', 'hex'))).toThrow(
      expect.objectContaining({ code: 'bad-magic' }),
    )
  })
})
