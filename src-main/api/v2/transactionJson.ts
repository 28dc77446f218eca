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
import { extMessage, forwardFee, openMessage, rawMessage } from './messageJson.ts'
import { accountAddress, base64, bocText, transactionId } from './scalars.ts'

/** Opens the cell of a Transaction. Throws TlbError for anything else. */
export function openTransaction(cell: Cell): Transaction {
  return parseCell(cell, 'Transaction', loadTransaction)
}

function storageFee(description: TransactionDescr): bigint {
  return 'storagePhase' in description ? (description.storagePhase?.storageFeesCollected ?? 0n) : 0n
}

function accountOf(transaction: Transaction, workchain: number): TonAddress {
  return { workchain, hash: transaction.accountAddr }
}

/**
 * What all renderings have in common. `fee` is what the transaction took plus what its internal messages pay
 * for delivery; `storage_fee` and `other_fee` add up to it.
 */
function commonFields(cell: Cell, transaction: Transaction) {
  const delivery = transaction.outMsgs.reduce((sum, message) => sum + forwardFee(openMessage(message)), 0n)
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

function rawMessages(transaction: Transaction) {
  return {
    ...(transaction.inMsg && { in_msg: rawMessage(transaction.inMsg) }),
    out_msgs: transaction.outMsgs.map(rawMessage),
  }
}

/** The transaction of getTransactions and tryLocate*. `workchain` is that of the block it sits in. */
export function extTransaction(cell: Cell, workchain: number): ExtTransactionJson {
  const transaction = openTransaction(cell)
  const account = accountOf(transaction, workchain)
  return {
    '@type': 'ext.transaction',
    address: accountAddress(account),
    account: formatRawAddress(account, 'upper'),
    ...commonFields(cell, transaction),
    ...(transaction.inMsg && { in_msg: extMessage(transaction.inMsg) }),
    out_msgs: transaction.outMsgs.map(extMessage),
  }
}

/** The transaction of getTransactionsStd. */
export function rawTransaction(cell: Cell, workchain: number): RawTransactionJson {
  const transaction = openTransaction(cell)
  return {
    '@type': 'raw.transaction',
    address: accountAddress(accountOf(transaction, workchain)),
    ...commonFields(cell, transaction),
    ...rawMessages(transaction),
  }
}

/** The transaction of getBlockTransactionsExt. */
export function rawTransactionExt(cell: Cell, workchain: number): RawTransactionExtJson {
  const transaction = openTransaction(cell)
  const account = accountOf(transaction, workchain)
  return {
    '@type': 'raw.transactionExt',
    address: accountAddress(account),
    ...commonFields(cell, transaction),
    ...rawMessages(transaction),
    account: formatRawAddress(account, 'upper'),
  }
}
