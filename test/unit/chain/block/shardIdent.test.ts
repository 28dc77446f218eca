import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShardIdent, storeShardIdent } from '../../../../src-main/chain/block/shardIdent.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'

const roundTrip = (ident: { workchain: number; shard: bigint }) =>
  loadShardIdent(beginCell().store(storeShardIdent(ident)).endCell().beginParse())

describe('loadShardIdent', () => {
  test('combines the prefix and its length in a number with a tag bit', () => {
    const cell = beginCell().storeUint(2, 8).storeInt(-1, 32).storeUint(0x4000_0000_0000_0000n, 64).endCell()
    expect(loadShardIdent(cell.beginParse())).toEqual({ workchain: -1, shard: 0x6000_0000_0000_0000n })
  })

  test('rejects bits beyond the prefix and prefixes over 60 bits', () => {
    const beyond = beginCell().storeUint(1, 8).storeInt(0, 32).storeUint(0x2000_0000_0000_0000n, 64).endCell()
    const long = beginCell().storeUint(61, 8).storeInt(0, 32).storeUint(0, 64).endCell()
    expect(() => loadShardIdent(beyond.beginParse())).toThrow(TlbError)
    expect(() => loadShardIdent(long.beginParse())).toThrow(TlbError)
  })

  test('accepts a tag bit in the prefix, as in basechain zero states, and keeps it', () => {
    const cell = beginCell().storeUint(0, 8).storeInt(0, 32).storeUint(0x8000_0000_0000_0000n, 64).endCell()
    const ident = { workchain: 0, shard: 0x8000_0000_0000_0000n, tagInPrefix: true } as const
    expect(loadShardIdent(cell.beginParse())).toEqual(ident)
    expect(beginCell().store(storeShardIdent(ident)).endCell().equals(cell)).toBe(true)
  })

  test('reads every shard that storeShardIdent writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        fc.integer({ min: 0, max: 60 }),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (workchain, length, bits) => {
          const tag = 1n << BigInt(63 - length)
          const shard = (bits & ~((tag << 1n) - 1n) & (2n ** 64n - 1n)) | tag
          expect(roundTrip({ workchain, shard })).toEqual({ workchain, shard })
        },
      ),
    )
  })
})

describe('storeShardIdent', () => {
  test('rejects a number that is not a shard', () => {
    expect(() => storeShardIdent({ workchain: 0, shard: 0n })).toThrow(TlbError)
    expect(() => storeShardIdent({ workchain: 0, shard: 1n })).toThrow(TlbError)
  })
})
