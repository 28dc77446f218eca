import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { CodeBlockJson } from '#shared/schema/disassembly.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { cellDifference } from '../../../../src-renderer/decode/cellDifference.ts'
import { codeLines } from '../../../../src-renderer/decode/codeLines.ts'
import { contractExitText } from '../../../../src-renderer/decode/contractExitCodes.ts'
import { outActions } from '../../../../src-renderer/decode/outActions.ts'
import { readStackText } from '../../../../src-renderer/decode/stackText.ts'

function cellOf(builder: ReturnType<typeof beginCell>) {
  return readBagOfCells(builder.endCell().toBoc())
}

const BLOCKS: readonly CodeBlockJson[] = [
  {
    cell: 'aa',
    offset: 0,
    bits: 40,
    instructions: [
      { offset: 0, text: 'SETCP 0' },
      {
        offset: 16,
        text: 'DICTPUSHCONST 19',
        blocks: [
          { block: 1, method_id: 0, method: 'recv_internal' },
          { block: 1, method_id: 77 },
        ],
      },
    ],
  },
  { cell: 'bb', offset: 7, bits: 8, instructions: [{ offset: 7, text: 'DROP' }] },
]

describe('the lines of a code', () => {
  const code = codeLines({ blocks: BLOCKS })

  it('list a block where it is first referred to, and refer to it later', () => {
    expect(code.lines.map(({ text, depth, kind }) => `${'  '.repeat(depth)}${text} (${kind})`)).toEqual([
      'SETCP 0 (instruction)',
      'DICTPUSHCONST 19 (instruction)',
      '  recv_internal (label)',
      '    DROP (instruction)',
      '  method 77 (label)',
      '    as from line 4 (repeat)',
    ])
    expect(code.methods).toEqual([
      { name: 'recv_internal', line: 2 },
      { name: 'method 77', line: 4 },
    ])
  })

  it('are found by cell and offset, also at the end of a block', () => {
    expect(code.lineOf('aa', 16)).toBe(1)
    expect(code.lineOf('bb', 7)).toBe(3)
    expect(code.lineOf('bb', 15)).toBe(3)
    expect(code.lineOf('cc', 0)).toBeUndefined()
  })
})

describe('values of the log', () => {
  it.each([
    ['-5', { kind: 'number', value: -5n }],
    ['(null)', { kind: 'null' }],
    ['C{B5EE9C7201}', { kind: 'cell', boc: 'B5EE9C7201' }],
    ['CS{B5EE9C7201}', { kind: 'slice', boc: 'B5EE9C7201' }],
    ['BC{B5EE9C7201}', { kind: 'builder', boc: 'B5EE9C7201' }],
    ['Cont{vmc_std}', { kind: 'continuation', name: 'vmc_std' }],
    ['(1 (2 3) C{B5EE9C7201})', { kind: 'tuple', items: ['1', '(2 3)', 'C{B5EE9C7201}'] }],
    ['C{B5EE9C72…', { kind: 'other', text: 'C{B5EE9C72…' }],
  ])('reads %s', (text, value) => {
    expect(readStackText(text)).toEqual(value)
  })
})

describe('the difference of two trees of cells', () => {
  it('lists cells that were changed, added and removed, without equal ones', () => {
    const kept = beginCell().storeUint(1, 8)
    const before = cellOf(beginCell().storeUint(5, 8).storeRef(kept).storeRef(beginCell().storeUint(2, 8)))
    const after = cellOf(
      beginCell()
        .storeUint(6, 8)
        .storeRef(kept)
        .storeRef(beginCell().storeUint(2, 8).storeRef(beginCell().storeUint(9, 8))),
    )
    const there = cellDifference(before, after)
    expect(there.cells.map(({ path }) => path)).toEqual(['root', '1.0'])
    expect(there).toMatchObject({ changed: 1, added: 1, removed: 0, equal: 1, isWhole: true })
    expect(cellDifference(after, before)).toMatchObject({ changed: 1, added: 0, removed: 1 })
    expect(cellDifference(after, after).cells).toEqual([])
  })

  it('ends at a bound where trees differ without end', () => {
    let deep = beginCell().storeUint(1, 8).endCell()
    for (let i = 0; i < 20; i++) deep = beginCell().storeUint(i, 8).storeRef(deep).storeRef(deep).endCell()
    expect(cellDifference(undefined, readBagOfCells(deep.toBoc()))).toMatchObject({ isWhole: false })
  })
})

describe('output actions', () => {
  it('are in the order of their execution', () => {
    const first = beginCell().storeUint(0x36e6b809, 32).storeUint(4, 8).storeRef(beginCell())
    const second = beginCell().storeUint(0x0ec3c86d, 32).storeUint(64, 8)
    const list = cellOf(second.storeRef(first).storeRef(beginCell().storeUint(1, 8)))
    expect(outActions(list).map(({ name, mode }) => [name, mode])).toEqual([
      ['Reserve balance', 4],
      ['Send message', 64],
    ])
  })
})

describe('exit codes', () => {
  it('have the words of the TVM where the contract is unknown', () => {
    expect(contractExitText(9, undefined)).toBe('cell underflow')
    expect(contractExitText(706, cellOf(beginCell().storeUint(1, 8)))).toBe("the contract's own code")
  })
})
