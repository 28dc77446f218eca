import { Address, beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { tokenMoves } from '../../../../src-renderer/decode/tokenMoves.ts'
import type { MessageBody } from '../../../../src-renderer/decode/transactionView.ts'
import { EXTERNAL, incoming, madeMessageView, madeView, OTHER } from './madeView.ts'

const PARTY = Address.parseRaw(`0:${'a'.repeat(64)}`)

function call(opcode: number, amount: bigint): MessageBody {
  const cell = beginCell().storeUint(opcode, 32).storeUint(1, 64).storeCoins(amount).storeAddress(PARTY)
  return { kind: 'call', opcode, name: undefined, boc: cell.endCell().toBoc().toString('base64') }
}

describe('tokenMoves', () => {
  it('calls jettons requested that the account asked its wallet to send, and not received or sent', () => {
    const request = madeMessageView({ body: call(0x0f8a7ea5, 70n) })
    expect(tokenMoves(madeView({ inMessage: EXTERNAL, outMessages: [request] }))).toEqual([
      { wallet: OTHER, amount: 70n, isRequest: true, party: PARTY.toRawString() },
    ])
  })

  it('counts jettons of a notification as received', () => {
    const notice = incoming({ body: call(0x7362d09c, 9n) })
    expect(tokenMoves(madeView({ inMessage: notice, outMessages: [] }))).toEqual([
      { wallet: OTHER, amount: 9n, isRequest: false, party: PARTY.toRawString() },
    ])
  })
})
