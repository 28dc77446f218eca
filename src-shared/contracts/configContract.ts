import { type ContractFacts, method } from './contractFacts.ts'

/** The configuration contract: proposals to change parameters (config-code.fc). */
export const CONFIG_CONTRACT: ContractFacts = {
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
