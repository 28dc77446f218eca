import { describe, expect, it } from 'vitest'
import { readPlan, tooManyAddresses } from '../../../../src-main/api/streaming/streamLimits.ts'
import { readSubscription, WS_TEXTS } from '../../../../src-main/api/streaming/subscription.ts'

const RAW = '0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8'
const FORMS = [RAW, RAW.toLowerCase(), 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N']

describe('a subscription', () => {
  it('contains each account once, whichever form is given', () => {
    const { addresses } = readSubscription({ types: ['actions'], addresses: FORMS }, WS_TEXTS)
    expect([...addresses]).toEqual([RAW])
  })

  it('replaces types and addresses, and keeps the fields that are left out', () => {
    const first = readSubscription(
      {
        types: ['transactions', 'trace'],
        addresses: [RAW],
        trace_external_hash_norms: [' key= '],
        min_finality: 'pending',
        include_metadata: true,
        action_types: ['ton_transfer'],
        supported_action_types: ['v2'],
      },
      WS_TEXTS,
    )
    expect([...first.hashes]).toEqual(['key='])
    const other = `-1:${'3'.repeat(64)}`
    const second = readSubscription(
      { types: ['actions'], addresses: [other], action_types: [] },
      WS_TEXTS,
      first,
    )
    expect(second).toEqual({
      types: new Set(['actions']),
      addresses: new Set([other]),
      hashes: new Set(),
      minFinality: 'pending',
      addressBook: false,
      metadata: true,
      actionTypes: ['ton_transfer'],
      supportedActionTypes: ['v2'],
    })
    const third = readSubscription(
      { types: ['actions'], addresses: [other], min_finality: 'confirmed', include_metadata: false },
      WS_TEXTS,
      second,
    )
    expect(third).toMatchObject({ minFinality: 'confirmed', metadata: false })
  })
})

describe('limits of a gateway in front', () => {
  const planOf = (headers: Readonly<Record<string, string>>) => readPlan((name) => headers[name])

  it('are none without a bucket', () => {
    expect(planOf({ 'x-max-parallel-connections': '0' })).toBeUndefined()
    expect(tooManyAddresses(undefined, 1_000)).toBeUndefined()
  })

  it('count as 0 if they are missing or not numbers', () => {
    expect(planOf({ 'x-limiting-key': 'a', 'x-max-subscribed-addr': 'ten' })).toEqual({
      bucket: 'a',
      maxConnections: 0,
      maxAddresses: 0,
    })
  })

  it('are unlimited at -1', () => {
    const plan = planOf({ 'x-limiting-key': 'a', 'x-max-subscribed-addr': '-1' })
    expect(tooManyAddresses(plan, 1_000)).toBeUndefined()
  })
})
