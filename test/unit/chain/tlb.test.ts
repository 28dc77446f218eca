import { beginCell, type Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { loadTag, openCell, PrunedBranchError, parseCell, TlbError } from '../../../src-main/chain/tlb.ts'

const data = beginCell().storeUint(5, 8).endCell()
const exotic = (kind: number) =>
  kind === 1
    ? beginCell().storeUint(0x0101, 16).storeBuffer(data.hash()).storeUint(0, 16).endCell({ exotic: true })
    : beginCell().storeUint(2, 8).storeBuffer(data.hash()).endCell({ exotic: true })
const byte = (cell: Cell) => parseCell(cell, 'Byte', (slice) => slice.loadUint(8))

describe('parseCell', () => {
  test('reads a cell to its end', () => {
    expect(byte(data)).toBe(5)
  })

  test('reports missing data, surplus data, exotic cells and pruned cells', () => {
    expect(() => byte(beginCell().endCell())).toThrow(TlbError)
    expect(() => byte(beginCell().storeUint(0, 9).endCell())).toThrow(
      'Byte: 1 bits and 0 references left over',
    )
    expect(() => byte(exotic(2))).toThrow(TlbError)
    expect(() => byte(exotic(1))).toThrow(PrunedBranchError)
    expect(() => openCell(exotic(1), 'Byte')).toThrow(expect.objectContaining({ type: 'Byte', path: '' }))
  })

  test('keeps the cause of a foreign error', () => {
    const cause = new Error('no')
    const failing = () =>
      parseCell(data, 'Byte', () => {
        throw cause
      })
    expect(failing).toThrow(expect.objectContaining({ name: 'TlbError', message: 'Byte: no', cause }))
  })
})

test('loadTag rejects another constructor', () => {
  expect(() => loadTag(data.beginParse(), 'Six', 6, 8)).toThrow('Six: unknown constructor #5')
})
