import { beginCell, Cell, type CurrencyCollection } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCurrencies,
  loadCurrencies,
  NO_CURRENCIES,
  noExtraCurrencies,
  sameCurrencies,
  storeCurrencies,
  subtractCurrencies,
} from '../../../../src-main/chain/state/currencies.ts'
import { PrunedBranchError } from '../../../../src-main/chain/tlb.ts'

type Plain = { readonly coins: bigint; readonly other: Record<number, bigint> }

/** As callers write them. */
const written = ({ coins, other }: Plain): CurrencyCollection => {
  const dictionary = noExtraCurrencies()
  for (const [id, amount] of Object.entries(other)) dictionary.set(Number(id), amount)
  return dictionary.size > 0 ? { coins, other: dictionary } : { coins }
}
const cellOf = (value: CurrencyCollection) => beginCell().store(storeCurrencies(value)).endCell()
/** As they come out of a cell. */
const read = (value: Plain) => loadCurrencies(cellOf(written(value)).beginParse())
const plain = (value: CurrencyCollection): Plain => ({
  coins: value.coins,
  other: Object.fromEntries(value.other ?? []),
})

const amounts = fc.record({
  coins: fc.bigInt({ min: 0n, max: 2n ** 119n }),
  other: fc.dictionary(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(String),
    fc.bigInt({ min: 1n, max: 2n ** 247n }),
    { maxKeys: 4 },
  ),
}) as fc.Arbitrary<Plain>

describe('loadCurrencies', () => {
  test('reads the stored amounts', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        expect(plain(read(value))).toEqual(plain(written(value)))
        expect(cellOf(read(value)).equals(cellOf(written(value)))).toBe(true)
        expect(sameCurrencies(read(value), written(value))).toBe(true)
      }),
    )
  })

  test('returns a plain object without extra currencies', () => {
    expect(read({ coins: 7n, other: {} })).toEqual({ coins: 7n })
  })
})

describe('addCurrencies and subtractCurrencies', () => {
  test('compute by currency for written and read collections', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const ids = new Set([...Object.keys(a.other), ...Object.keys(b.other)].map(Number))
        const other = Object.fromEntries(
          [...ids].map((id) => [id, (a.other[id] ?? 0n) + (b.other[id] ?? 0n)]),
        )
        const sum = addCurrencies(read(a), written(b))
        expect(plain(sum)).toEqual({ coins: a.coins + b.coins, other })
        expect(plain(subtractCurrencies(sum, read(b)) ?? NO_CURRENCIES)).toEqual(plain(written(a)))
      }),
    )
  })

  test('return undefined for a difference below zero', () => {
    const some = read({ coins: 5n, other: { 1: 2n } })
    expect(subtractCurrencies(some, { coins: 6n })).toBeUndefined()
    expect(subtractCurrencies(some, written({ coins: 0n, other: { 1: 3n } }))).toBeUndefined()
    expect(subtractCurrencies(some, written({ coins: 0n, other: { 2: 1n } }))).toBeUndefined()
    expect(subtractCurrencies(some, some)).toEqual({ coins: 0n })
  })

  test('keep the pruned branches of one side in a sum', () => {
    const whole = cellOf(written({ coins: 1n, other: { 1: 10n, 2147483648: 20n } }))
    const root = whole.refs[0] as Cell
    const pruned = (cell: Cell) =>
      beginCell().storeUint(0x0101, 16).storeBuffer(cell.hash()).storeUint(0, 16).endCell({ exotic: true })
    const other = new Cell({ bits: root.bits, refs: [root.refs[0] as Cell, pruned(root.refs[1] as Cell)] })
    const shown = loadCurrencies(new Cell({ bits: whole.bits, refs: [other] }).beginParse())

    expect(() => shown.other).toThrow(PrunedBranchError)
    const sum = cellOf(addCurrencies(shown, written({ coins: 2n, other: { 1: 5n } })))
    expect(sum.hash(0)).toEqual(cellOf(written({ coins: 3n, other: { 1: 15n, 2147483648: 20n } })).hash())
    expect(() => addCurrencies(shown, written({ coins: 0n, other: { 2147483648: 1n } }))).toThrow(
      PrunedBranchError,
    )
  })
})
