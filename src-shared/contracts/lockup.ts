import type { ContractDefinition } from './contractDefinition.ts'

/** Lockup wallets. */
export const LOCKUP: ContractDefinition = {
  name: 'lockup',
  interfaces: [
    { name: 'lockup_vesting', methods: ['get_lockup_data'] },
    { name: 'lockup_universal', methods: ['get_balances'] },
  ],
}
