import { Address, beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { readTokenMessage } from '../../../../src-renderer/decode/tokenMessages.ts'

const PARTY = Address.parseRaw(`0:${'a'.repeat(64)}`)

function body(op: number, amount: bigint, party: Address | null) {
  return beginCell().storeUint(op, 32).storeUint(7, 64).storeCoins(amount).storeAddress(party)
}

function base64(builder: ReturnType<typeof beginCell>): string {
  return builder.endCell().toBoc().toString('base64')
}

describe('readTokenMessage', () => {
  it('reads amount and receiver of a jetton transfer', () => {
    expect(readTokenMessage(base64(body(0x0f8a7ea5, 1_500_000n, PARTY).storeBit(0)))).toEqual({
      kind: 'transfer',
      isBounced: false,
      amount: 1_500_000n,
      party: PARTY.toRawString(),
    })
  })

  it('applies the anycast prefix of the new owner', () => {
    const transfer = beginCell().storeUint(0x5fcc3d14, 32).storeUint(0, 64).storeUint(0b101, 3)
    transfer.storeUint(4, 5).storeUint(0xb, 4).storeInt(0, 8).storeBuffer(PARTY.hash)
    expect(readTokenMessage(base64(transfer))).toMatchObject({ party: `0:b${'a'.repeat(63)}` })
  })

  it('reads the new owner of an NFT', () => {
    const transfer = beginCell().storeUint(0x5fcc3d14, 32).storeUint(0, 64).storeAddress(PARTY)
    expect(readTokenMessage(base64(transfer))).toMatchObject({
      kind: 'NFT transfer',
      party: PARTY.toRawString(),
    })
  })

  it('reads the amount of an internal transfer that bounced', () => {
    const bounced = beginCell()
      .storeUint(0xffffffff, 32)
      .storeUint(0x178d4519, 32)
      .storeUint(0, 64)
      .storeCoins(9n)
    expect(readTokenMessage(base64(bounced))).toEqual({
      kind: 'internal transfer',
      isBounced: true,
      amount: 9n,
      party: undefined,
    })
  })

  it('answers undefined for other messages and for bodies that end too early', () => {
    expect(readTokenMessage(base64(beginCell().storeUint(0, 32)))).toBeUndefined()
    expect(readTokenMessage(base64(beginCell().storeUint(0x0f8a7ea5, 32)))).toBeUndefined()
    expect(readTokenMessage(base64(beginCell().storeUint(1, 3)))).toBeUndefined()
    expect(readTokenMessage('')).toBeUndefined()
  })
})
