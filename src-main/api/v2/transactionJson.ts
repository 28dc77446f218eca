import type { Cell } from '@ton/core'
import type {
  ExtTransactionJson,
  RawTransactionExtJson,
  RawTransactionJson,
} from '#shared/schema/v2/transactions.ts'
import { formatRawAddress, type TonAddress } from '#shared/ton/address.ts'
import { loadTransaction, type Transaction } from '../../chain/block/transaction.ts'
import type { TransactionDescr } from '../../chain/block/transactionDescr.ts'
import { parseCell } from '../../chain/tlb.ts'
import { extMessage, forwardFee, type OpenMessage, openMessage, rawMessage } from './messageJson.ts'
import { accountAddress, bocText, transactionId } from './scalars.ts'

/** A transaction with its cell and its messages opened. */
export type OpenTransaction = {
  readonly cell: Cell
  readonly transaction: Transaction
  readonly inMsg: OpenMessage | undefined
  readonly outMsgs: readonly OpenMessage[]
}

/** Renderings by cell, as long as the session's caches have the cell: a transaction never changes. */
const opened = new WeakMap<Cell, OpenTransaction>()

/** Opens the cell of a Transaction. Throws TlbError for other cells. */
export function openTransaction(cell: Cell): OpenTransaction {
  const known = opened.get(cell)
  if (known) return known
  const transaction = parseCell(cell, 'Transaction', loadTransaction)
  const open = {
    cell,
    transaction,
    inMsg: transaction.inMsg && openMessage(transaction.inMsg),
    outMsgs: transaction.outMsgs.map(openMessage),
  }
  opened.set(cell, open)
  return open
}

function storageFee(description: TransactionDescr): bigint {
  return 'storagePhase' in description ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n
}

function accountOf({ transaction }: OpenTransaction, workchain: number): TonAddress {
  return { workchain, hash: transaction.accountAddr }
}

/**
 * Returns the fields that all renderings share. `fee` is the transaction's own plus the delivery fees of its internal
 * messages; `storage_fee` and `other_fee` add up to it.
 */
function commonFields({ cell, transaction, outMsgs }: OpenTransaction) {
  const delivery = outMsgs.reduce((sum, { message }) => sum + forwardFee(message), 0n)
  const fee = transaction.totalFees.coins + delivery
  const storage = storageFee(transaction.description)
  return {
    utime: transaction.now,
    data: bocText(cell),
    transaction_id: transactionId(transaction.lt, cell.hash()),
    fee: fee.toString(),
    storage_fee: storage.toString(),
    other_fee: (fee - storage).toString(),
  }
}

function rawMessages({ inMsg, outMsgs }: OpenTransaction) {
  return { ...(inMsg && { in_msg: rawMessage(inMsg) }), out_msgs: outMsgs.map(rawMessage) }
}

/** Renderings, with the workchain for which they were made. */
const rendered = new WeakMap<
  OpenTransaction,
  { readonly workchain: number; readonly json: ExtTransactionJson }
>()

/** Returns the transaction of getTransactions and tryLocate*. `workchain` is that of its block. */
export function extTransaction(opened: OpenTransaction, workchain: number): ExtTransactionJson {
  const known = rendered.get(opened)
  if (known?.workchain === workchain) return known.json
  const json = renderExtTransaction(opened, workchain)
  rendered.set(opened, { workchain, json })
  return json
}

function renderExtTransaction(opened: OpenTransaction, workchain: number): ExtTransactionJson {
  const account = accountOf(opened, workchain)
  return {
    '@type': 'ext.transaction',
    address: accountAddress(account),
    account: formatRawAddress(account, 'upper'),
    ...commonFields(opened),
    ...(opened.inMsg && { in_msg: extMessage(opened.inMsg) }),
    out_msgs: opened.outMsgs.map(extMessage),
  }
}

/** Returns the transaction of getTransactionsStd. */
export function rawTransaction(opened: OpenTransaction, workchain: number): RawTransactionJson {
  return {
    '@type': 'raw.transaction',
    address: accountAddress(accountOf(opened, workchain)),
    ...commonFields(opened),
    ...rawMessages(opened),
  }
}

/** Returns the transaction of getBlockTransactionsExt. */
export function rawTransactionExt(opened: OpenTransaction, workchain: number): RawTransactionExtJson {
  const account = accountOf(opened, workchain)
  return {
    '@type': 'raw.transactionExt',
    address: accountAddress(account),
    ...commonFields(opened),
    ...rawMessages(opened),
    account: formatRawAddress(account, 'upper'),
  }
}
