import { beginCell, Dictionary } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadValueFlow, storeValueFlow } from '../../../../src-main/chain/block/valueFlow.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import { currencies, expectRoundTrip, expectSameCells, maybe, plainCurrencies } from './arbitraries.ts'

const flow = (amounts: typeof plainCurrencies) =>
  fc.record({
    fromPrevBlk: amounts,
    toNextBlk: amounts,
    imported: amounts,
    exported: amounts,
    feesCollected: amounts,
    burned: maybe(amounts),
    feesImported: amounts,
    recovered: amounts,
    created: amounts,
    minted: amounts,
  })

describe('loadValueFlow', () => {
  test('reads both versions that storeValueFlow writes', () => {
    // Four amounts share a cell, so none can have the maximum length.
    const small = plainCurrencies.map(({ coins }) => ({ coins: coins >> 8n }))
    expectRoundTrip(flow(small), loadValueFlow, storeValueFlow)
  })

  test('keeps extra currencies', () => {
    expectSameCells(flow(currencies), loadValueFlow, storeValueFlow)
  })

  test('reads the second cell after the extra currencies of fees and burned', () => {
    const other = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5)).set(239, 7n)
    const none = { coins: 0n }
    const value = {
      fromPrevBlk: none,
      toNextBlk: none,
      imported: none,
      exported: none,
      feesCollected: { coins: 1n, other },
      burned: { coins: 2n, other },
      feesImported: none,
      recovered: none,
      created: { coins: 3n },
      minted: none,
    }
    const loaded = parseCell(beginCell().store(storeValueFlow(value)).endCell(), 'ValueFlow', loadValueFlow)
    expect(loaded.created.coins).toBe(3n)
    expect(loaded.burned?.other?.get(239)).toBe(7n)
  })

  test('rejects another constructor', () => {
    const cell = beginCell().storeUint(0xb8e48dfc, 32).endCell()
    expect(() => parseCell(cell, 'ValueFlow', loadValueFlow)).toThrow(TlbError)
  })
})
