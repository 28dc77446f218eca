import { type ContractDefinition, query } from './contractDefinition.ts'
import { address, type Fields, u32, varUint16 } from './layout.ts'

const minted: Fields = { tokens: varUint16, coins: varUint16, owner: address, round_since: u32 }

/** Liquid staking by Hipo. */
export const HIPO: ContractDefinition = {
  name: 'Hipo',
  messages: [
    query('hipo_finance_deposit_coins', 0x3d3761a6, {
      owner: address,
      coins: varUint16,
      ownership_assigned_amount: varUint16,
      referrer: address,
    }),
    query('hipo_finance_proxy_tokens_minted', 0x5be57626, minted),
    query('hipo_finance_tokens_minted', 0x5445efee, minted),
  ],
}
