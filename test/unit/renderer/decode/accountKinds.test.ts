import { expect, it } from 'vitest'
import { distinctiveInterfaces, interfaceText } from '../../../../src-renderer/decode/accountKinds.ts'

it('does not treat a contract with the methods of several wallets as a wallet', () => {
  // What v3 lists for the configuration contract: all that they have in common is `seqno`.
  expect(distinctiveInterfaces(['wallet_v1r2', 'wallet_v2r1', 'wallet_v3r1', 'wallet_v5_beta'])).toEqual([])
  expect(distinctiveInterfaces(['wallet_v4r2'])).toEqual(['wallet_v4r2'])
})

it('names no protocol for a pool that has the methods of two', () => {
  expect(distinctiveInterfaces(['dedust_pool', 'jetton_master', 'moon_pool'])).toEqual(['jetton_master'])
  expect(distinctiveInterfaces(['dedust_pool', 'jetton_master']).map(interfaceText)).toEqual([
    'dedust pool',
    'jetton master',
  ])
})
