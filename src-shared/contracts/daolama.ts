import { body, type ContractDefinition } from './contractDefinition.ts'
import { coins } from './layout.ts'

/** DAOLama's lending vault. */
export const DAOLAMA: ContractDefinition = {
  name: 'DAOLama',
  interfaces: [{ name: 'daolama_vault', methods: ['get_pool_data'] }],
  messages: [body('daolama_vault_supply', 0x5c11ada9, { amount: coins })],
}
