import { expect, it } from 'vitest'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { methodIdOf } from '#shared/ton/methodId.ts'
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

/** Words of protocols that a contract with general get-methods must not have. */
const namesOf = (...methods: readonly string[]) =>
  distinctiveInterfaces(interfacesOf(undefined, methods.map(methodIdOf)) ?? [])

it.each([
  { methods: ['get_pool_data'] },
  { methods: ['get_pool_data', 'get_roles'] },
  { methods: ['get_pool_data', 'list_nominators', 'list_votes'] },
  { methods: ['get_pool_data', 'get_nominator_data', 'list_nominators', 'list_votes'] },
  { methods: ['get_asset'] },
  { methods: ['get_asset', 'is_active'] },
  { methods: ['get_balances'] },
  { methods: ['get_public_key'] },
  { methods: ['seqno'] },
  { methods: ['seqno', 'get_public_key'] },
  { methods: ['get_contract_data'] },
  { methods: ['get_status', 'get_pool'] },
  { methods: ['get_editor'] },
])('names no protocol for general get-methods: $methods', ({ methods }) => {
  expect(namesOf(...methods)).toEqual([])
})

it('names a protocol by all of its get-methods', () => {
  const pool = ['get_pool_data', 'get_pool_address', 'get_expected_outputs', 'get_expected_tokens']
  expect(
    namesOf('get_staking_status', 'get_pool_status', 'get_member', 'get_members_raw', 'get_params'),
  ).toEqual(['whales_pool'])
  expect(namesOf(...pool)).toEqual([])
  expect(namesOf('get_jetton_data', 'get_wallet_address')).toEqual(['jetton_master'])
})
