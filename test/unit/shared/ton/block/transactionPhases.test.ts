import { type Builder, beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { loadBouncePhase, loadComputePhase, PhaseFormatError } from '#shared/ton/block/transactionPhases.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellReader } from '#shared/ton/cells/cellReader.ts'

/** The same cell as a Slice of @ton/core and as a CellReader. */
const slicesOf = (builder: Builder) => {
  const cell = builder.endCell()
  return [cell.beginParse(), new CellReader(readBagOfCells(cell.toBoc()))]
}

describe('phases of a transaction', () => {
  it('are the same from a Slice and from a CellReader', () => {
    const bounce = beginCell()
      .storeBit(true)
      .storeVarUint(2, 3)
      .storeVarUint(300, 3)
      .storeCoins(5)
      .storeCoins(1n << 90n)
    for (const slice of slicesOf(bounce)) {
      expect(loadBouncePhase(slice)).toEqual({
        type: 'ok',
        msgSize: { cells: 2n, bits: 300n },
        msgFees: 5n,
        fwdFees: 1n << 90n,
      })
    }
  })

  it('have no skip reason with the tag 111', () => {
    const noReference = () => {
      throw new Error('a skipped phase has no reference')
    }
    const skipped = (tag: number) => slicesOf(beginCell().storeBit(false).storeUint(tag, 3))
    for (const slice of skipped(0b110)) {
      expect(loadComputePhase(slice, noReference)).toEqual({ type: 'skipped', reason: 'suspended' })
    }
    for (const slice of skipped(0b111)) {
      expect(() => loadComputePhase(slice, noReference)).toThrow(PhaseFormatError)
    }
  })
})
