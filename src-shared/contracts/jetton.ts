import { type ContractDefinition, codes, method, query } from './contractDefinition.ts'
import { address, addressInt, cell, coins, maybeCell, payload, rest, uint, varUint16 } from './layout.ts'
import { JETTON_NOTIFY } from './receiptOpcodes.ts'

const sent = {
  amount: varUint16,
  from: address,
  response_address: address,
  forward_ton_amount: varUint16,
}

/** Jettons: TEP-74, TEP-89 and the messages of the reference minters. */
export const JETTON: ContractDefinition = {
  name: 'jetton',
  interfaces: [
    { name: 'jetton_master', methods: ['get_jetton_data', 'get_wallet_address'] },
    { name: 'jetton_wallet', methods: ['get_wallet_data'] },
    { name: 'jetton_wallet_v1', codes: codes('vrBoPr64kn/p/I7AoYvH3ReJlomCWhIeq0bFo6hg0M4=') },
    { name: 'jetton_wallet_v2', codes: codes('jSjqQht36AX+pSrPM1KWSZ8Drsjp/SHdtfJWSqZcSN4=') },
    { name: 'jetton_wallet_governed', codes: codes('iUaPAseOVwgC45l5yFFvw43wfqdqSDV+BTbyuns+43s=') },
  ],
  methods: [
    method(
      'get_jetton_data',
      {},
      {
        'total supply': 'number',
        mintable: 'bool',
        admin: 'address?',
        content: 'cell',
        'wallet code': 'cell',
      },
    ),
    method('get_wallet_address', { owner: 'address' }, { wallet: 'address' }),
    method(
      'get_wallet_data',
      {},
      { balance: 'number', owner: 'address', master: 'address', 'wallet code': 'cell' },
    ),
    method('is_claimed', {}, { claimed: 'bool' }),
    method('get_next_admin_address', {}, { 'next admin': 'address?' }),
    method('get_status', {}, { status: 'number' }),
  ],
  messages: [
    {
      ...query('jetton_transfer', 0x0f8a7ea5, {
        amount: varUint16,
        destination: address,
        response_destination: address,
        custom_payload: maybeCell,
        forward_ton_amount: varUint16,
        forward_payload: payload,
      }),
      title: 'jetton transfer',
    },
    {
      ...query('jetton_internal_transfer', 0x178d4519, { ...sent, forward_payload: payload }),
      title: 'jetton internal transfer',
    },
    // Some minters omit the Either bit if there is no payload.
    query('jetton_internal_transfer', 0x178d4519, { ...sent, forward_payload: rest }),
    {
      ...query('jetton_burn', 0x595f07bc, {
        amount: varUint16,
        response_destination: address,
        custom_payload: maybeCell,
      }),
      title: 'jetton burn',
    },
    {
      ...query('jetton_burn_notification', 0x7bdd97de, {
        amount: varUint16,
        sender: address,
        response_destination: address,
      }),
      title: 'jetton burn notification',
    },
    {
      ...query('jetton_notify', JETTON_NOTIFY, {
        amount: varUint16,
        sender: address,
        forward_payload: payload,
      }),
      title: 'jetton notification',
    },
    query('jetton_set_status', 0xeed236d3, { status: uint(4) }),
    {
      ...query('jetton_mint', 0x642b7d07, { to_address: addressInt, ton_amount: coins }),
      title: 'jetton mint',
    },
    {
      ...query('minter_jetton_mint', 0x00000015, {
        to_address: address,
        ton_amount: coins,
        master_msg: cell,
      }),
      title: 'jetton mint',
    },
    {
      ...query('jetton_change_admin', 0x6501f354, { new_admin_address: address }),
      title: 'jetton change admin',
    },
    { ...query('jetton_upgrade', 0x2508d66a, { new_data: cell, new_code: cell }), isUnlisted: true },
    { ...query('jetton_change_metadata', 0xcb862902, { metadata: rest }), isUnlisted: true },
    { ...query('jetton_claim_admin', 0xfb88e119), isUnlisted: true },
    {
      ...query('jetton_call_to', 0x235caf52, { to_address: addressInt, ton_amount: coins, master_msg: cell }),
      isUnlisted: true,
    },
    { name: 'provide_wallet_address', opcode: 0x2c76b973, title: 'provide wallet address', isUnlisted: true },
    { name: 'take_wallet_address', opcode: 0xd1735400, title: 'take wallet address', isUnlisted: true },
    { name: 'scaled_ui_display_multiplier_changed', opcode: 0xac392598 },
  ],
}
