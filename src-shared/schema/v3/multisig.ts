import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import { addressText, BOOK, bocText, count, decimal, hashText, ltText } from './common.ts'
import { addresses, flag } from './kinds.ts'
import { orderAction } from './multisigActions.ts'
import { defineV3Operation } from './operation.ts'
import { PAGE, SORT } from './page.ts'

/** Multisig wallets (version 2) and their orders: compatibility-v3 §8.2, §8.3. */

const STATE = {
  last_transaction_lt: ltText,
  code_hash: hashText.nullable(),
  data_hash: hashText.nullable(),
}

export const multisigOrder = z
  .strictObject({
    address: addressText,
    multisig_address: addressText,
    order_seqno: decimal,
    threshold: count,
    sent_for_execution: z.boolean(),
    approvals_mask: decimal,
    approvals_num: count,
    expiration_date: z.int().meta({ description: 'Unix time in seconds' }),
    order_boc: bocText,
    signers: z.array(addressText),
    ...STATE,
    actions: z.array(orderAction).nullable(),
  })
  .meta({ id: 'MultisigOrder' })
/** An order of a multisig wallet. */
export type MultisigOrderJson = z.infer<typeof multisigOrder>

export const multisig = z
  .strictObject({
    address: addressText,
    next_order_seqno: decimal,
    threshold: count,
    signers: z.array(addressText),
    proposers: z.array(addressText).nullable(),
    ...STATE,
    orders: z.array(multisigOrder).nullable(),
  })
  .meta({ id: 'Multisig' })
/** A multisig wallet (version 2) with its orders. */
export type MultisigJson = z.infer<typeof multisig>

export const multisigWallets = defineV3Operation({
  name: 'multisig/wallets',
  category: 'multisig',
  summary: 'Multisig wallets by address or by member, with their orders',
  parameters: {
    address: optional(addresses, { description: 'Multisig wallets' }),
    wallet_address: optional(addresses, { description: 'Signers or proposers' }),
    include_orders: withDefault(flag, true, { description: 'Adds orders' }),
    ...PAGE,
    ...SORT,
  },
  check: ({ address = [], wallet_address = [] }) =>
    address.length === 0 && wallet_address.length === 0
      ? 'At least one of address or wallet_address should be specified'
      : undefined,
  result: z.strictObject({ multisigs: z.array(multisig), ...BOOK }).meta({ id: 'MultisigResponse' }),
})

export const multisigOrders = defineV3Operation({
  name: 'multisig/orders',
  category: 'multisig',
  summary: 'Orders of multisig wallets',
  parameters: {
    address: optional(addresses, { description: 'Orders' }),
    multisig_address: optional(addresses, { description: 'Multisig wallets that the orders belong to' }),
    parse_actions: withDefault(flag, false, { description: 'Adds what each order does' }),
    ...PAGE,
    ...SORT,
  },
  check: ({ address = [], multisig_address = [] }) =>
    address.length === 0 && multisig_address.length === 0
      ? 'At least one of address or multisig_address should be specified'
      : undefined,
  result: z.strictObject({ orders: z.array(multisigOrder), ...BOOK }).meta({ id: 'MultisigOrderResponse' }),
})
