import { describe, expect, it } from 'vitest'
import { CONFIGURED, isOwnAccount } from '../../../../src-renderer/decode/systemAccounts.ts'
import type { AccountParam } from '../../../../src-shared/schema/systemAccounts.ts'

const OTHER = `-1:${'a'.repeat(64)}`
const ELECTOR = `-1:${'3'.repeat(64)}`
const SYSTEM = `-1:${'0'.repeat(64)}`
const BURNED = `0:${'0'.repeat(64)}`

const inRole = (param: AccountParam) => isOwnAccount(OTHER, new Map([[OTHER, CONFIGURED[param]]]))

describe('the accounts whose actions lists hide', () => {
  it('are those that only serve the network, not the minter and the DNS root, which people use', () => {
    const roles = ([0, 1, 2, 3, 4] as const).map((param) => [CONFIGURED[param].name, inRole(param)])
    expect(Object.fromEntries(roles)).toEqual({
      Config: true,
      Elector: true,
      Minter: false,
      'Fee collector': true,
      'DNS root': false,
    })
  })

  it('are known by their addresses before the configuration is, those of the masterchain alone', () => {
    const found = [ELECTOR, SYSTEM, OTHER, BURNED].map((address) => isOwnAccount(address, new Map()))
    expect(found).toEqual([true, true, false, false])
  })
})
