import { type ContractDefinition, method } from './contractDefinition.ts'

/** The configuration contract: proposals to change parameters (config-code.fc). */
export const CONFIG_CONTRACT: ContractDefinition = {
  name: 'configuration contract',
  methods: [
    method('list_proposals', {}, { proposals: 'list' }),
    method('get_proposal', { hash: 'number' }, { proposal: 'tuple?' }),
    method(
      'proposal_storage_price',
      { critical: 'bool', seconds: 'number', bits: 'number', refs: 'number' },
      { price: 'number' },
    ),
  ],
}
