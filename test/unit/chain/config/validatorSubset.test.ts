import { createHash } from 'node:crypto'
import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FULL_SHARD, shardChild } from '#shared/ton/shard.ts'
import { DEFAULT_CATCHAIN_CONFIG } from '../../../../src-main/chain/config/catchainConfig.ts'
import {
  loadValidatorSet,
  storeValidatorSet,
  type ValidatorSet,
  validatorNodeId,
} from '../../../../src-main/chain/config/validatorSet.ts'
import { validatorListHashShort, validatorSubset } from '../../../../src-main/chain/config/validatorSubset.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'

const setOf = (weights: readonly bigint[], main = weights.length): ValidatorSet => ({
  kind: 'ext',
  utimeSince: 0,
  utimeUntil: 1,
  main,
  totalWeight: weights.reduce((sum, weight) => sum + weight, 0n),
  list: weights.map((weight, index) => ({
    publicKey: Buffer.alloc(32, index),
    weight,
    adnlAddr: Buffer.alloc(32, index + 100),
  })),
})
const numbers = (list: readonly { publicKey: Buffer }[]) => list.map(({ publicKey }) => publicKey[0])
const masterchain = (catchainSeqno: number) => ({ workchain: -1, shard: FULL_SHARD, catchainSeqno })
const left = (catchainSeqno: number) => ({
  workchain: 0,
  shard: shardChild(FULL_SHARD, 'left'),
  catchainSeqno,
})

describe('validatorSubset', () => {
  const ten = setOf(Array(10).fill(5n), 6)

  test('returns the first validators of the set for the masterchain', () => {
    expect(numbers(validatorSubset(ten, DEFAULT_CATCHAIN_CONFIG, masterchain(7)))).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('returns the same validators in another order for each session if they are shuffled', () => {
    const config = { ...DEFAULT_CATCHAIN_CONFIG, shuffleMcValidators: true }
    const orders = [1, 2, 3, 4].map((seqno) => numbers(validatorSubset(ten, config, masterchain(seqno))))
    for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    expect(new Set(orders.map(String)).size).toBe(4)
  })

  test('returns distinct validators of weight 1 for a shard, at most as many as the set has', () => {
    const weights = fc.array(fc.bigInt({ min: 1n, max: 2n ** 58n }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(weights, fc.nat(2 ** 32 - 1), (list, seqno) => {
        const group = validatorSubset(setOf(list), DEFAULT_CATCHAIN_CONFIG, left(seqno))
        expect(group.length).toBe(Math.min(7, list.length))
        expect(new Set(numbers(group)).size).toBe(group.length)
        expect(group.every(({ weight }) => weight === 1n)).toBe(true)
      }),
    )
  })

  test('draws validators by weight', () => {
    const heavy = setOf([1n, 10n ** 12n, 1n])
    const config = { ...DEFAULT_CATCHAIN_CONFIG, shardValidatorsNum: 1 }
    for (let seqno = 0; seqno < 50; seqno++) {
      expect(numbers(validatorSubset(heavy, config, left(seqno)))).toEqual([1])
    }
  })
})

test('validatorListHashShort depends on session, order, weights and addresses', () => {
  const { list } = setOf([1n, 2n])
  const variants = [
    validatorListHashShort(1, list),
    validatorListHashShort(2, list),
    validatorListHashShort(1, list.toReversed()),
    validatorListHashShort(
      1,
      list.map((it) => ({ ...it, weight: 1n })),
    ),
    validatorListHashShort(
      1,
      list.map((it) => ({ ...it, adnlAddr: undefined })),
    ),
  ]
  expect(new Set(variants).size).toBe(5)
})

test('validatorNodeId is the SHA-256 of the boxed key', () => {
  const key = Buffer.alloc(32, 5)
  const boxed = Buffer.concat([Buffer.from([0xc6, 0xb4, 0x13, 0x48]), key])
  expect(validatorNodeId(key)).toEqual(createHash('sha256').update(boxed).digest())
})

describe('loadValidatorSet', () => {
  const stored = (set: ValidatorSet) => beginCell().store(storeValidatorSet(set)).endCell().beginParse()

  test('rejects a wrong total weight and a wrong number of main validators', () => {
    expect(() => loadValidatorSet(stored({ ...setOf([1n, 2n]), totalWeight: 4n }))).toThrow(TlbError)
    expect(() => loadValidatorSet(stored(setOf([1n, 2n], 3)))).toThrow(TlbError)
    expect(() => loadValidatorSet(stored(setOf([1n, 2n], 0)))).toThrow(TlbError)
  })
})
