import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { usesPrevBlocks } from '../../../src-main/tvm/usesPrevBlocks.ts'

const code = (hex: string, ...refs: Cell[]) => {
  const builder = beginCell().storeBuffer(Buffer.from(hex, 'hex'))
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}

describe('asksForBlocks', () => {
  it.each([
    ['PREVMCBLOCKS', code('f83400')],
    ['PREVKEYBLOCK behind something', code('ff0030f83401')],
    ['GETPARAM 13 in a child', code('ff00', code('00'), code('f82d'))],
    ['GETPARAM with a long number', code('f8810d')],
    ['not on a byte', beginCell().storeUint(5, 3).storeUint(0xf834, 16).endCell()],
    ['a library', beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32)).endCell({ exotic: true })],
  ] as const)('returns true for %s', (_name, cell) => {
    expect(usesPrevBlocks(cell)).toBe(true)
  })

  it.each([
    ['nothing', beginCell().endCell()],
    ['NOW and RANDSEED', code('f823f826')],
    ['the halves in two cells', code('f8', code('34'))],
  ] as const)('returns false for %s', (_name, cell) => {
    expect(usesPrevBlocks(cell)).toBe(false)
  })
})
