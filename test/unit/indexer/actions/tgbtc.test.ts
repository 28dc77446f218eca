import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import { addressOf } from './jettonMessages.ts'
import { accountOf, NO_FACTS, traceOf } from './nestedTrace.ts'

const KEY = 0x0abcn

/** The only action of a trace in which a contract writes a log. */
function actionOfLog(body: Cell) {
  const trace = traceOf({ to: 'teleport', sends: [{ to: null, body }] })
  const [row, ...others] = classifyTrace(trace, NO_FACTS).rows
  if (!row || others.length > 0) throw new Error('not one row')
  return { type: row.type, ...ACTION_TYPES.find(({ name }) => name === row.type)?.details?.(row) }
}

describe('a log of tgBTC without its messages', () => {
  it('is a mint', () => {
    const body = beginCell()
      .storeUint(0x77a80ef3, 32)
      .storeCoins(9)
      .storeAddress(addressOf('user'))
      .storeUint(0x01n << 248n, 256)
      .endCell()
    expect(actionOfLog(body)).toEqual({
      type: 'tgbtc_mint_fallback',
      source: null,
      destination: accountOf('user'),
      amount: '9',
      asset: null,
      bitcoin_tx_id: `${'0'.repeat(62)}01`,
      destination_wallet: null,
    })
  })

  it('is a new key', () => {
    const body = beginCell()
      .storeUint(0x27756729, 32)
      .storeCoins(9)
      .storeUint(KEY, 256)
      .storeAddress(addressOf('pegout'))
      .endCell()
    expect(actionOfLog(body)).toEqual({
      type: 'tgbtc_new_key_fallback',
      source: null,
      pubkey: 'abc',
      coordinator: accountOf('teleport'),
      pegout: accountOf('pegout'),
      amount: '9',
      asset: null,
    })
  })

  it('is a burn, also if the log is short', () => {
    const short = beginCell().storeUint(0xca444ce6, 32).storeCoins(9).endCell()
    expect(actionOfLog(short)).toEqual({
      type: 'tgbtc_burn_fallback',
      source: null,
      source_wallet: null,
      destination: null,
      amount: '9',
      asset: null,
    })
  })
})
