import type { Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AugCodec, HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyBit, keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'

/** Values are 32-bit numbers, the extra is the least of them. */
const LEAST16: AugCodec<number, number> = {
  type: 'Least',
  keyBits: 16,
  loadValue: (slice) => slice.loadUint(32),
  storeValue: (value) => (builder) => void builder.storeUint(value, 32),
  loadExtra: (slice) => slice.loadUint(32),
  storeExtra: (extra) => (builder) => void builder.storeUint(extra, 32),
  extraOf: (value) => value,
  combine: Math.min,
  emptyExtra: 0,
}

type Entry = { readonly key: Buffer; readonly value: number }

const entries = fc
  .uniqueArray(fc.record({ key: fc.nat(0xffff), value: fc.nat(50) }), {
    selector: ({ key }) => key,
    maxLength: 40,
  })
  .map((items) =>
    items
      .map(({ key, value }): Entry => ({ key: keyOfUint(key, 16), value }))
      .sort((a, b) => a.key.compare(b.key)),
  )
const prefix = fc.record({ key: fc.nat(0xffff).map((key) => keyOfUint(key, 16)), bits: fc.nat(16) })
const begins = (key: Buffer, { key: start, bits }: { key: Buffer; bits: number }) =>
  Array.from({ length: bits }, (_, bit) => bit).every((bit) => keyBit(key, bit) === keyBit(start, bit))
const of = (items: readonly Entry[]) => HashmapAugE.from(LEAST16, items)
const same = (a: HashmapAugE<number, number>, b: HashmapAugE<number, number>) => {
  expect([a.root?.hash().toString('hex'), a.extra]).toEqual([b.root?.hash().toString('hex'), b.extra])
}

describe('HashmapAugE', () => {
  it('returns the entries of a prefix', () => {
    fc.assert(
      fc.property(entries, prefix, (items, within) => {
        same(of(items).cut(within), of(items.filter(({ key }) => begins(key, within))))
      }),
      { numRuns: 300 },
    )
  })

  it('merges two dictionaries with any keys', () => {
    fc.assert(
      fc.property(entries, fc.infiniteStream(fc.boolean()), (items, sides) => {
        const ours: Entry[] = []
        const theirs: Entry[] = []
        for (const item of items) (sides.next().value ? ours : theirs).push(item)
        same(of(ours).merge(of(theirs)), of(items))
      }),
      { numRuns: 300 },
    )
  })

  it('merges the parts of a cut dictionary, and rejects a common key', () => {
    const items = [1, 5, 0x8000, 0x8001].map((key) => ({ key: keyOfUint(key, 16), value: key }))
    const half = (bit: number) => of(items).cut({ key: keyOfUint(bit << 15, 16), bits: 1 })
    same(half(0).merge(half(1)), of(items))
    expect(() => of(items).merge(half(1))).toThrow(TlbError)
  })

  it('yields the entries of a prefix by ascending extra', () => {
    fc.assert(
      fc.property(entries, prefix, (items, within) => {
        const found = [...of(items).ascending((a, b) => a - b, within)]
        const expected = items.filter(({ key }) => begins(key, within))
        expect(found.map(({ value }) => value)).toEqual(
          expected.map(({ value }) => value).sort((a, b) => a - b),
        )
        const byKey = found.map(({ key, value }) => ({ key, value })).sort((a, b) => a.key.compare(b.key))
        expect(byKey).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('opens only the path to the first entry', () => {
    const items = Array.from({ length: 4096 }, (_, index) => ({
      key: keyOfUint(index * 16, 16),
      value: 5000 - index,
    }))
    const opened = new Set<Cell>()
    const watched = of(items).watched((cell) => opened.add(cell))
    const [first] = watched.ascending((a, b) => a - b, { key: keyOfUint(0x8000, 16), bits: 1 })
    expect(first?.value).toBe(5000 - 4095)
    expect(opened.size).toBeLessThan(40)
  })
})
