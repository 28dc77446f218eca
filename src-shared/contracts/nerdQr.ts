import { body, type ContractDefinition } from './contractDefinition.ts'
import { bits512, u32 } from './layout.ts'

/** A game with QR codes. */
export const NERD_QR: ContractDefinition = {
  name: 'Nerd QR',
  messages: [body('nerd_qr_verify', 0xccc2c823, { item_id: u32, signature: bits512 })],
}
