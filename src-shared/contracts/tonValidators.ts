import type { ContractFacts } from './contractFacts.ts'

/** Nominator pools of TonValidators. */
export const TON_VALIDATORS: ContractFacts = {
  name: 'TonValidators',
  interfaces: [
    { name: 'tv_pool', methods: ['get_pool_data', 'get_nominator_data', 'list_nominators', 'list_votes'] },
  ],
}
