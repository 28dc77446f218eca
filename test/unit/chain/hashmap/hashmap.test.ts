import { beginCell, type Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type HashmapCodec,
  HashmapE,
  loadHashmapE,
  storeHashmapE,
} from '../../../../src-main/chain/hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../../../../src-main/chain/hashmap/key.ts'
import { setCodec } from '../../../../src-main/chain/hashmap/setCodec.ts'
import { CellUsage } from '../../../../src-main/chain/merkle/cellUsage.ts'
import { buildMerkleProof, openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'

const NUMBERS: HashmapCodec<number> = {
  type: 'Numbers',
  keyBits: 16,
  loadValue: (slice) => slice.loadUint(32),
  storeValue: (value) => (builder) => {
    builder.storeUint(value, 32)
  },
}
const key = (value: number) => keyOfUint(value, 16)
const of = (entries: Iterable<readonly [number, number]>) =>
  HashmapE.from(
    NUMBERS,
    [...new Map(entries)].sort(([a], [b]) => a - b).map(([k, value]) => ({ key: key(k), value })),
  )
const range = (count: number, step = 1) => of(Array.from({ length: count }, (_, i) => [i * step, i] as const))
const contentOf = (map: HashmapE<number>) =>
  new Map([...map.entries()].map((it) => [Number(uintOfKey(it.key, 16)), it.value]))
const hashOf = (map: HashmapE<number>) => map.root?.hash().toString('hex')

describe('HashmapE', () => {
  test('is stored after one bit', () => {
    for (const map of [new HashmapE(NUMBERS), range(3)]) {
      const stored = beginCell().store(storeHashmapE(map)).endCell()
      expect([stored.bits.length, stored.refs.length]).toEqual([1, map.isEmpty ? 0 : 1])
      expect(hashOf(loadHashmapE(stored.beginParse(), NUMBERS))).toBe(hashOf(map))
    }
  })

  test('stores a set of keys with values without bits', () => {
    const set = new HashmapE(setCodec('Set', 16)).set(key(3), true).set(key(9), true)
    expect([...set.keys()]).toEqual([key(3), key(9)])
    expect([set.get(key(3)), set.get(key(4))]).toEqual([true, undefined])
  })

  test('throws TlbError for a malformed value', () => {
    const short = new HashmapE({ ...NUMBERS, keyBits: 16, storeValue: () => () => {} }).set(key(1), 0)
    expect(() => new HashmapE(NUMBERS, short.root).get(key(1))).toThrow(TlbError)
  })
})

describe('merge', () => {
  const content = fc.array(fc.tuple(fc.nat(2 ** 16 - 1), fc.nat(1000)), { maxLength: 30 })

  test('returns the entries of both and combines those with a common key', () => {
    fc.assert(
      fc.property(content, content, fc.nat(15), (a, b, shift) => {
        // Small keys collide, large ones part early.
        const [ours, theirs] = [
          of(a.map(([k, v]) => [k >> shift, v])),
          of(b.map(([k, v]) => [k >> shift, v])),
        ]
        const sum = contentOf(ours)
        for (const [k, value] of contentOf(theirs)) sum.set(k, (sum.get(k) ?? 0) + value)
        expect(hashOf(ours.merge(theirs, (x, y) => x + y))).toBe(hashOf(of(sum)))
      }),
    )
  })

  test('opens only the cells where the two overlap', () => {
    const opened: Cell[] = []
    const low = of([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    const high = of([
      [0x8000, 1],
      [0x8001, 2],
      [0x8002, 3],
    ])
    low.watched((cell) => opened.push(cell)).merge(high, (x) => x)
    expect(opened).toEqual([low.root, high.root])
  })
})

describe('with a Merkle proof', () => {
  // One key alone on the right side, 200 on the left.
  const map = range(200, 7).set(key(0x8000), 1)
  const root = map.root as Cell
  const proofOf = (read: (tracked: HashmapE<number>) => unknown) => {
    const usage = new CellUsage(root)
    read(new HashmapE(NUMBERS, usage.root))
    return new HashmapE(NUMBERS, openMerkleProof(buildMerkleProof(root, usage)))
  }

  test('opens exactly the cells that a proof of a lookup needs', () => {
    const proof = proofOf((tracked) => tracked.get(key(70)))
    expect(proof.get(key(70))).toBe(10)
    expect(() => proof.get(key(7 * 150))).toThrow(PrunedBranchError)
  })

  test('proves absence and the nearest keys', () => {
    const proof = proofOf((tracked) => [tracked.get(key(71)), tracked.first({ from: key(71) })])
    expect(proof.get(key(71))).toBeUndefined()
    expect(proof.first({ from: key(71) })).toEqual({ key: key(77), value: 11 })
  })

  test('computes a changed dictionary from a proof with pruned siblings', () => {
    const proof = proofOf((tracked) => tracked.get(key(70)))
    expect(proof.set(key(70), 5).root?.hash(0)).toEqual(map.set(key(70), 5).root?.hash())
    const alone = proofOf((tracked) => tracked.get(key(0x8000)))
    expect(alone.set(key(0x8000), 5).root?.hash(0)).toEqual(map.set(key(0x8000), 5).root?.hash())
    // Without its key the right side goes, and the left one's label would have to be rewritten.
    expect(() => alone.delete(key(0x8000))).toThrow(PrunedBranchError)
  })

  test('calls the visitor of `watched` with the same cells', () => {
    const opened: Cell[] = []
    map.watched((cell) => opened.push(cell)).get(key(70))
    const usage = new CellUsage(root)
    for (const cell of opened) usage.note(cell)
    const direct = proofOf((tracked) => tracked.get(key(70)))
    expect(buildMerkleProof(root, usage).refs[0]?.hash()).toEqual(direct.root?.hash())
  })
})
