import { type ContractDefinition, codes, query } from './contractDefinition.ts'
import { maybeCell } from './layout.ts'

/** Airdrops whose amounts are unlocked over time. */
export const AIRDROP: ContractDefinition = {
  name: 'airdrop',
  interfaces: [
    {
      name: 'airdrop_interlocker_v1',
      codes: codes('rNK47E23QUOW+lNphlPswEpBbuNknY9bILQfF2rYM/A='),
      methods: ['get_contract_data'],
    },
    {
      name: 'airdrop_interlocker_v2',
      codes: codes('D/RKlvwkgRESNtjZkg/W4pthCCFePsW6dh6tlgKtraQ='),
      methods: ['get_distribution_info', 'get_unlocks_info', 'get_available_claim_amount'],
    },
  ],
  messages: [query('lock_and_claim', 0x3a86f1a0, { proof: maybeCell })],
}
