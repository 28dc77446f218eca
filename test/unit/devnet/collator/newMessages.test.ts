import { Address, beginCell, Cell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startLtAfter } from '../../../../src-main/devnet/collator/logicalTime.ts'
import { NewMessages } from '../../../../src-main/devnet/collator/newMessages.ts'
import { compareLtHash } from '../../../../src-main/devnet/collator/processed.ts'

describe('NewMessages', () => {
  it('returns messages by lt, then hash, in any order of insertion', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ lt: fc.bigInt(0n, 5n), byte: fc.nat(9) })), (places) => {
        const messages = new NewMessages()
        for (const { lt, byte } of places) messages.add(messageAt(lt, byte))
        const taken = places
          .map(() => messages.take())
          .map((message) => message && [message.lt, message.hash[0]])
        const expected = places.toSorted((a, b) =>
          compareLtHash(a.lt, Buffer.alloc(32, a.byte), b.lt, Buffer.alloc(32, b.byte)),
        )
        expect(taken).toEqual(expected.map(({ lt, byte }) => [lt, byte]))
        expect(messages.take()).toBeUndefined()
      }),
    )
  })
})

describe('startLtAfter', () => {
  it('is the next multiple of a million', () => {
    expect(startLtAfter([0n])).toBe(1_000_000n)
    expect(startLtAfter([1_000_012n, 5n])).toBe(2_000_000n)
    expect(startLtAfter([3_000_000n])).toBe(3_000_000n)
  })
})

function messageAt(lt: bigint, byte: number) {
  const src = new Address(0, Buffer.alloc(32))
  const info = { type: 'external-out', src, dest: null, createdLt: lt, createdAt: 0 } as const
  return {
    lt,
    hash: Buffer.alloc(32, byte),
    message: Cell.EMPTY,
    info,
    transaction: beginCell().endCell(),
    metadata: undefined,
  }
}
