import { z } from 'zod'
import { optional, required, withDefault } from '../parameter.ts'
import {
  accountStatus,
  addressBook as addressBookSchema,
  addressText,
  BOOK_AND_METADATA,
  bocText,
  decimal,
  extraCurrencies,
  hashText,
  ltText,
} from './common.ts'
import { addresses, addressTexts, flag, hashes } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { pageOf } from './page.ts'

/** Current states of accounts: compatibility-v3 §6.1 to §6.5. */

const ACCOUNTS = required(addresses, {
  description: 'Accounts; those that are not known are left out',
  missing: 'address of account is required',
})

export const accountState = z
  .strictObject({
    address: addressText,
    account_state_hash: hashText,
    balance: decimal,
    extra_currencies: extraCurrencies,
    status: accountStatus,
    frozen_hash: hashText.optional(),
    data_hash: hashText.optional(),
    code_hash: hashText.optional(),
    last_transaction_hash: hashText,
    last_transaction_lt: ltText,
    data_boc: bocText.optional(),
    code_boc: bocText.optional(),
    contract_methods: z.array(z.int32()).nullable(),
    interfaces: z.array(z.string()).nullable(),
  })
  .meta({ id: 'AccountStateFull' })
/** The current state of an account, with its interfaces. */
export type AccountStateJson = z.infer<typeof accountState>

export const accountStates = defineV3Operation({
  name: 'accountStates',
  category: 'accounts',
  summary: 'States of accounts, with code and data',
  parameters: {
    address: ACCOUNTS,
    code_hash: optional(hashes, { description: 'Those with this code' }),
    include_boc: withDefault(flag, true, { description: 'Whether code and data are given' }),
  },
  result: z
    .strictObject({ accounts: z.array(accountState), ...BOOK_AND_METADATA })
    .meta({ id: 'AccountStatesResponse' }),
})

export const walletState = z
  .strictObject({
    address: addressText,
    is_wallet: z.boolean(),
    balance: decimal.optional(),
    extra_currencies: extraCurrencies.optional(),
    status: accountStatus.optional(),
    code_hash: hashText.optional(),
    wallet_type: z.string().optional(),
    seqno: z.uint32().optional(),
    wallet_id: z.uint32().optional(),
    is_signature_allowed: z.boolean().optional(),
    last_transaction_hash: hashText,
    last_transaction_lt: ltText,
  })
  .meta({ id: 'WalletState' })
/** The current state of a wallet. An account that is not a wallet has few of the fields. */
export type WalletStateJson = z.infer<typeof walletState>

export const walletStates = defineV3Operation({
  name: 'walletStates',
  category: 'accounts',
  summary: 'Whether accounts are wallets, of which version, with seqno and id',
  parameters: { address: ACCOUNTS },
  result: z
    .strictObject({ wallets: z.array(walletState), ...BOOK_AND_METADATA })
    .meta({ id: 'WalletStatesResponse' }),
})

export const addressBook = defineV3Operation({
  name: 'addressBook',
  category: 'accounts',
  summary: 'How addresses are written for people, by the texts that were given',
  parameters: {
    address: required(addressTexts, {
      description: 'Addresses in any form',
      missing: 'at least 1 address required',
    }),
  },
  result: addressBookSchema,
})

/** The default page size of accounts, as in the reference server. */
const TOP_ACCOUNTS = 100

export const topAccountsByBalance = defineV3Operation({
  name: 'topAccountsByBalance',
  category: 'stats',
  summary: 'The indexed accounts with the largest balances',
  parameters: pageOf(TOP_ACCOUNTS),
  result: z
    .array(z.strictObject({ account: addressText, balance: decimal }).meta({ id: 'AccountBalance' }))
    .meta({ id: 'AccountBalances' }),
})
