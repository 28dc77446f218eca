import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TransactionsResponseJson } from '#shared/schema/v3/transactions.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import { findTransactions, type TransactionFilter } from '../../../store/queries/transactions.ts'
import {
  findAdjacentTransactions,
  findTransactionsByMessage,
} from '../../../store/queries/transactionsByMessage.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { transactionJson } from '../render/transactionJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { messageParty } from './messages.ts'
import { bytes, hashList, ltValue, pageValues, stdAddresses, windows } from './values.ts'

export function readTransactions(values: V3Values<'transactions'>, context: ReadContext): Outcome {
  const { workchain, shard, seqno, mc_seqno, account, exclude_account, hash, lt } = values
  const filter: TransactionFilter = {
    workchain,
    shard,
    seqno,
    mcSeqno: mc_seqno,
    ...(account && { accounts: stdAddresses(account) }),
    excludeAccounts: stdAddresses(exclude_account),
    hashes: hashList(hash),
    lt: lt === undefined ? undefined : ltValue(lt),
    ...windows(values),
  }
  return found(transactionsBody(context, findTransactions(context.reader, filter, pageValues(values))))
}

export function readMasterchainBlockTransactions(
  values: V3Values<'transactionsByMasterchainBlock'>,
  context: ReadContext,
): Outcome {
  const ids = findTransactions(context.reader, { mcSeqno: values.seqno }, pageValues(values))
  return found(transactionsBody(context, ids))
}

export function readTransactionsByMessage(
  values: V3Values<'transactionsByMessage'>,
  context: ReadContext,
): Outcome {
  const { msg_hash, body_hash, source, destination, opcode, direction } = values
  const filter = {
    hashes: hashList(msg_hash),
    bodyHash: body_hash && bytes(body_hash),
    source: messageParty(source),
    destination: messageParty(destination),
    opcode,
    direction,
  }
  const ids = findTransactionsByMessage(context.reader, filter, pageValues(values))
  return found(transactionsBody(context, ids))
}

export function readAdjacentTransactions(
  { hash, direction }: V3Values<'adjacentTransactions'>,
  context: ReadContext,
): Outcome {
  const ids = hash ? findAdjacentTransactions(context.reader, bytes(hash), direction) : []
  if (ids.length === 0) return notFound('adjacent transactions not found')
  return found(transactionsBody(context, ids))
}

export function transactionsBody(context: ReadContext, ids: readonly bigint[]): TransactionsResponseJson {
  const transactions = loadTransactions(context.reader, ids)
  return {
    transactions: transactions.map(transactionJson),
    address_book: addressBookJson(context, transactionParties(transactions)),
  }
}
