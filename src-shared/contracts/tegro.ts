import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { address, bool, coins, maybeCell, maybeRef, varUint16 } from './layout.ts'

/** Pools of Tegro. */
export const TEGRO: ContractDefinition = {
  name: 'Tegro',
  messages: [
    query('tegro_swap_ton', 0x600c00fd, {
      extract: bool,
      max_in: coins,
      min_out: coins,
      destination: address,
      error_destination: address,
      ref: maybeRef(address),
    }),
    body('tegro_add_liquidity_forward_payload', 0x287e167a, { amount_a: varUint16, abount_b: varUint16 }),
    body('tegro_jetton_swap_forward_payload', 0x01fb7a25, {
      extract: bool,
      max_in: varUint16,
      min_out: varUint16,
      destination: address,
      error_destination: address,
      payload: maybeCell,
    }),
  ],
}
