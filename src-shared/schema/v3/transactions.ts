import { z } from 'zod'
import { optional, withDefault } from '../parameter.ts'
import {
  accountStatus,
  addressText,
  BOOK,
  blockId,
  bocText,
  decimal,
  extraCurrencies,
  hashText,
  ltText,
  utime,
} from './common.ts'
import { transactionDescription } from './description.ts'
import { addresses, hash, hashes, int32, lenientDirection, lenientSeqno, lt, shard } from './kinds.ts'
import { MESSAGE_FILTERS, message } from './messages.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, PAGE, SORT, UTIME_WINDOW } from './page.ts'

/** Transactions: compatibility-v3 §4.4, §4.7 and §5.5 to §5.8. */

/** An account before or after a transaction: its hash, and the other fields if known. */
export const transactionAccountState = z
  .strictObject({
    hash: hashText,
    balance: decimal.nullable(),
    extra_currencies: extraCurrencies.nullable(),
    account_status: accountStatus.nullable(),
    frozen_hash: hashText.nullable(),
    data_hash: hashText.nullable(),
    code_hash: hashText.nullable(),
    data_boc: bocText.optional(),
    code_boc: bocText.optional(),
  })
  .meta({ id: 'AccountState' })
/** An account before or after a transaction. */
export type TransactionAccountStateJson = z.infer<typeof transactionAccountState>

export const transaction = z
  .strictObject({
    account: addressText,
    hash: hashText,
    lt: ltText,
    now: utime,
    mc_block_seqno: z
      .uint32()
      .meta({ description: 'The masterchain block that committed the block; 0 before that' }),
    trace_id: hashText.optional(),
    trace_external_hash: hashText.optional().meta({
      description: 'The message from outside that began the trace; absent if the trace began otherwise',
    }),
    trace_external_hash_norm: hashText
      .optional()
      .meta({ description: 'Its normalized hash; absent if that is the same' }),
    prev_trans_hash: hashText,
    prev_trans_lt: ltText,
    orig_status: accountStatus,
    end_status: accountStatus,
    total_fees: decimal,
    total_fees_extra_currencies: extraCurrencies,
    description: transactionDescription,
    block_ref: blockId,
    in_msg: message.nullable(),
    out_msgs: z.array(message),
    account_state_before: transactionAccountState,
    account_state_after: transactionAccountState,
    emulated: z.boolean(),
    finality: z.enum(['pending', 'confirmed', 'finalized']),
  })
  .meta({ id: 'Transaction' })
/** A transaction with its messages and phases. */
export type TransactionJson = z.infer<typeof transaction>

const transactionsResponse = z
  .strictObject({ transactions: z.array(transaction), ...BOOK })
  .meta({ id: 'TransactionsResponse' })
/** A list of transactions with the address book. */
export type TransactionsResponseJson = z.infer<typeof transactionsResponse>

export const transactions = defineV3Operation({
  name: 'transactions',
  category: 'blockchain data',
  summary: 'Transactions of accounts, blocks, or in a span of time',
  parameters: {
    workchain: optional(int32, { description: 'Workchain of the block' }),
    shard: optional(shard, { description: 'Shard of the block: hexadecimal, or signed decimal' }),
    seqno: optional(int32, { description: 'Seqno of the block' }),
    mc_seqno: optional(int32, { description: 'Masterchain block that committed the block' }),
    account: optional(addresses, { description: 'Of these accounts' }),
    exclude_account: optional(addresses, { description: 'Not of these accounts' }),
    hash: optional(hashes, { description: 'Hash of the transaction' }),
    lt: optional(lt, { description: 'Logical time of the transaction' }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: transactionsResponse,
})

export const transactionsByMasterchainBlock = defineV3Operation({
  name: 'transactionsByMasterchainBlock',
  category: 'blockchain data',
  summary: 'Transactions of all blocks that a masterchain block committed',
  parameters: {
    seqno: withDefault(lenientSeqno, 0, { description: 'Seqno of the masterchain block' }),
    ...PAGE,
    ...SORT,
  },
  result: transactionsResponse,
})

export const transactionsByMessage = defineV3Operation({
  name: 'transactionsByMessage',
  category: 'blockchain data',
  summary: 'Transactions that sent or received a message',
  parameters: { ...MESSAGE_FILTERS, ...PAGE },
  check: ({ msg_hash = [], body_hash, opcode }) =>
    msg_hash.length === 0 && body_hash === undefined && opcode === undefined
      ? 'at least one of msg_hash, body_hash, opcode should be specified'
      : undefined,
  result: transactionsResponse,
})

export const adjacentTransactions = defineV3Operation({
  name: 'adjacentTransactions',
  category: 'blockchain data',
  summary: 'The transaction that sent the message of a transaction, and those that received what it sent',
  parameters: {
    hash: optional(hash, { description: 'Hash of the transaction' }),
    direction: withDefault(lenientDirection, 'both', { description: 'in: the sender, out: the receivers' }),
  },
  result: transactionsResponse,
})
