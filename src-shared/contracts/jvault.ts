import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { bool, coins, hashmapE, named, u16, uint } from './layout.ts'

/** A set of addresses: 267 bits are an addr_std. */
const addresses = hashmapE(267, named('bit', uint(1)))

/** JVault: staking pools for jettons. */
export const JVAULT: ContractDefinition = {
  name: 'JVault',
  messages: [
    query('jvault_receive_jettons', 0xd68a4ac1, {
      min_deposit: coins,
      max_deposit: coins,
      unstake_commission: u16,
      unstake_fee: coins,
      whitelist: addresses,
      received_jettons: coins,
    }),
    query('jvault_unstake_jettons', 0x499a9262, { jettons_to_unstake: coins, force_unstake: bool }),
    query('jvault_unstake_request', 0x0168d4b7, { jettons_to_unstake: coins }),
    query('jvault_claim_rewards_msg', 0x78d9f109, { jettons_to_claim: addresses }),
    body('jvault_send_claimed_rewards', 0x44bc1fe3),
    body('jvault_request_update_rewards', 0xf5c5baa3),
    body('jvault_update_rewards', 0xae9307ce),
    body('jvault_request_update_referrer', 0x55c35b40),
    body('jvault_update_referrer', 0x076ee4e0),
    body('jvault_set_data', 0x383411ea),
    { name: 'jvault_cancel_stake', opcode: 0x9eada1d9, isUnlisted: true },
  ],
}
