import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import { addressText, BOOK_AND_METADATA, bocText, decimal, hashText, ltText, utime } from './common.ts'
import { address, addresses, flag, lenientAddress, lenientAddresses, transferDirection } from './kinds.ts'
import { decodedBody } from './messages.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, OPTIONAL_SORT, PAGE, SORT, UTIME_WINDOW } from './page.ts'
import { tokenContent } from './tokenContent.ts'

/** Jettons: compatibility-v3 §7.1 to §7.4. Amounts are in the jetton's smallest unit. */

export const jettonMaster = z
  .strictObject({
    address: addressText,
    total_supply: decimal,
    mintable: z.boolean(),
    admin_address: addressText.nullable(),
    jetton_content: tokenContent,
    jetton_wallet_code_hash: hashText,
    code_hash: hashText.nullable(),
    data_hash: hashText.nullable(),
    last_transaction_lt: ltText,
  })
  .meta({ id: 'JettonMaster' })
/** A jetton master. */
export type JettonMasterJson = z.infer<typeof jettonMaster>

export const jettonMasters = defineV3Operation({
  name: 'jetton/masters',
  category: 'jettons',
  summary: 'Jettons by address or administrator',
  parameters: {
    address: optional(addresses, { description: 'Jetton masters' }),
    admin_address: optional(addresses, { description: 'Administrators of jettons' }),
    ...PAGE,
  },
  result: z
    .strictObject({ jetton_masters: z.array(jettonMaster), ...BOOK_AND_METADATA })
    .meta({ id: 'JettonMastersResponse' }),
})

const mintlessInfo = z
  .strictObject({
    amount: decimal,
    start_from: utime.nullable(),
    expire_at: utime.nullable(),
    custom_payload_api_uri: z.array(z.string()).nullable(),
  })
  .meta({ id: 'JettonWalletMintlessInfo' })

export const jettonWallet = z
  .strictObject({
    address: addressText,
    balance: decimal,
    owner: addressText,
    jetton: addressText,
    last_transaction_lt: ltText,
    code_hash: hashText.nullable(),
    data_hash: hashText.nullable(),
    mintless_info: mintlessInfo.optional(),
  })
  .meta({ id: 'JettonWallet' })
/** A jetton wallet with its balance. */
export type JettonWalletJson = z.infer<typeof jettonWallet>

export const jettonWallets = defineV3Operation({
  name: 'jetton/wallets',
  category: 'jettons',
  summary: 'Jetton wallets with their balances, by address, owner or jetton',
  parameters: {
    address: optional(addresses, { description: 'Jetton wallets' }),
    owner_address: optional(addresses, { description: 'Owners of jetton wallets' }),
    jetton_address: optional(addresses, {
      description: 'Jetton masters; several of them need exactly one owner_address',
    }),
    exclude_zero_balance: withDefault(flag, false, { description: 'Leaves out wallets without a balance' }),
    ...PAGE,
    ...OPTIONAL_SORT,
  },
  check: ({ owner_address = [], jetton_address = [] }) =>
    jetton_address.length > 1 && owner_address.length !== 1
      ? 'exact one owner_address required for multiple jetton_address'
      : undefined,
  result: z
    .strictObject({ jetton_wallets: z.array(jettonWallet), ...BOOK_AND_METADATA })
    .meta({ id: 'JettonWalletsResponse' }),
})

export const jettonTransfer = z
  .strictObject({
    query_id: decimal,
    source: addressText,
    destination: addressText,
    amount: decimal,
    source_wallet: addressText,
    jetton_master: addressText,
    transaction_hash: hashText,
    transaction_lt: ltText,
    transaction_now: utime,
    transaction_aborted: z.boolean(),
    response_destination: addressText,
    custom_payload: bocText.nullable(),
    decoded_custom_payload: decodedBody.nullable(),
    forward_ton_amount: decimal,
    forward_payload: bocText.nullable().meta({ description: 'Null where it is not in a cell of its own' }),
    decoded_forward_payload: decodedBody.nullable(),
    trace_id: hashText.nullable(),
  })
  .meta({ id: 'JettonTransfer' })
/** A transfer of jettons. */
export type JettonTransferJson = z.infer<typeof jettonTransfer>

export const jettonTransfers = defineV3Operation({
  name: 'jetton/transfers',
  category: 'jettons',
  summary: 'Jetton transfers that did not fail, by owner, wallet or jetton',
  parameters: {
    owner_address: optional(addresses, { description: 'Senders or receivers' }),
    address: optional(lenientAddress, { description: 'An older name of owner_address' }),
    jetton_wallet: optional(addresses, { description: 'Jetton wallets that sent' }),
    jetton_master: optional(address, { description: 'Jetton master' }),
    direction: withDefault(transferDirection, 'both', {
      description: 'in: received by owner_address, out: sent by it',
    }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: z
    .strictObject({ jetton_transfers: z.array(jettonTransfer), ...BOOK_AND_METADATA })
    .meta({ id: 'JettonTransfersResponse' }),
})

export const jettonBurn = z
  .strictObject({
    query_id: decimal,
    owner: addressText,
    jetton_wallet: addressText,
    jetton_master: addressText,
    transaction_hash: hashText,
    transaction_lt: ltText,
    transaction_now: utime,
    transaction_aborted: z.boolean(),
    amount: decimal,
    response_destination: addressText,
    custom_payload: bocText.nullable(),
    decoded_custom_payload: decodedBody.nullable(),
    trace_id: hashText.nullable(),
  })
  .meta({ id: 'JettonBurn' })
/** A burn of jettons. */
export type JettonBurnJson = z.infer<typeof jettonBurn>

export const jettonBurns = defineV3Operation({
  name: 'jetton/burns',
  category: 'jettons',
  summary: 'Burns of jettons, failed ones too, by owner, wallet or jetton',
  parameters: {
    address: optional(lenientAddresses, { description: 'Owners that burn' }),
    owner_address: optional(addresses, { description: 'The same; counts before address' }),
    jetton_wallet: optional(addresses, { description: 'Jetton wallets' }),
    jetton_master: optional(address, { description: 'Jetton master' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: z
    .strictObject({ jetton_burns: z.array(jettonBurn), ...BOOK_AND_METADATA })
    .meta({ id: 'JettonBurnsResponse' }),
})
