import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountPrefix,
  FULL_SHARD,
  isShard,
  isShardAncestor,
  shardChild,
  shardContainsPrefix,
  shardFromSigned,
  shardParent,
  shardPrefixLength,
  shardSibling,
  shardsIntersect,
  shardToHex,
  shardToSigned,
} from '../../../../src-shared/ton/shard.ts'

/** A shard by its prefix bits. */
const shard = fc
  .array(fc.constantFrom<'left' | 'right'>('left', 'right'), { maxLength: 60 })
  .map((sides) => sides.reduce(shardChild, FULL_SHARD))
const prefix = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn })

describe('shards', () => {
  it('split 8000… into 4000… and c000…, and those further', () => {
    const left = shardChild(FULL_SHARD, 'left')
    const right = shardChild(FULL_SHARD, 'right')
    expect(
      [left, right, shardChild(left, 'right'), shardParent(left), shardParent(right)].map(shardToHex),
    ).toEqual([
      '4000000000000000',
      'c000000000000000',
      '6000000000000000',
      '8000000000000000',
      '8000000000000000',
    ])
  })

  it('format the full shard like TL and v2', () => {
    expect(shardToSigned(FULL_SHARD)).toBe(-9223372036854775808n)
    expect(shardFromSigned(-9223372036854775808n)).toBe(FULL_SHARD)
    expect(shardFromSigned(FULL_SHARD)).toBe(FULL_SHARD)
  })

  it('exclude numbers that are not a shard', () => {
    expect([0n, 1n, 4n, 8n, FULL_SHARD, 1n << 64n].map(isShard)).toEqual([
      false,
      false,
      false,
      true,
      true,
      false,
    ])
  })

  it('use the first 64 bits of an account', () => {
    expect(accountPrefix(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x0001020304050607n)
  })

  it('cover every account by exactly one child', () => {
    fc.assert(
      fc.property(shard, prefix, (parent, account) => {
        fc.pre(shardPrefixLength(parent) < 60)
        const children = [shardChild(parent, 'left'), shardChild(parent, 'right')]
        const covering = children.filter((child) => shardContainsPrefix(child, account))
        expect(covering.length).toBe(shardContainsPrefix(parent, account) ? 1 : 0)
        expect(children.map(shardSibling)).toEqual(children.toReversed())
        for (const child of children) {
          expect(shardParent(child)).toBe(parent)
          expect(isShardAncestor(parent, child)).toBe(true)
          expect(isShardAncestor(child, parent)).toBe(false)
          expect(shardsIntersect(child, parent)).toBe(true)
          expect(shardPrefixLength(child)).toBe(shardPrefixLength(parent) + 1)
        }
        expect(shardsIntersect(children[0] as bigint, children[1] as bigint)).toBe(false)
      }),
    )
  })
})
