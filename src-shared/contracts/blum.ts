import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { address, coins, rest } from './layout.ts'

const traded = {
  supply_delta: coins,
  new_supply: coins,
  collected_ton_liq: coins,
  refferal: rest,
}

/** Blum's launchpad (memepad). */
export const BLUM: ContractDefinition = {
  name: 'Blum',
  messages: [
    query('blum_memepad_buy', 0xaf750d34, { min_recieve: coins, receiver: address, refferal: rest }),
    query('blum_memepad_sell', 0x742b36d8, { amount: coins, min_recieve: coins, refferal: rest }),
    query('blum_memepad_unlock_wallet', 0xf0fd50bb),
    body('blum_memepad_buy_log', 0xceac8af4, { buyer_address: address, tons_consumed: coins, ...traded }),
    body('blum_memepad_sell_log', 0xef2e2def, { seller_address: address, ton_value: coins, ...traded }),
    body('blum_memepad_send_liq_log', 0x30c7219b, { ton_liq_amount: coins, jetton_liq_amount: coins }),
  ],
}
