import { body, type ContractDefinition } from './contractDefinition.ts'
import { address, bool, coins, u16 } from './layout.ts'

/** Gas Pump's launchpad: its logs. */
export const GAS_PUMP: ContractDefinition = {
  name: 'Gas Pump',
  messages: [
    body('gas_pump_buy_log', 0x67617302, {
      buyer_address: address,
      input_ton_amount: coins,
      ton_amount: coins,
      jetton_amount: coins,
      fee_ton_amount: coins,
      bonding_curve_overflow: bool,
    }),
    body('gas_pump_sell_log', 0x67617303, {
      seller_address: address,
      ton_amount: coins,
      jetton_amount: coins,
      fee_ton_amount: coins,
    }),
    body('gas_pump_send_to_pool_log', 0x67617305, {
      ton_amount: coins,
      jetton_amount: coins,
      fee_ton_amount: coins,
    }),
    body('gas_pump_change_trade_state_log', 0x67617306, { old_trade_state: u16, new_trade_state: u16 }),
  ],
}
