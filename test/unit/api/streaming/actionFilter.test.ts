import { describe, expect, it } from 'vitest'
import { servedActions } from '../../../../src-main/api/streaming/actionFilter.ts'
import type { SnapshotAction } from '../../../../src-main/api/streaming/streamReading.ts'

function action(type: string, ...ancestors: string[]): SnapshotAction {
  return { id: type, type, ancestors, accounts: [], json: '{}', parties: [] }
}

const ACTIONS = [
  action('evaa_supply'),
  action('jetton_transfer', 'evaa_supply'),
  action('ton_transfer'),
  action('tgbtc_mint'),
]

const typesOf = (actionTypes?: string[], supportedActionTypes?: string[]) =>
  servedActions(ACTIONS, { actionTypes, supportedActionTypes }).map(({ type }) => type)

describe('actions that a client gets', () => {
  it('are those of the latest version by default, without their parts', () => {
    expect(typesOf()).toEqual(['evaa_supply', 'ton_transfer'])
  })

  it('are the parts for a client of the first version', () => {
    expect(typesOf(undefined, ['v1'])).toEqual(['jetton_transfer', 'ton_transfer'])
  })

  it("are filtered by concrete types within those of the client's version", () => {
    expect(typesOf(['ton_transfer', 'jetton_transfer'])).toEqual(['ton_transfer'])
    expect(typesOf(['tgbtc_mint'])).toEqual([])
    expect(typesOf(['tgbtc_mint'], ['tgbtc_mint'])).toEqual(['tgbtc_mint'])
    // Shortcuts are no types.
    expect(typesOf(['jettons'], ['v1'])).toEqual([])
  })
})
