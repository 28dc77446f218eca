import { z } from 'zod'
import { optional, required } from '../parameter.ts'
import { positive } from './checks.ts'
import {
  accountAddress,
  blockIdExt,
  bocText,
  decimalText,
  extraCurrency,
  hashText,
  int64Number,
  tagged,
  transactionId,
  tvmCell,
  utimeNumber,
} from './common.ts'
import { address, blockSeqno } from './kinds.ts'
import { ACCOUNT_ENTRIES, defineOperation } from './operation.ts'

/** Accounts: compatibility-v2 §3. */

export const ACCOUNT_PARAMETERS = {
  address: required(address, { description: 'The account, in any form', missing: 'empty address' }),
  seqno: optional(blockSeqno, { description: 'Masterchain block whose state is read; default: the newest' }),
}

/** Returns the error for a seqno that is not positive, or undefined. */
export const checkSeqno = ({ seqno }: { readonly seqno: number | undefined }) => positive('seqno', seqno)

export const accountStatus = z.enum(['uninitialized', 'active', 'frozen'])
/** The status of an account in v2. */
export type AccountStatusJson = z.infer<typeof accountStatus>

export const getAddressInformation = defineOperation({
  name: 'getAddressInformation',
  category: 'accounts',
  summary: 'Balance, code, data and state of an account',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: z
    .strictObject({
      '@type': z.literal('raw.fullAccountState'),
      balance: decimalText,
      extra_currencies: z.array(extraCurrency),
      last_transaction_id: transactionId,
      block_id: blockIdExt,
      code: bocText,
      data: bocText,
      frozen_hash: hashText,
      sync_utime: utimeNumber,
      state: accountStatus,
      suspended: z.boolean(),
    })
    .meta({ id: 'raw.fullAccountState' }),
})

const walletId = z.uint32().meta({ description: 'Identity of the wallet under its key' })
const walletIdAndSeqno = { wallet_id: walletId, seqno: z.int32() }

const restrictedWalletLimit = z
  .strictObject({ '@type': z.literal('rwallet.limit'), seconds: z.int32(), value: int64Number })
  .meta({ id: 'rwallet.limit' })

const restrictedWalletConfig = z
  .strictObject({
    '@type': z.literal('rwallet.config'),
    start_at: z.uint32(),
    limits: z.array(restrictedWalletLimit),
  })
  .meta({ id: 'rwallet.config' })

const paymentChannelConfig = z
  .strictObject({
    '@type': z.literal('pchan.config'),
    alice_public_key: z.string(),
    alice_address: accountAddress,
    bob_public_key: z.string(),
    bob_address: accountAddress,
    init_timeout: z.int32(),
    close_timeout: z.int32(),
    channel_id: int64Number,
  })
  .meta({ id: 'pchan.config' })

const paymentChannelOpening = {
  signed_A: z.boolean(),
  signed_B: z.boolean(),
  min_A: int64Number,
  min_B: int64Number,
  expire_at: int64Number,
  A: int64Number,
  B: int64Number,
}

const paymentChannelState = z
  .discriminatedUnion('@type', [
    tagged('pchan.stateInit', paymentChannelOpening),
    tagged('pchan.stateClose', paymentChannelOpening),
    tagged('pchan.statePayout', { A: int64Number, B: int64Number }),
  ])
  .meta({ id: 'pchan.state' })

const accountState = z
  .discriminatedUnion('@type', [
    tagged('uninited.accountState', { frozen_hash: hashText }),
    tagged('raw.accountState', { code: bocText, data: bocText, frozen_hash: hashText }),
    tagged('wallet.v3.accountState', walletIdAndSeqno),
    tagged('wallet.v4.accountState', walletIdAndSeqno),
    tagged('wallet.highload.v1.accountState', walletIdAndSeqno),
    tagged('wallet.highload.v2.accountState', { wallet_id: walletId }),
    tagged('dns.accountState', { wallet_id: walletId }),
    tagged('rwallet.accountState', {
      ...walletIdAndSeqno,
      unlocked_balance: int64Number,
      config: restrictedWalletConfig,
    }),
    tagged('pchan.accountState', {
      config: paymentChannelConfig,
      state: paymentChannelState,
      description: z.string(),
    }),
  ])
  .meta({ id: 'accountState' })
/** The decoded storage of an account (tonlib's `AccountState`), by `@type`. */
export type AccountStateJson = z.infer<typeof accountState>

export const getExtendedAddressInformation = defineOperation({
  name: 'getExtendedAddressInformation',
  category: 'accounts',
  summary: 'An account with the storage of well-known contracts decoded',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: z
    .strictObject({
      '@type': z.literal('fullAccountState'),
      address: accountAddress,
      balance: decimalText,
      extra_currencies: z.array(extraCurrency),
      last_transaction_id: transactionId,
      block_id: blockIdExt,
      sync_utime: utimeNumber,
      account_state: accountState,
      revision: z.int32(),
    })
    .meta({ id: 'fullAccountState' }),
})

export const getAddressBalance = defineOperation({
  name: 'getAddressBalance',
  category: 'accounts',
  summary: 'Balance of an account in nanoton',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: decimalText,
})

export const getAddressState = defineOperation({
  name: 'getAddressState',
  category: 'accounts',
  summary: 'Whether an account is active, frozen or uninitialized',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: accountStatus,
})

export const getShardAccountCell = defineOperation({
  name: 'getShardAccountCell',
  category: 'accounts',
  summary: 'The account cell with its last transaction, as the shard state keeps it',
  cache: 'head',
  cacheEntries: ACCOUNT_ENTRIES,
  parameters: ACCOUNT_PARAMETERS,
  check: checkSeqno,
  result: tvmCell,
})
