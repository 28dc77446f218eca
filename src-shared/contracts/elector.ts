import { type ContractDefinition, method, query } from './contractDefinition.ts'
import { bits256, bits512, ref, u32 } from './layout.ts'

/** A validator's signed request to take part in elections. */
export const NEW_STAKE = {
  validator_pubkey: bits256,
  stake_at: u32,
  max_factor: u32,
  adnl_addr: bits256,
  signature: ref(bits512),
}

/** The elector: validators' stakes (elector-code.fc). */
export const ELECTOR: ContractDefinition = {
  name: 'elector',
  methods: [
    method('active_election_id', {}, { election: 'number' }),
    method('participant_list', {}, { participants: 'list' }),
    method(
      'participant_list_extended',
      {},
      {
        'elect at': 'number',
        'elect close': 'number',
        'min stake': 'number',
        'total stake': 'number',
        participants: 'list',
        failed: 'bool',
        finished: 'bool',
      },
    ),
    method('participates_in', { validator_key: 'number' }, { stake: 'number' }),
    method('compute_returned_stake', { wallet_hash: 'number' }, { stake: 'number' }),
    method('past_election_ids', {}, { elections: 'list' }),
    method('past_elections', {}, { elections: 'list' }),
    method('past_elections_list', {}, { elections: 'list' }),
    method('list_complaints', { election: 'number' }, { complaints: 'list' }),
    method('show_complaint', { election: 'number', complaint: 'number' }, { complaint: 'tuple?' }),
    method('get_past_complaints', { election: 'number' }, { complaints: 'cell?' }),
    method(
      'complaint_storage_price',
      { bits: 'number', refs: 'number', seconds: 'number' },
      { price: 'number' },
    ),
  ],
  messages: [
    {
      ...query('elector_new_stake', 0x4e73744b, NEW_STAKE),
      title: 'elector new stake',
    },
    { ...query('elector_new_stake_confirmation', 0xf374484c), title: 'elector stake accepted' },
    { ...query('elector_recover_stake_request', 0x47657424), title: 'elector recover stake' },
    { ...query('elector_recover_stake_response', 0xf96f7324), title: 'elector stake recovered' },
    { name: 'elector_stake_returned', opcode: 0xee6f454c, title: 'elector stake returned', isUnlisted: true },
  ],
}
