import { type Builder, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { request } from './jettonMessages.ts'
import { accountOf, NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

/** A record: name, description of its fields and filler take 350 bits. */
const record = (): Builder => beginCell().storeUint(0, 350)
const nested = (cell: Cell) => beginCell().storeRef(cell).endCell()
const hashOf = (name: string) => BigInt(`0x${accountOf(name).slice(2)}`)
const NONCE = 2n ** 64n - 1n

const packet = (receiver: bigint) =>
  record()
    .storeRef(
      record().storeUint(1, 32).storeUint(0x0a, 256).storeUint(2, 32).storeUint(receiver, 256).endCell(),
    )
    .storeRef(beginCell().storeUint(0x00ff, 16).endCell())
    .storeUint(NONCE, 64)
    .storeUint(0x0b, 256)
    .endCell()

function actionOf(sends: readonly Sent[]) {
  const { rows } = classifyTrace(traceOf({ to: 'executor', sends }), NO_FACTS)
  const row = rows.find(({ type }) => type.startsWith('layerzero_'))
  const details = ACTION_TYPES.find(({ name }) => name === row?.type)?.details
  return row && { type: row.type, ...details?.(row) }
}

describe('a packet that LayerZero delivers', () => {
  const delivery = (oapp: string): Sent => ({
    to: 'channel',
    body: request(0x22f3ac09).endCell(),
    sends: [
      {
        to: oapp,
        body: request(0x97df404c).endCell(),
        sends: [
          {
            to: 'channel',
            body: request(0xb7680bc6).endCell(),
            sends: [
              {
                to: oapp,
                body: request(0x0c7b8418)
                  .storeRef(nested(packet(hashOf(oapp))))
                  .endCell(),
                sends: [{ to: 'channel', body: request(0xcaae25a1).endCell() }],
              },
            ],
          },
        ],
      },
    ],
  })
  const names = Array.from({ length: 64 }, (_, i) => `oapp ${i}`)
  const plain = names.find((name) => !accountOf(name).startsWith('0:0')) ?? ''
  const zero = names.find((name) => accountOf(name).startsWith('0:0')) ?? ''

  it('has its numbers unchanged, and hashes without leading zeros', () => {
    expect(actionOf([delivery(plain)])).toEqual({
      type: 'layerzero_receive',
      sender: accountOf('executor'),
      oapp: accountOf(plain),
      channel: accountOf('channel'),
      layerzero_packet_data: {
        src_oapp: '0xa',
        dst_oapp: `0x${hashOf(plain).toString(16)}`,
        src_eid: 1,
        dst_eid: 2,
        nonce: NONCE,
        guid: '0xb',
        message: '0x00ff',
      },
    })
  })

  it("is not an action if its receiver's address begins with a zero", () => {
    expect(zero).not.toBe('')
    expect(actionOf([delivery(zero)])).toBeUndefined()
  })
})

describe('a verification of LayerZero', () => {
  const verification = (code: number): Sent => {
    const status = record().storeUint(5, 64).storeUint(code, 32).endCell()
    const callback = request(0x3cb38090).storeRef(nested(status)).endCell()
    const step = (to: string, opcode: number, sent: Sent): Sent => ({
      to,
      body: request(opcode).endCell(),
      sends: [sent],
    })
    const connection = step('connection', 0x4ec8f80a, { to: 'proxy', body: callback })
    return step('dvn', 0xa0d51a8d, step('proxy', 0x09f047d9, step('uln', 0x994aaf4e, connection)))
  }

  it.each([
    [0x3bbc306b, 'succeeded'],
    [0x7fcbb4ac, 'nonce_out_of_range'],
    [0x29c53fab, 'dvn_not_configured'],
    [17, 'unknown_17'],
  ])('has the status %i: %s', (code, status) => {
    expect(actionOf([verification(code)])).toEqual({
      type: 'layerzero_dvn_verify',
      initiator: accountOf('executor'),
      nonce: 5,
      status,
      dvn: accountOf('dvn'),
      proxy: accountOf('proxy'),
      uln: accountOf('uln'),
      uln_connection: accountOf('connection'),
    })
  })
})
