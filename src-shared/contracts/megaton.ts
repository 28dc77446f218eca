import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { addressInt, coins, record, ref, u256 } from './layout.ts'

/** Pools of MegatonFi. */
export const MEGATON: ContractDefinition = {
  name: 'MegatonFi',
  interfaces: [
    { name: 'megatonfi_router', methods: ['get_mining_data', 'get_lp_data'] },
    { name: 'megatonfi_exchange', methods: ['get_lp_swap_data', 'get_lp_mining_data'] },
  ],
  messages: [
    query('megaton_wton_mint', 0x77a33521, { amount: coins }),
    body('megaton_update_mining_params', 0x56a8e920, {
      pool_addr: addressInt,
      last_mined: u256,
      last_index: u256,
      '': ref(record(undefined, { last_mined: u256, last_index: u256 })),
    }),
  ],
}
