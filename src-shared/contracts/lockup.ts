import type { ContractFacts } from './contractFacts.ts'

/** Lockup wallets. */
export const LOCKUP: ContractFacts = {
  name: 'lockup',
  interfaces: [
    { name: 'lockup_vesting', methods: ['get_lockup_data'] },
    { name: 'lockup_universal', methods: ['get_balances'] },
  ],
}
