import { body, type ContractDefinition } from './contractDefinition.ts'
import { bits, bits256, oneOf, record } from './layout.ts'

/** Payloads that name an invoice. */
export const INVOICE: ContractDefinition = {
  name: 'invoice',
  messages: [
    body('invoice_payload', 0x7aa23eb5, {
      id: bits(128),
      url: oneOf({ '00000000': record('none', {}), '00000001': record('tonsite', { address: bits256 }) }),
    }),
  ],
}
