import { address, addressInt, coins, varUint16 } from '../blockTypes.ts'
import { query } from '../body.ts'
import { cell, maybeCell, payload, rest, uint } from '../layout.ts'

const sent = {
  amount: varUint16,
  from: address,
  response_address: address,
  forward_ton_amount: varUint16,
}

/** TEP-74, TEP-89 and the messages of the reference minters. */
export const JETTONS = [
  query('jetton_transfer', 0x0f8a7ea5, {
    amount: varUint16,
    destination: address,
    response_destination: address,
    custom_payload: maybeCell,
    forward_ton_amount: varUint16,
    forward_payload: payload,
  }),
  query('jetton_internal_transfer', 0x178d4519, { ...sent, forward_payload: payload }),
  // Some minters leave out the Either bit where there is no payload.
  query('jetton_internal_transfer', 0x178d4519, { ...sent, forward_payload: rest }),
  query('jetton_burn', 0x595f07bc, {
    amount: varUint16,
    response_destination: address,
    custom_payload: maybeCell,
  }),
  query('jetton_burn_notification', 0x7bdd97de, {
    amount: varUint16,
    sender: address,
    response_destination: address,
  }),
  query('jetton_notify', 0x7362d09c, { amount: varUint16, sender: address, forward_payload: payload }),
  query('jetton_set_status', 0xeed236d3, { status: uint(4) }),
  query('jetton_mint', 0x642b7d07, { to_address: addressInt, ton_amount: coins }),
  query('minter_jetton_mint', 0x00000015, { to_address: address, ton_amount: coins, master_msg: cell }),
  query('jetton_change_admin', 0x6501f354, { new_admin_address: address }),
]

/** What only minters understand: these have no name in the opcode table. */
export const JETTON_MINTERS = [
  query('jetton_upgrade', 0x2508d66a, { new_data: cell, new_code: cell }),
  query('jetton_change_metadata', 0xcb862902, { metadata: rest }),
  query('jetton_claim_admin', 0xfb88e119),
  query('jetton_call_to', 0x235caf52, { to_address: addressInt, ton_amount: coins, master_msg: cell }),
]
