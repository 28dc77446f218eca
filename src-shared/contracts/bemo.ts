import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { address, maybeCell, u32, u64, varUint16 } from './layout.ts'

/** Liquid staking by bemo. */
export const BEMO: ContractDefinition = {
  name: 'bemo',
  messages: [
    query('bemo_stake', 0x4253c4d5, { forward_ton_amount: varUint16, forward_payload: maybeCell }),
    body('bemo_unstake', 0x492ab1b3, {
      index: u64,
      owner: address,
      ton_amount: varUint16,
      jetton_amount: varUint16,
      forward_payload: maybeCell,
    }),
    query('bemo_deploy_unstake_request', 0x10a1ce75, {
      owner_address: address,
      withdraw_ton_amount: varUint16,
      withdraw_jetton_amount: varUint16,
      forward_payload: maybeCell,
      lockup_timestamp: u32,
    }),
    query('bemo_unstake_notification', 0x90c80a07, { forward_payload: maybeCell }),
    body('bemo_return_unstake_request', 0x38633538, { lockup_timestamp: u32 }),
  ],
}
