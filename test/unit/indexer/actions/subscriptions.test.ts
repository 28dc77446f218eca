import { describe, expect, it } from 'vitest'
import { actionsOf, bodyOf, onlyOf } from './classified.ts'
import { accountOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const confirmed: Sent = {
  to: 'plugin',
  value: 40n,
  body: bodyOf(0xf06c7567),
  sends: [{ to: 'shop', value: 30n, body: bodyOf(0x73756273) }],
}
const requested = (aborted: boolean): Sent => ({
  to: 'wallet',
  aborted,
  value: 5n,
  body: bodyOf(0x706c7567, (body) => body.storeCoins(25).storeBit(0)),
  sends: [confirmed],
})
const details = (amount: string) => ({
  subscriber: accountOf('wallet'),
  beneficiary: accountOf('shop'),
  subscription: accountOf('plugin'),
  amount,
})

describe('actions of subscriptions', () => {
  it('have the requested amount for a payment on request', () => {
    const actions = actionsOf('plugin', [requested(false)], NO_FACTS)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'subscribe')).toMatchObject({ success: true, details: details('25') })
    expect(onlyOf(actionsOf('plugin', [requested(true)], NO_FACTS), 'subscribe').success).toBe(false)
  })

  it('have the paid amount for a first payment', () => {
    const actions = actionsOf('wallet', [confirmed], NO_FACTS)
    expect(onlyOf(actions, 'subscribe')).toMatchObject({ success: true, details: details('40') })
  })

  it('have a call for a confirmation without a payment', () => {
    const actions = actionsOf('wallet', [{ ...confirmed, sends: [] }], NO_FACTS)
    expect(actions.map(({ type }) => type)).toEqual(['call_contract'])
  })

  it.each([
    { sends: [{ to: 'shop', body: bodyOf(0x64737472) }], beneficiary: { beneficiary: accountOf('shop') } },
    { sends: [], beneficiary: {} },
  ])('have the end of a subscription with the details $beneficiary', ({ sends, beneficiary }) => {
    const actions = actionsOf('wallet', [{ to: 'plugin', body: bodyOf(0x64737472), sends }], NO_FACTS)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'unsubscribe')).toMatchObject({ success: true })
    expect(onlyOf(actions, 'unsubscribe').details).toEqual({
      subscriber: accountOf('wallet'),
      subscription: accountOf('plugin'),
      ...beneficiary,
    })
  })
})
