import { Address, Cell, loadTransaction, type Transaction } from '@ton/core'
import type { BlockIdExtJson, ExtraCurrencyJson } from '#shared/schema/v2/common.ts'
import type {
  ExtMessageJson,
  ExtTransactionJson,
  RawMessageJson,
  RawTransactionExtJson,
  RawTransactionJson,
} from '#shared/schema/v2/transactions.ts'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'

/**
 * Facts in the answers of both v2 and v3, in one form. Amounts that v3 does not have are v2's zero; v2's fee also
 * includes the forwarding fees of the sent messages.
 */

export type V2Transaction = ExtTransactionJson | RawTransactionJson | RawTransactionExtJson

export function v2Transaction(transaction: V2Transaction) {
  return {
    account: rawAddress(transaction.address),
    ...transaction.transaction_id,
    utime: transaction.utime,
    fee: transaction.fee,
    storageFee: transaction.storage_fee,
    otherFee: transaction.other_fee,
    ...phasesOf(loadTransaction(Cell.fromBase64(transaction.data).beginParse())),
    inMessage: transaction.in_msg && v2Message(transaction.in_msg),
    outMessages: transaction.out_msgs.map(v2Message),
  }
}

export function v3Transaction(transaction: TransactionJson): ReturnType<typeof v2Transaction> {
  const { description } = transaction
  const fee = transaction.out_msgs
    .reduce(
      (sum, { fwd_fee, ihr_fee }) => sum + BigInt(fwd_fee ?? 0) + BigInt(ihr_fee ?? 0),
      BigInt(transaction.total_fees),
    )
    .toString()
  const storageFee = description.storage_ph?.storage_fees_collected ?? '0'
  const compute = description.compute_ph
  return {
    account: transaction.account,
    '@type': 'internal.transactionId',
    lt: transaction.lt,
    hash: transaction.hash,
    utime: transaction.now,
    fee,
    storageFee,
    otherFee: (BigInt(fee) - BigInt(storageFee)).toString(),
    prevLt: transaction.prev_trans_lt,
    prevHash: transaction.prev_trans_hash,
    statuses: [transaction.orig_status, transaction.end_status],
    states: [transaction.account_state_before.hash, transaction.account_state_after.hash],
    isAborted: description.aborted,
    gasUsed: compute?.skipped === false ? compute.gas_used : undefined,
    exitCode: compute?.skipped === false ? compute.exit_code : undefined,
    actionCode: description.action?.result_code,
    inMessage: transaction.in_msg ? v3Message(transaction.in_msg) : undefined,
    outMessages: transaction.out_msgs.map(v3Message),
  }
}

const STATUSES = {
  uninitialized: 'uninit',
  frozen: 'frozen',
  active: 'active',
  'non-existing': 'nonexist',
} as const

/** What v2 shows only as a bag of cells: as @ton/core reads it. */
export function phasesOf({ description, ...transaction }: Transaction) {
  const compute = 'computePhase' in description ? description.computePhase : undefined
  const action = 'actionPhase' in description ? description.actionPhase : undefined
  return {
    prevLt: transaction.prevTransactionLt.toString(),
    prevHash: Buffer.from(transaction.prevTransactionHash.toString(16).padStart(64, '0'), 'hex').toString(
      'base64',
    ),
    statuses: [STATUSES[transaction.oldStatus], STATUSES[transaction.endStatus]],
    states: [transaction.stateUpdate.oldHash, transaction.stateUpdate.newHash].map((hash) =>
      hash.toString('base64'),
    ),
    isAborted: 'aborted' in description ? description.aborted : undefined,
    gasUsed: compute?.type === 'vm' ? compute.gasUsed.toString() : undefined,
    exitCode: compute?.type === 'vm' ? compute.exitCode : undefined,
    actionCode: action?.resultCode,
  }
}

function v2Message(message: ExtMessageJson | RawMessageJson) {
  const { msg_data: content } = message
  const init = content['@type'] === 'msg.dataRaw' ? content.init_state : ''
  return {
    hash: message.hash,
    source: rawAddress(message.source),
    destination: rawAddress(message.destination),
    value: message.value,
    extra: v2Extra(message.extra_currencies),
    forwardFee: message.fwd_fee,
    createdLt: message.created_lt,
    bodyHash: message.body_hash,
    init: init === '' ? undefined : Cell.fromBase64(init).hash().toString('base64'),
    comment: content['@type'] === 'msg.dataText' ? Buffer.from(content.text, 'base64').toString() : undefined,
  }
}

function v3Message(message: MessageJson): ReturnType<typeof v2Message> {
  const { decoded, hash: bodyHash = '' } = message.message_content ?? {}
  const comment = decoded?.['@type'] === 'text_comment' ? String(decoded.comment) : undefined
  return {
    hash: message.hash,
    source: message.source,
    destination: message.destination,
    value: message.value ?? '0',
    extra: message.value_extra_currencies ?? {},
    forwardFee: message.fwd_fee ?? '0',
    createdLt: message.created_lt ?? '0',
    bodyHash,
    // v2 shows no StateInit beside a comment.
    init: comment === undefined ? message.init_state?.hash : undefined,
    comment,
  }
}

/** v2 has the ids as int32, v3 as the unsigned numbers that the chain has. */
export function v2Extra(currencies: readonly ExtraCurrencyJson[]): Readonly<Record<string, string>> {
  return Object.fromEntries(currencies.map(({ id, amount }) => [id >>> 0, amount]))
}

export function rawAddress(address: string | { readonly account_address: string }): string | null {
  const text = typeof address === 'string' ? address : address.account_address
  if (text === '') return null
  const { workChain, hash } = Address.parse(text)
  return `${workChain}:${hash.toString('hex').toUpperCase()}`
}

/** v3's form of a v2 block id. */
export function blockIdOf({ workchain, shard, seqno, root_hash, file_hash }: BlockIdExtJson) {
  return { workchain, shard: shardOf(shard), seqno, root_hash, file_hash }
}

export function shardOf(shard: string): string {
  return BigInt.asUintN(64, BigInt(shard)).toString(16).toUpperCase()
}

export function idOfBlock({ workchain, shard, seqno, root_hash, file_hash }: BlockJson) {
  return { workchain, shard, seqno, root_hash, file_hash }
}
