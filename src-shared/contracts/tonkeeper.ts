import { body, type ContractDefinition, codes } from './contractDefinition.ts'
import { bits256, bits512, cell, coins, oneOfOpcodes, record, ref, u8, u32, u64 } from './layout.ts'

const certificate = record('certificate', {
  data: record('certificate_data', { valid_until: u64, pubkey: bits256 }),
  signature: bits512,
})
const dated = { seqno: u32, valid_until: u64 }

/** Tonkeeper's second factor and its relayer. */
export const TONKEEPER: ContractDefinition = {
  name: 'Tonkeeper',
  interfaces: [
    {
      name: 'tonkeeper_2fa',
      codes: codes('xe8Z3yKu6LcHvXoYEXTkAKQiUiPFrkDYMg9d3XB9NKE='),
      methods: [
        'get_wallet_addr',
        'get_root_pubkey',
        'get_seed_pubkey',
        'get_delegation_state',
        'get_estimated_attached_value',
      ],
    },
  ],
  messages: [
    body('tonkeeper_2fa_signed', 0x53684037, {
      ref_with_certificate: ref(certificate),
      ref_seed_signature: ref(record(undefined, { seed_signature: bits512 })),
      payload: oneOfOpcodes({
        b15f2c8c: record('send_actions', { ...dated, msg: cell, mode: u8 }),
        '9d8084d6': record('remove_extension', dated),
        '23d9c15c': record('delegation', { ...dated, new_state_init: cell, forward_amount: coins }),
        de82b501: record('cancel_delegation', dated),
      }),
      certificate_signature: bits512,
    }),
    body('tonkeeper_relayer_fee_forward_payload', 0x878da6e3),
  ],
}
