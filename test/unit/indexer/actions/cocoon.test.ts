import { beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { addressOf, request } from './jettonMessages.ts'
import { accountOf, NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

const excesses: Sent = { to: 'user', value: 1n, body: request(0x2565934c).endCell() }
const clientRequest: Sent = {
  to: 'proxy',
  body: request(0x65448ff4)
    .storeAddress(addressOf('user'))
    .storeRef(Cell.EMPTY)
    .storeMaybeRef(null)
    .endCell(),
}

function actionOf(sends: readonly Sent[]) {
  const { rows } = classifyTrace(traceOf({ to: 'user', sends }), NO_FACTS)
  const row = rows.find(({ type }) => type.startsWith('cocoon_'))
  const details = ACTION_TYPES.find(({ name }) => name === row?.type)?.details
  return row && { type: row.type, success: row.success, ...details?.(row) }
}

describe('actions of Cocoon', () => {
  it('mark a refund that a wallet contract requests', () => {
    const body = request(0xfafa6cc1).storeAddress(addressOf('user')).endCell()
    const client = { to: 'client', body, sends: [excesses, clientRequest] }
    expect(actionOf([{ to: 'wallet', body: request(0x9c69f376).endCell(), sends: [client] }])).toEqual({
      type: 'cocoon_client_request_refund',
      success: true,
      query_id: '7',
      via_wallet: true,
      source: accountOf('user'),
      destination: accountOf('client'),
    })
  })

  it.each([
    [0xa040ad28, 'regular', false],
    [0xf5f26a36, 'last', true],
  ])('contain a payout to a worker that fails with its payment (%i, %s)', (opcode, payoutType, aborted) => {
    const envelope = request(opcode).storeUint(9, 64).storeAddress(null).endCell()
    const state = request(0x4d725d2c)
      .storeAddress(addressOf('owner'))
      .storeUint(2, 2)
      .storeUint(5, 64)
      .endCell()
    const paid: Sent = { to: 'owner', value: 30n, aborted, body: request(0xc59a7cd3).endCell() }
    expect(
      actionOf([{ to: 'worker', body: envelope, sends: [{ to: 'proxy', body: state, sends: [paid] }] }]),
    ).toMatchObject({
      type: 'cocoon_worker_payout',
      success: !aborted,
      payout_type: payoutType,
      new_tokens: '9',
      worker_state: 2,
      worker_tokens: '5',
      destination: accountOf('owner'),
      amount: '30',
    })
  })

  it.each([
    [
      'an address',
      beginCell().storeUint(0b10, 2).storeBit(false).storeInt(-1, 8).storeUint(3, 256).endCell(),
      `-1:${'0'.repeat(63)}3`,
    ],
    ['a number', beginCell().storeUint(0b01, 2).storeUint(12, 9).storeUint(0x00f, 12).endCell(), '12;f'],
    ['nothing', beginCell().storeUint(0, 2).endCell(), null],
  ])('read %s after the tokens of a charge', (_name, rest, expected) => {
    const body = request(0xbb63ff93).storeUint(9, 64).storeSlice(rest.beginParse()).endCell()
    expect(actionOf([{ to: 'client', body, sends: [excesses, clientRequest] }])).toMatchObject({
      type: 'cocoon_proxy_charge',
      new_tokens_used: '9',
      expected_address: expected,
    })
  })

  it('omit a charge whose remaining fields cannot be read', () => {
    const body = request(0xbb63ff93).storeUint(9, 64).storeUint(0b10, 2).endCell()
    expect(actionOf([{ to: 'client', body, sends: [excesses, clientRequest] }])).toBeUndefined()
  })

  it('have no amount for a withdrawal without a refund', () => {
    const body = request(0xda068e78).storeAddress(addressOf('user')).endCell()
    const paid: Sent = { to: 'user', value: 30n, body: request(0xc59a7cd3).endCell() }
    expect(actionOf([{ to: 'client', body, sends: [{ ...clientRequest, sends: [paid] }] }])).toMatchObject({
      type: 'cocoon_client_withdraw',
      withdraw_amount: '0',
      amount: '0',
    })
  })
})
