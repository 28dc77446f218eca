import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { NEW_STAKE } from './elector.ts'
import { grams, i64, rest } from './layout.ts'

const signedQuery = { query_id: i64 }

/** Nominator pools of TON Whales. */
export const WHALES: ContractDefinition = {
  name: 'TON Whales',
  interfaces: [
    {
      name: 'whales_pool',
      methods: ['get_staking_status', 'get_pool_status', 'get_member', 'get_members_raw', 'get_params'],
    },
  ],
  messages: [
    body('whales_nominators_withdraw', 0xda803efd, { ...signedQuery, gas: grams, amount: grams }),
    body('whales_nominators_deposit', 0x7bcd1fef, { ...signedQuery, gas: grams }),
    body('whales_nominators_force_kick', 0x1596920c, signedQuery),
    body('whales_nominators_stake_withdraw_delayed', 0x74bb3427, signedQuery),
    body('whales_nominators_stake_withdraw_completed', 0x23d421e1, signedQuery),
    query('whales_nominators_send_stake', 0xa2065f2c, {
      gas_limit: grams,
      stake: grams,
      ...NEW_STAKE,
    }),
    query('whales_nominators_withdraw_unowned', 0x251d6a98, { gas_limit: grams }),
    query('whales_nominators_withdraw_unowned_response', 0x1d1715bf),
    query('whales_nominators_accept_stake', 0x99a811fb, { members: rest }),
    query('whales_nominators_accept_withdraws', 0xa19fd934, { members: rest }),
  ],
}
