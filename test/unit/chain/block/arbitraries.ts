import {
  Address,
  BitString,
  type Builder,
  beginCell,
  Cell,
  type CurrencyCollection,
  Dictionary,
  ExternalAddress,
  type Slice,
} from '@ton/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { UncommonAddress } from '../../../../src-main/chain/block/msgAddress.ts'
import { parseCell } from '../../../../src-main/chain/tlb.ts'

// Their instances carry functions of their own, which toEqual would compare.
expect.addEqualityTesters([
  (a, b) => (a instanceof Address && b instanceof Address ? a.equals(b) : undefined),
  (a, b) => (a instanceof BitString && b instanceof BitString ? a.equals(b) : undefined),
  (a, b) => (a instanceof Cell && b instanceof Cell ? a.equals(b) : undefined),
  (a, b) =>
    a instanceof ExternalAddress && b instanceof ExternalAddress ? a.toString() === b.toString() : undefined,
])

/** Random values of the fields that block.tlb is made of, for the property tests of its codecs. */

export const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 })
export const int = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 })
export const bigUint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array))
export const hash = bytes(32)
export const coins = bigUint(120)
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** A leaf cell of any content. */
export const cell: fc.Arbitrary<Cell> = fc
  .uint8Array({ maxLength: 60 })
  .map((array) => beginCell().storeBuffer(Buffer.from(array)).endCell())

/** Coins without extra currencies, comparable with toEqual. */
export const plainCurrencies: fc.Arbitrary<CurrencyCollection> = coins.map((amount) => ({ coins: amount }))

/** Often with extra currencies, whose dictionary takes a reference. */
export const currencies: fc.Arbitrary<CurrencyCollection> = fc
  .tuple(coins, fc.uniqueArray(fc.tuple(uint(32), bigUint(248)), { maxLength: 3, selector: ([id]) => id }))
  .map(([amount, others]) => {
    if (others.length === 0) return { coins: amount }
    const other = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
    for (const [id, value] of others) other.set(id, value)
    return { coins: amount, other }
  })

const bits = (min: number, max: number) =>
  fc.tuple(fc.integer({ min, max }), bytes(64)).map(([length, buffer]) => new BitString(buffer, 0, length))

export const stdAddress = fc
  .tuple(int(8), hash)
  .map(([workchain, account]) => new Address(workchain, account))

export const uncommonAddress: fc.Arbitrary<UncommonAddress> = fc.oneof(
  fc.record({
    kind: fc.constant('std-anycast' as const),
    anycast: bits(1, 30),
    workchain: int(8),
    address: bits(256, 256),
  }),
  fc.record({
    kind: fc.constant('var' as const),
    anycast: maybe(bits(1, 30)),
    workchain: int(32),
    address: bits(0, 511),
  }),
)

export const externalAddress = fc.oneof(
  fc.constant(null),
  bits(0, 256).map((value) => {
    const number =
      value.length === 0 ? 0n : beginCell().storeBits(value).endCell().beginParse().loadUintBig(value.length)
    return new ExternalAddress(number, value.length)
  }),
)

type Load<T> = (slice: Slice) => T
type Store<T> = (value: T) => (builder: Builder) => void

const write = <T>(store: Store<T>, value: T) => beginCell().store(store(value)).endCell()

/** load(store(x)) = x for every value, and nothing is left over. */
export function expectRoundTrip<T>(values: fc.Arbitrary<T>, load: Load<T>, store: Store<T>): void {
  fc.assert(
    fc.property(values, (value) => {
      expect(parseCell(write(store, value), 'test', load)).toEqual(value)
    }),
  )
}

/**
 * store(load(cell)) = cell for the cells of every value: for types whose equal values can look different (extra
 * currencies that wait in their cell, views of bit strings).
 */
export function expectSameCells<T>(values: fc.Arbitrary<T>, load: Load<T>, store: Store<T>): void {
  fc.assert(
    fc.property(values, (value) => {
      const before = write(store, value)
      const after = write(store, parseCell(before, 'test', load))
      expect(after.hash().toString('hex')).toBe(before.hash().toString('hex'))
    }),
  )
}
