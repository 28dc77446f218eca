import { describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import {
  type Claim,
  claimsOf,
  isProcessed,
  processedInfoOf,
  withClaim,
} from '../../../../src-main/devnet/collator/processed.ts'

const hash = (byte: number) => Buffer.alloc(32, byte)
const claim = (mcSeqno: number, lastMsgLt: bigint, byte = 0xff, shard = FULL_SHARD): Claim => ({
  shard,
  mcSeqno,
  lastMsgLt,
  lastMsgHash: hash(byte),
})

describe('withClaim', () => {
  it('replaces the claims that a new one covers', () => {
    expect(withClaim([claim(1, 10n)], claim(2, 20n))).toEqual([claim(2, 20n)])
    expect(withClaim([claim(1, 10n)], claim(2, 10n))).toEqual([claim(2, 10n)])
    expect(withClaim([claim(1, 10n)], claim(1, 10n))).toEqual([claim(1, 10n)])
  })
  it('keeps an older claim that reaches further', () => {
    expect(withClaim([claim(1, 30n)], claim(2, 20n))).toEqual([claim(1, 30n), claim(2, 20n)])
  })
  it('survives a state', () => {
    const claims = [claim(1, 30n, 1, 0x4000_0000_0000_0000n), claim(2, 20n, 2)]
    expect(claimsOf(processedInfoOf(claims))).toEqual(claims)
  })
})

describe('isProcessed', () => {
  const message = {
    lt: 10n,
    enqueuedLt: 10n,
    hash: hash(5),
    current: { workchain: -1, prefix: 1n },
    next: { workchain: 0, prefix: 2n },
  }
  const endLt = (lt: bigint) => () => lt
  it('is true up to the claim, in the order of lt and hash', () => {
    expect(isProcessed([claim(3, 11n)], 0, message, endLt(100n))).toBe(true)
    expect(isProcessed([claim(3, 10n, 5)], 0, message, endLt(100n))).toBe(true)
    expect(isProcessed([claim(3, 10n, 4)], 0, message, endLt(100n))).toBe(false)
    expect(isProcessed([claim(3, 9n)], 0, message, endLt(100n))).toBe(false)
  })
  it('is false for messages after the claimed masterchain block, unless the shard itself sent them', () => {
    expect(isProcessed([claim(3, 11n)], 0, message, endLt(10n))).toBe(false)
    const own = { ...message, current: { workchain: 0, prefix: 7n } }
    expect(isProcessed([claim(3, 11n)], 0, own, endLt(0n))).toBe(true)
  })
  it('is false for a message to another shard', () => {
    expect(isProcessed([claim(3, 11n)], -1, message, endLt(100n))).toBe(false)
    const right = claim(3, 11n, 0xff, 0xc000_0000_0000_0000n)
    expect(isProcessed([right], 0, message, endLt(100n))).toBe(false)
  })
})
