import { type ContractDefinition, method, query } from './contractDefinition.ts'
import { message, ref, rest, u8 } from './layout.ts'

/** The vesting wallet of ton-blockchain. */
export const VESTING: ContractDefinition = {
  name: 'vesting wallet',
  interfaces: [
    {
      name: 'wallet_vesting',
      codes: [
        {
          hash: 'tItTGr7DtxRjgpH3137W3J9qJynvyiBHcTc3TUrotZA=',
          title: 'vesting wallet',
          methods: ['seqno', 'get_public_key', 'get_vesting_data'],
        },
      ],
      methods: ['seqno', 'get_public_key', 'get_vesting_data'],
    },
  ],
  methods: [
    method(
      'get_vesting_data',
      {},
      {
        start: 'number',
        duration: 'number',
        'unlock period': 'number',
        cliff: 'number',
        total: 'number',
        'vesting sender': 'address',
        owner: 'address',
        whitelist: 'cell?',
      },
    ),
    method('get_locked_amount', { at_time: 'number' }, { locked: 'number' }),
    method('is_whitelisted', { account: 'address' }, { whitelisted: 'bool' }),
    method('get_whitelist', {}, { whitelist: 'list' }),
  ],
  messages: [
    query('vesting_send_message', 0xa7733acd, { send_mode: u8, message: ref(message) }),
    query('vesting_send_message_response', 0xf7733acd),
    query('vesting_add_white_list', 0x7258a69b, { addresses_ref_snake: rest }),
    query('vesting_add_white_list_response', 0xf258a69b),
  ],
}
