import { describe, expect, it } from 'vitest'
import type { ActionType } from '../../../../src-main/indexer/actions/actionType.ts'
import { isServed, supportedTypes } from '../../../../src-main/indexer/actions/versions.ts'

const TYPES: readonly ActionType[] = [
  { name: 'ton_transfer', since: 'v1' },
  { name: 'jetton_transfer', since: 'v1', groups: ['jettons'] },
  { name: 'evaa_supply', since: 'v2', groups: ['evaa'] },
  { name: 'nft_purchase', since: 'v3', groups: ['nft.v3'] },
  { name: 'cocoon_client_top_up', since: 'v4', groups: ['cocoon'] },
  { name: 'tgbtc_mint', since: 'named', groups: ['tgbtc'] },
]
const V1 = ['ton_transfer', 'jetton_transfer']
const expanded = (...names: string[]) => [...supportedTypes(names, TYPES)].sort()

describe('supportedTypes', () => {
  it.each<[string[], string[]]>([
    [['v1'], V1],
    [['v2'], [...V1, 'evaa_supply']],
    [['v3'], [...V1, 'evaa_supply', 'nft_purchase']],
    [['v4'], [...V1, 'evaa_supply', 'nft_purchase', 'cocoon_client_top_up']],
    [['latest'], [...V1, 'evaa_supply', 'nft_purchase', 'cocoon_client_top_up']],
    [[], [...V1, 'evaa_supply', 'nft_purchase', 'cocoon_client_top_up']],
    [['evaa'], [...V1, 'evaa_supply']],
    [['jettons'], V1],
    [['tgbtc'], [...V1, 'tgbtc_mint']],
    [
      ['tgbtc_mint', 'nft.v3'],
      [...V1, 'tgbtc_mint', 'nft_purchase'],
    ],
    [['nonsense'], [...V1, 'nonsense']],
    // A version by the name that types have that are in none.
    [['named'], [...V1, 'named']],
  ])('expands %j to %j', (names, types) => {
    expect(expanded(...names)).toEqual(types.toSorted())
  })
})

describe('isServed', () => {
  const nested = { type: 'jetton_transfer', ancestors: ['evaa_supply'] }
  const plain = { type: 'tgbtc_mint', ancestors: [] }
  const of = (...names: string[]) => ({ supported: supportedTypes(names, TYPES) })

  it('hides an action if the client supports an action that contains it', () => {
    expect(isServed(nested, of('v1'))).toBe(true)
    expect(isServed(nested, of('v2'))).toBe(false)
    expect(isServed(nested, { ...of('v2'), only: ['jetton_transfer'] })).toBe(false)
  })

  it('serves an action if its type is supported or requested', () => {
    expect(isServed(plain, of('latest'))).toBe(false)
    expect(isServed(plain, of('tgbtc'))).toBe(true)
    expect(isServed(plain, { ...of('latest'), only: ['tgbtc_mint'] })).toBe(true)
    expect(isServed(plain, { ...of('tgbtc'), only: ['ton_transfer'] })).toBe(false)
    expect(isServed(plain, { ...of('tgbtc'), excluded: ['tgbtc_mint'] })).toBe(false)
  })
})
