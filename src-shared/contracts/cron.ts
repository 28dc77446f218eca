import { body, type ContractDefinition } from './contractDefinition.ts'
import { address, addressInt, cell, coins, u32, u256, uint } from './layout.ts'

/** Cron: contracts that call others at set times. */
export const CRON: ContractDefinition = {
  name: 'cron',
  interfaces: [{ name: 'cron', methods: ['get_cron_info'] }],
  messages: [
    body('cron_trigger', 0x2114702d, { reward_address: address, salt: u32 }),
    body('cron_reward', 0x2e04891a),
    body('cron_notify', 0xd027efe5, { init_state_hash: u256, init_state_depth: uint(10) }),
    body('cron_init', 0x2e41d3ac),
    body('cron_destroyed', 0xbbe27821),
    body('w5_dns_renewal_calc_and_topup', 0x56f6110e, {
      first_call_time: u32,
      repeat_every: u32,
      salt: u32,
      reward: coins,
      owner_address: addressInt,
      renewal_actions_cell: cell,
      topup_amount: coins,
      msg_to_wallet_amount: coins,
    }),
  ],
}
