import { body, type ContractDefinition } from './contractDefinition.ts'
import { address, coins, u64, u256 } from './layout.ts'

/** tgBTC: its logs, and messages between its contracts. */
export const TGBTC: ContractDefinition = {
  name: 'tgBTC',
  messages: [
    body('tgbtc_mint_event', 0x77a80ef3, { amount: coins, recipient_address: address, bitcoin_txid: u256 }),
    body('tgbtc_burn_event', 0xca444ce6, { amount: coins, sender_address: address, pegout_address: address }),
    body('tgbtc_new_key_event', 0x27756729, {
      amount: coins,
      new_internal_pubkey: u256,
      pegout_address: address,
    }),
    body('tgbtc_dkg_completed_event', 0x453443a6, { timestamp: u64, internal_pubkey: u256 }),
    { name: 'tgbtc_mint_request', opcode: 0x3f781d24, isUnlisted: true },
    { name: 'tgbtc_teleport_mint', opcode: 0xe42a879b, isUnlisted: true },
    { name: 'tgbtc_teleport_burn', opcode: 0x587643a2, isUnlisted: true },
    { name: 'tgbtc_deploy_pegout', opcode: 0xbe44e7a6, isUnlisted: true },
    { name: 'tgbtc_pegout_deployed', opcode: 0x1a84c0e0, isUnlisted: true },
    { name: 'tgbtc_dkg_completed', opcode: 0x690f357a, isUnlisted: true },
  ],
}
