import type { TransactionAccountStateJson, TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { Allowance } from '../../../contracts/messages/decodeBody.ts'
import type { StateRecord, TransactionRecord } from '../../../store/queries/records.ts'
import { descriptionJson } from './descriptionJson.ts'
import { messageJson } from './messageJson.ts'
import { addressText, blockIdJson, extraCurrenciesJson, hashText } from './scalars.ts'

/**
 * v3-contract §5.4; of a block, or emulated.
 * @param allowance of the answer that the transaction is in
 */
export function transactionJson(transaction: TransactionRecord, allowance: Allowance): TransactionJson {
  const { traceId, traceExternalHash, inMsg, finality } = transaction
  return {
    account: addressText(transaction.account),
    hash: hashText(transaction.hash),
    lt: transaction.lt.toString(),
    now: transaction.now,
    mc_block_seqno: transaction.mcSeqno,
    trace_id: traceId && hashText(traceId),
    trace_external_hash: traceExternalHash && hashText(traceExternalHash),
    prev_trans_hash: hashText(transaction.prevHash),
    prev_trans_lt: transaction.prevLt.toString(),
    orig_status: transaction.origStatus,
    end_status: transaction.endStatus,
    total_fees: transaction.totalFees.toString(),
    total_fees_extra_currencies: extraCurrenciesJson(transaction.totalFeesExtra),
    description: descriptionJson(transaction.description),
    block_ref: blockIdJson(transaction.block),
    in_msg: inMsg ? messageJson(inMsg, allowance) : null,
    out_msgs: transaction.outMsgs.map((message) => messageJson(message, allowance)),
    account_state_before: stateJson(transaction.before),
    account_state_after: stateJson(transaction.after),
    emulated: finality !== 'finalized',
    finality,
  }
}

/** v3-contract §5.7. */
function stateJson({ hash, known }: StateRecord): TransactionAccountStateJson {
  const textOf = (value: Buffer | undefined) => (value ? hashText(value) : null)
  return {
    hash: hashText(hash),
    balance: known ? known.balance.toString() : null,
    extra_currencies: known ? extraCurrenciesJson(known.extra) : null,
    account_status: known?.status ?? null,
    frozen_hash: textOf(known?.frozenHash),
    data_hash: textOf(known?.dataHash),
    code_hash: textOf(known?.codeHash),
  }
}
