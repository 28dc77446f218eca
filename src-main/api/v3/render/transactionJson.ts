import type { BlockIdJson } from '#shared/schema/v3/common.ts'
import type { TransactionAccountStateJson, TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import type { BlockRef } from '../../../store/queries/blocks.ts'
import type { StateRecord, TransactionRecord } from '../../../store/queries/records.ts'
import { descriptionJson } from './descriptionJson.ts'
import {
  absent,
  address,
  decimal,
  field,
  flag,
  hash,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from './jsonWriter.ts'
import { messageJson } from './messageJson.ts'
import { extraCurrencies, shardText } from './scalars.ts'

const blockId = object<BlockRef, BlockIdJson>({
  workchain: field(integer, ({ workchain }) => workchain),
  shard: field(text(), ({ shard }) => shardText(shard)),
  seqno: field(integer, ({ seqno }) => seqno),
})

/** compatibility-v3 §4.7. */
export const accountState = object<StateRecord, TransactionAccountStateJson>({
  hash: field(hash, (state) => state.hash),
  balance: nullable(decimal, ({ known }) => known?.balance),
  extra_currencies: nullable(extraCurrencies, ({ known }) => known && { dictionary: known.extra }),
  account_status: nullable(text(), ({ known }) => known?.status),
  frozen_hash: nullable(hash, ({ known }) => known?.frozenHash),
  data_hash: nullable(hash, ({ known }) => known?.dataHash),
  code_hash: nullable(hash, ({ known }) => known?.codeHash),
  data_boc: absent,
  code_boc: absent,
})

/**
 * compatibility-v3 §4.4; of a block, or emulated. The context is the decode budget of the answer that the transaction
 * is in.
 */
export const transactionJson = object<TransactionRecord, TransactionJson, DecodeBudget>({
  account: field(address, (transaction) => transaction.account),
  hash: field(hash, (transaction) => transaction.hash),
  lt: field(decimal, (transaction) => transaction.lt),
  now: field(integer, (transaction) => transaction.now),
  mc_block_seqno: field(integer, (transaction) => transaction.mcSeqno),
  trace_id: optional(hash, ({ traceId, isTraceBroken }) => (isTraceBroken ? undefined : traceId)),
  trace_external_hash: optional(hash, (transaction) => transaction.traceExternalHash),
  trace_external_hash_norm: optional(hash, (transaction) => transaction.traceExternalHashNorm),
  prev_trans_hash: field(hash, (transaction) => transaction.prevHash),
  prev_trans_lt: field(decimal, (transaction) => transaction.prevLt),
  orig_status: field(text(), (transaction) => transaction.origStatus),
  end_status: field(text(), (transaction) => transaction.endStatus),
  total_fees: field(decimal, (transaction) => transaction.totalFees),
  total_fees_extra_currencies: field(extraCurrencies, (transaction) => ({
    dictionary: transaction.totalFeesExtra,
  })),
  description: field(descriptionJson, (transaction) => transaction.description),
  block_ref: field(blockId, (transaction) => transaction.block),
  in_msg: nullable(messageJson, (transaction) => transaction.inMsg),
  out_msgs: field(list(messageJson), (transaction) => transaction.outMsgs),
  account_state_before: field(accountState, (transaction) => transaction.before),
  account_state_after: field(accountState, (transaction) => transaction.after),
  emulated: field(flag, (transaction) => transaction.finality !== 'finalized'),
  finality: field(text(), (transaction) => transaction.finality),
})
