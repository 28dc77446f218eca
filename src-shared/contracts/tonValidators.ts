import type { ContractDefinition } from './contractDefinition.ts'

/** Nominator pools of TonValidators. */
export const TON_VALIDATORS: ContractDefinition = {
  name: 'TonValidators',
  interfaces: [
    { name: 'tv_pool', methods: ['get_pool_data', 'get_nominator_data', 'list_nominators', 'list_votes'] },
  ],
}
