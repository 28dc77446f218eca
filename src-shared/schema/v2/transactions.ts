import { z } from 'zod'
import { documentedAs, optional, required, withDefault } from '../parameter.ts'
import { BLOCK_SEQNO, BLOCK_SHARD, FILE_HASH, ROOT_HASH, WORKCHAIN } from './blocks.ts'
import { atMost, nonNegative, positive, together } from './checks.ts'
import {
  accountAddress,
  base64Text,
  blockIdExt,
  bocText,
  count,
  decimalText,
  extraCurrency,
  hashText,
  ltText,
  tagged,
  transactionId,
  utimeNumber,
} from './common.ts'
import { accountHash, address, flag, hash, int32Count, int64, int64Count, ltParameter } from './kinds.ts'
import { defineOperation } from './operation.ts'

/** Transactions and their messages: compatibility-v2 §5 and §7. */

const DEFAULT_COUNT = 40
const MAX_COUNT = 10_000
const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000

const messageData = z
  .discriminatedUnion('@type', [
    tagged('msg.dataRaw', { body: bocText, init_state: bocText }),
    tagged('msg.dataText', { text: base64Text }),
    tagged('msg.dataEncryptedText', { text: base64Text }),
  ])
  .meta({
    id: 'msg.data',
    description: 'The body of a message: a text comment, an encrypted one, or anything else as cells',
  })
/** The body of a message (tonlib's `msg.data`): cells, or the text of a comment in base64. */
export type MessageDataJson = z.infer<typeof messageData>

const messageFields = {
  value: decimalText,
  extra_currencies: z.array(extraCurrency),
  fwd_fee: decimalText,
  ihr_fee: decimalText,
  created_lt: ltText,
  body_hash: hashText,
  msg_data: messageData,
}

const extMessage = z
  .strictObject({
    '@type': z.literal('ext.message'),
    hash: hashText,
    source: z.string(),
    destination: z.string(),
    ...messageFields,
    message: z
      .string()
      .optional()
      .meta({ description: 'The comment, or the base64 of the body’s root cell and a line feed' }),
    message_decode_error: z.string().optional(),
  })
  .meta({ id: 'ext.message' })
/** A message with addresses as plain texts, as in getTransactions. */
export type ExtMessageJson = z.infer<typeof extMessage>

const rawMessage = z
  .strictObject({
    '@type': z.literal('raw.message'),
    hash: hashText,
    source: accountAddress,
    destination: accountAddress,
    ...messageFields,
  })
  .meta({ id: 'raw.message' })
/** A message in tonlib's form (`raw.message`). */
export type RawMessageJson = z.infer<typeof rawMessage>

const transactionFields = {
  utime: utimeNumber,
  data: bocText,
  transaction_id: transactionId,
  fee: decimalText,
  storage_fee: decimalText,
  other_fee: decimalText,
}

const rawAccount = z.string().meta({ description: 'Raw form, upper-case' })

export const extTransaction = z
  .strictObject({
    '@type': z.literal('ext.transaction'),
    address: accountAddress,
    account: rawAccount,
    ...transactionFields,
    in_msg: extMessage.optional(),
    out_msgs: z.array(extMessage),
  })
  .meta({ id: 'ext.transaction' })
/** A transaction with addresses as plain texts, as in getTransactions. */
export type ExtTransactionJson = z.infer<typeof extTransaction>

const rawTransaction = z
  .strictObject({
    '@type': z.literal('raw.transaction'),
    address: accountAddress,
    ...transactionFields,
    in_msg: rawMessage.optional(),
    out_msgs: z.array(rawMessage),
  })
  .meta({ id: 'raw.transaction' })
/** A transaction in tonlib's form (`raw.transaction`), as in getTransactionsStd. */
export type RawTransactionJson = z.infer<typeof rawTransaction>

const rawTransactionExt = z
  .strictObject({
    '@type': z.literal('raw.transactionExt'),
    address: accountAddress,
    ...transactionFields,
    in_msg: rawMessage.optional(),
    out_msgs: z.array(rawMessage),
    account: rawAccount,
  })
  .meta({ id: 'raw.transactionExt' })
/** A transaction in tonlib's form with its account, as in getBlockTransactionsExt. */
export type RawTransactionExtJson = z.infer<typeof rawTransactionExt>

const BLOCK_TRANSACTIONS_PARAMETERS = {
  workchain: WORKCHAIN,
  shard: BLOCK_SHARD,
  seqno: BLOCK_SEQNO,
  root_hash: ROOT_HASH,
  file_hash: FILE_HASH,
  after_lt: optional(ltParameter, { description: 'Logical time of the last transaction of the page before' }),
  after_hash: optional(accountHash, { description: 'Its account: an address, or the 32-byte hash' }),
  count: withDefault(documentedAs(int32Count, z.int().min(1).max(MAX_COUNT)), DEFAULT_COUNT, {
    description: 'Transactions to return, at most 10000',
  }),
}

const checkBlockTransactions = (values: {
  readonly seqno: number
  readonly after_lt: bigint | undefined
  readonly after_hash: Uint8Array | undefined
  readonly count: number
}) =>
  positive('seqno', values.seqno) ??
  nonNegative('after_lt', values.after_lt) ??
  together(['after_lt', values.after_lt], ['after_hash', values.after_hash]) ??
  positive('count', values.count) ??
  atMost('count', MAX_COUNT, values.count)

export const getBlockTransactions = defineOperation({
  name: 'getBlockTransactions',
  category: 'transactions',
  summary: 'The transactions of a block by account and logical time',
  cache: 'final',
  parameters: BLOCK_TRANSACTIONS_PARAMETERS,
  check: checkBlockTransactions,
  result: z
    .strictObject({
      '@type': z.literal('blocks.transactions'),
      id: blockIdExt,
      req_count: count,
      incomplete: z.boolean(),
      transactions: z.array(
        z
          .strictObject({
            '@type': z.literal('blocks.shortTxId'),
            mode: z.int32(),
            account: z.string().meta({ description: 'Raw form, lower-case' }),
            lt: ltText,
            hash: hashText,
          })
          .meta({ id: 'blocks.shortTxId' }),
      ),
    })
    .meta({ id: 'blocks.transactions' }),
})

export const getBlockTransactionsExt = defineOperation({
  name: 'getBlockTransactionsExt',
  category: 'transactions',
  summary: 'The transactions of a block in full',
  cache: 'final',
  parameters: BLOCK_TRANSACTIONS_PARAMETERS,
  check: checkBlockTransactions,
  result: z
    .strictObject({
      '@type': z.literal('blocks.transactionsExt'),
      id: blockIdExt,
      req_count: count,
      incomplete: z.boolean(),
      transactions: z.array(rawTransactionExt),
    })
    .meta({ id: 'blocks.transactionsExt' }),
})

const HISTORY_PARAMETERS = {
  address: required(address, { description: 'The account, in any form' }),
  limit: withDefault(documentedAs(int64Count, z.int().min(1).max(MAX_LIMIT)), DEFAULT_LIMIT, {
    description: 'Transactions to return, at most 1000',
  }),
  lt: optional(ltParameter, { description: 'Logical time of the newest transaction wanted' }),
  hash: optional(hash, { description: 'Its hash' }),
  to_lt: withDefault(int64, 0n, { description: 'Leaves out transactions up to this logical time' }),
  archival: optional(flag, { description: 'Ask only servers that keep all blocks' }),
}

type HistoryValues = {
  readonly limit: number
  readonly lt: bigint | undefined
  readonly hash: Uint8Array | undefined
}

const checkLimits = ({ limit, lt }: HistoryValues) =>
  positive('limit', limit) ?? atMost('limit', MAX_LIMIT, limit) ?? nonNegative('lt', lt)

export const getTransactions = defineOperation({
  name: 'getTransactions',
  category: 'transactions',
  summary: 'The history of an account, newest first',
  description:
    'Starts at (lt, hash), which is included, or at the newest transaction. For the next page give the last ' +
    'transaction_id; it comes again as the first item. lt 0 counts as not given.',
  cache: 'head',
  parameters: HISTORY_PARAMETERS,
  check: (values) =>
    checkLimits(values) ?? together(['lt', values.lt === 0n ? undefined : values.lt], ['hash', values.hash]),
  result: z.array(extTransaction),
})

export const getTransactionsStd = defineOperation({
  name: 'getTransactionsStd',
  category: 'transactions',
  summary: 'The history of an account with a pointer to what comes before',
  cache: 'head',
  parameters: HISTORY_PARAMETERS,
  check: (values) => checkLimits(values) ?? together(['lt', values.lt], ['hash', values.hash]),
  result: z
    .strictObject({
      '@type': z.literal('raw.transactions'),
      transactions: z.array(rawTransaction),
      previous_transaction_id: transactionId,
    })
    .meta({ id: 'raw.transactions' }),
})
