import { beginCell, Cell, Dictionary } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type HashmapCodec,
  HashmapE,
  loadHashmap,
  storeHashmap,
} from '../../../../src-main/chain/hashmap/hashmap.ts'
import {
  type AugCodec,
  HashmapAugE,
  loadHashmapAug,
  loadHashmapAugE,
  storeHashmapAug,
  storeHashmapAugE,
} from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint, uintOfKey } from '../../../../src-main/chain/hashmap/key.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'

/** Values are 32-bit numbers, the extra is their sum. */
const sums = (keyBits: number): AugCodec<number, bigint> => ({
  type: `Sums${keyBits}`,
  keyBits,
  loadValue: (slice) => slice.loadUint(32),
  storeValue: (value) => (builder) => void builder.storeUint(value, 32),
  loadExtra: (slice) => slice.loadUintBig(64),
  storeExtra: (extra) => (builder) => void builder.storeUint(extra, 64),
  extraOf: (value) => BigInt(value),
  combine: (left, right) => left + right,
  emptyExtra: 0n,
})
const SUMS16 = sums(16)
const key16 = (value: number) => keyOfUint(value, 16)

const numbers = (keyBits: number): HashmapCodec<number> => ({
  type: `Numbers${keyBits}`,
  keyBits,
  loadValue: (slice) => slice.loadUint(32),
  storeValue: (value) => (builder) => void builder.storeUint(value, 32),
})

const prune = (cell: Cell) =>
  beginCell()
    .storeUint(1, 8)
    .storeUint(1, 8)
    .storeBuffer(cell.hash(0))
    .storeUint(cell.depth(0), 16)
    .endCell({ exotic: true })

const of = (...keys: number[]) =>
  HashmapAugE.from(
    SUMS16,
    keys.map((key) => ({ key: key16(key), value: key * 10 })),
  )
const rootHash = (map: { root: Cell | null }) => map.root?.hash().toString('hex')
const keysOf = (map: { keys(range?: object): Iterable<Buffer> }, range?: object) =>
  [...map.keys(range)].map((key) => Number(uintOfKey(key, 16)))

describe('HashmapAugE', () => {
  test('has no root and the empty extra if it is empty', () => {
    const cell = beginCell()
      .store(storeHashmapAugE(HashmapAugE.empty(SUMS16)))
      .endCell()
    expect(cell.bits.toString()).toBe(beginCell().storeUint(0, 65).endCell().bits.toString())
    const map = loadHashmapAugE(cell.beginParse(), SUMS16)
    expect([map.isEmpty, map.extra, map.get(key16(1)), map.first(), map.count()]).toEqual([
      true,
      0n,
      undefined,
      undefined,
      0,
    ])
  })

  test('finds values by key and has the extra of the whole dictionary', () => {
    const map = of(1, 2, 500)
    expect(map.get(key16(2))).toBe(20)
    expect(map.entry(key16(500))).toEqual({ key: key16(500), value: 5000, extra: 5000n })
    expect(map.get(key16(3))).toBeUndefined()
    expect(map.extra).toBe(5030n)
    expect([map.has(key16(1)), map.has(key16(0))]).toEqual([true, false])
  })

  test('walks in the order of keys, from any start, in both directions', () => {
    const map = of(1, 2, 500, 65535)
    expect(keysOf(map)).toEqual([1, 2, 500, 65535])
    expect(keysOf(map, { reverse: true })).toEqual([65535, 500, 2, 1])
    expect(keysOf(map, { from: key16(2) })).toEqual([2, 500, 65535])
    expect(keysOf(map, { from: key16(2), after: true })).toEqual([500, 65535])
    expect(keysOf(map, { from: key16(400), reverse: true })).toEqual([2, 1])
    expect(map.first()?.value).toBe(10)
    expect(map.last()?.value).toBe(655350)
    expect(map.first({ from: key16(3) })?.value).toBe(5000)
  })

  test('counts up to a limit', () => {
    expect([of(1, 2, 3).count(), of(1, 2, 3).count(2)]).toEqual([3, 2])
  })

  test('opens only the path of a change and shares every other cell', () => {
    const map = of(...Array.from({ length: 256 }, (_, i) => i * 256))
    const opened: Cell[] = []
    const changed = map.watched((cell) => opened.push(cell)).set(key16(0), 7)
    // Eight forks, the leaf, and at every fork the sibling whose extra is added.
    expect(opened.length).toBe(17)
    expect(changed.extra).toBe(map.extra + 7n)
    expect(changed.root?.refs[1]).toBe(map.root?.refs[1])
  })

  test('returns itself when an unknown key is deleted, and an empty dictionary after the last entry', () => {
    const map = of(9)
    expect(map.delete(key16(8))).toBe(map)
    expect(map.delete(key16(9)).root).toBeNull()
    expect(map.delete(key16(9)).extra).toBe(0n)
  })

  test('rejects keys of another length, and entries out of order', () => {
    expect(() => of(1).get(Buffer.alloc(3))).toThrow(RangeError)
    expect(() => of(2, 1)).toThrow(RangeError)
    expect(() => of(1, 1)).toThrow(RangeError)
  })

  test('writes and combines an explicit extra instead of the computed one', () => {
    const map = of(1).set(key16(2), 20, 1000n)
    expect(map.extra).toBe(1010n)
    expect(map.entry(key16(2))).toEqual({ key: key16(2), value: 20, extra: 1000n })
  })

  test('throws PrunedBranchError with the bits that lead to a pruned branch', () => {
    const map = of(1, 2, 0x8000)
    const root = map.root as Cell
    const [left, right] = root.refs as [Cell, Cell]
    const pruned = new Cell({ bits: root.bits, refs: [left, prune(right)] })
    const proof = new HashmapAugE(SUMS16, pruned, map.extra)
    expect(proof.get(key16(2))).toBe(20)
    expect(() => proof.get(key16(0x8000))).toThrow(PrunedBranchError)
    expect(() => [...proof.entries()]).toThrow(expect.objectContaining({ path: '1' }))
    expect(keysOf(proof, { skipPruned: true })).toEqual([1, 2])
    expect(() => proof.set(key16(1), 5)).toThrow(PrunedBranchError)
  })

  test('throws TlbError for malformed cells', () => {
    const bad = (cell: Cell) => () => [...new HashmapAugE(SUMS16, cell, 0n).entries()]
    expect(bad(Cell.EMPTY)).toThrow(TlbError)
    expect(bad(beginCell().storeUint(0b111, 3).endCell())).toThrow(TlbError)
    expect(bad(beginCell().storeUint(0b10, 2).storeUint(17, 5).storeUint(0, 100).endCell())).toThrow(TlbError)
    expect(bad(beginCell().storeUint(0b00, 2).endCell())).toThrow(TlbError)
    const leftOver = HashmapAugE.from({ ...SUMS16, storeValue: () => (b) => void b.storeUint(0, 33) }, [
      { key: key16(1), value: 0 },
    ])
    expect(bad(leftOver.root as Cell)).toThrow(TlbError)
  })
})

describe('loadHashmapAug', () => {
  test('reads a dictionary from the middle of a slice', () => {
    for (const map of [of(5), of(1, 2, 500)]) {
      const cell = beginCell()
        .storeUint(1, 3)
        .storeRef(Cell.EMPTY)
        .store(storeHashmapAug(map))
        .storeUint(2, 5)
        .storeRef(beginCell().storeBit(1))
        .endCell()
      const slice = cell.beginParse()
      slice.skip(3).loadRef()
      const loaded = loadHashmapAug(slice, SUMS16)
      expect(loaded.root?.hash()).toEqual(map.root?.hash())
      expect(loaded.extra).toBe(map.extra)
      expect([slice.loadUint(5), slice.loadRef().bits.length, slice.remainingBits]).toEqual([2, 1, 0])
    }
  })

  test('cannot be stored if it is empty', () => {
    expect(() => storeHashmapAug(HashmapAugE.empty(SUMS16))).toThrow(TlbError)
    expect(() => storeHashmap(new HashmapE(numbers(16)))).toThrow(TlbError)
  })
})

describe('properties', () => {
  const keyBits = fc.constantFrom(1, 7, 15, 32, 64, 96, 256, 352)
  // Few distinct high bits and runs of equal bits: long common prefixes and all three label forms.
  const keyOf = (bits: number) =>
    fc
      .tuple(fc.bigInt({ min: 0n, max: 2n ** 352n - 1n }), fc.nat(352), fc.boolean())
      .map(([random, shift, ones]) => {
        const low = random >> BigInt(shift)
        return keyOfUint(ones ? -1n - low : low, bits)
      })
  const steps = keyBits.chain((bits) =>
    fc.tuple(
      fc.constant(bits),
      fc.array(fc.tuple(keyOf(bits), fc.option(fc.nat(2 ** 32 - 1), { freq: 3 })), { maxLength: 40 }),
      keyOf(bits),
    ),
  )

  test('set and delete in any order agree with a sorted map, with a bulk build and with @ton/core', () => {
    fc.assert(
      fc.property(steps, ([bits, changes, probe]) => {
        const codec = sums(bits)
        const model = new Map<string, number>()
        let aug = HashmapAugE.empty(codec)
        let plain = new HashmapE(numbers(bits))
        for (const [key, value] of changes) {
          if (value === null) model.delete(key.toString('hex'))
          else model.set(key.toString('hex'), value)
          aug = value === null ? aug.delete(key) : aug.set(key, value)
          plain = value === null ? plain.delete(key) : plain.set(key, value)
        }
        const sorted = [...model]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, value]) => ({ key: Buffer.from(key, 'hex'), value }))

        expect([...plain.entries()]).toEqual(sorted)
        expect([...aug.entries()]).toEqual(sorted.map((entry) => ({ ...entry, extra: BigInt(entry.value) })))
        expect(aug.extra).toBe(sorted.reduce((sum, { value }) => sum + BigInt(value), 0n))
        expect(aug.count()).toBe(sorted.length)
        expect(rootHash(HashmapAugE.from(codec, sorted))).toBe(rootHash(aug))
        expect(rootHash(HashmapE.from(numbers(bits), sorted))).toBe(rootHash(plain))

        const reference = Dictionary.empty(Dictionary.Keys.BigUint(bits), Dictionary.Values.Uint(32))
        for (const { key, value } of sorted) reference.set(uintOfKey(key, bits), value)
        expect(rootHash(plain)).toBe(
          beginCell().storeDict(reference).endCell().refs[0]?.hash().toString('hex'),
        )

        const above = sorted.filter(({ key }) => key.compare(probe) >= 0)
        const below = sorted.filter(({ key }) => key.compare(probe) < 0).reverse()
        expect([...plain.entries({ from: probe })]).toEqual(above)
        expect([...plain.entries({ from: probe, reverse: true, after: true })]).toEqual(below)
        expect(plain.get(probe)).toBe(above[0]?.key.equals(probe) ? above[0].value : undefined)

        if (plain.root) {
          const inline = beginCell().store(storeHashmap(plain)).endCell().beginParse()
          expect(loadHashmap(inline, numbers(bits)).root?.hash()).toEqual(plain.root.hash())
        }
        const stored = beginCell().store(storeHashmapAugE(aug)).endCell()
        const loaded = loadHashmapAugE(stored.beginParse(), codec)
        expect([rootHash(loaded), loaded.extra]).toEqual([rootHash(aug), aug.extra])
      }),
      { numRuns: 150 },
    )
  })
})
