import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TransactionsResponseJson } from '#shared/schema/v3/transactions.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findBlocks } from '../../../store/queries/blocks.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { loadHashes, loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import { findTransactions, type TransactionFilter } from '../../../store/queries/transactions.ts'
import {
  findAdjacentTransactions,
  findTransactionsByMessage,
} from '../../../store/queries/transactionsByMessage.ts'
import type { MissingData } from '../reading.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { type BodyOf, deferred, list } from '../render/jsonWriter.ts'
import { transactionJson } from '../render/transactionJson.ts'
import {
  foundForAccounts,
  ifComplete,
  ifListCovered,
  isFullyIndexed,
  missingHistories,
  missingMasterchainBlocks,
  UNKNOWN,
} from './completeness.ts'
import { notFound, type Outcome, type ReadContext } from './context.ts'
import { withDetails } from './details.ts'
import { ifMessagesKnown, missingMessageEnds } from './messageEnds.ts'
import { messageParty } from './messageParty.ts'
import { hashList, ltValue, pageValues, stdAddresses, windows } from './values.ts'

const MASTERCHAIN = -1
const TRANSACTIONS = list(transactionJson)

export function readTransactions(values: V3Values<'transactions'>, context: ReadContext): Outcome {
  const { workchain, shard, seqno, mc_seqno, account, exclude_account, hash, lt } = values
  // Accounts of other workchains only: they have no transactions.
  if (account && account.length > 0 && stdAddresses(account).length === 0)
    return transactionsAnswer(context, [])
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
  const page = pageValues(values)
  const transactions = loadTransactions(context.reader, findTransactions(context.reader, filter, page))
  return knownTransactions(context, filter, page, transactions)
}

/** Returns the found transactions, or the data to fetch first. */
function knownTransactions(
  context: ReadContext,
  filter: TransactionFilter,
  page: Page,
  transactions: readonly TransactionRecord[],
): Outcome {
  const { mcSeqno, hashes = [], seqno, workchain, shard, accounts, utimes = {}, lts = {}, lt } = filter
  const answer = (): Outcome => transactionsAnswer(context, transactions)
  if (mcSeqno !== undefined) {
    return ifComplete(context, missingMasterchainBlocks(context, mcSeqno), () =>
      isCovered(context.coverage, mcSeqno) ? answer() : notFound(`masterchain block ${mcSeqno} not found`),
    )
  }
  if (hashes.length > 0) {
    const place = placeOf(filter)
    const missing = unknownTransactions(context, hashes).map(
      (wanted): MissingData => ({ kind: 'transaction', hash: wanted, place }),
    )
    return ifComplete(context, missing, () => transactionsAnswer(context, transactions, { isNamed: true }))
  }
  if (seqno !== undefined) {
    if (workchain === MASTERCHAIN) {
      return ifComplete(context, missingMasterchainBlocks(context, seqno), answer)
    }
    return isWholeBlock(context, { workchain, shard, seqno })
      ? answer()
      : ifListCovered(context, filterSpan(filter), answer)
  }
  const full = transactions.length === page.limit ? transactions.at(-1) : undefined
  const last = full && { lt: full.lt, now: full.now }
  if (accounts !== undefined && accounts.length > 0) {
    const isNamed = lt !== undefined && accounts.length === 1 && transactions.length > 0
    const span = lt === undefined ? { utimes, lts } : { lts: { start: lt } }
    const missing = isNamed ? [] : missingHistories(context, accounts, { page, ...span, last })
    return ifComplete(context, missing, () =>
      transactionsAnswer(context, transactions, { accounts, isNamed }),
    )
  }
  return ifListCovered(context, { ...filterSpan(filter), page, last }, answer)
}

/** Returns where a request for one transaction says that it is. */
function placeOf({ accounts = [], hashes = [], lt }: TransactionFilter) {
  const [account] = accounts
  const isOne = accounts.length === 1 && hashes.length === 1
  return isOne && account && lt !== undefined ? { account, lt } : undefined
}

function filterSpan({ utimes = {}, lts = {}, lt }: TransactionFilter) {
  return { utimes, lts: lt === undefined ? lts : { start: lt, end: lt } }
}

/** Returns whether all transactions of the block with an id are indexed. */
function isWholeBlock(
  { reader }: ReadContext,
  { workchain, shard, seqno }: Pick<TransactionFilter, 'workchain' | 'shard' | 'seqno'>,
): boolean {
  if (workchain === undefined || shard === undefined) return false
  return findBlocks(reader, { workchain, shard, seqno }, { limit: 1, offset: 0, sort: 'asc' }).length > 0
}

type AnswerOptions = {
  /** Accounts on whose histories the answer depends. */
  readonly accounts?: readonly StdAddress[]
  /** Whether the request names the transactions, so that the states of their accounts are read too. */
  readonly isNamed?: boolean
}

function transactionsAnswer(
  context: ReadContext,
  transactions: readonly TransactionRecord[],
  { accounts = [], isNamed = false }: AnswerOptions = {},
): Outcome {
  const parties = transactionParties(transactions)
  const rows = { transactions, states: transactions, readsStates: isNamed, parties }
  return withDetails(context, rows, () =>
    foundForAccounts(context, accounts, transactionsBody(context, transactions)),
  )
}

export function unknownTransactions(context: ReadContext, hashes: readonly Buffer[]): Buffer[] {
  if (isFullyIndexed(context)) return []
  const { reader } = context
  const known = findTransactions(reader, { hashes }, { limit: hashes.length, offset: 0, sort: 'asc' })
  const found = new Set(loadHashes(reader, known).map((hash) => hash.toString('latin1')))
  return hashes.filter((hash) => !found.has(hash.toString('latin1')))
}

export function readMasterchainBlockTransactions(
  { seqno, ...values }: V3Values<'transactionsByMasterchainBlock'>,
  context: ReadContext,
): Outcome {
  const page = pageValues(values)
  const ids = findTransactions(context.reader, { mcSeqno: seqno }, page)
  return knownTransactions(context, { mcSeqno: seqno }, page, loadTransactions(context.reader, ids))
}

export function readTransactionsByMessage(
  values: V3Values<'transactionsByMessage'>,
  context: ReadContext,
): Outcome {
  const { msg_hash, body_hash, source, destination, opcode, direction } = values
  const filter = {
    hashes: hashList(msg_hash),
    bodyHash: body_hash && bufferOf(body_hash),
    source: messageParty(source),
    destination: messageParty(destination),
    opcode,
    direction,
  }
  const { reader } = context
  const transactions = loadTransactions(reader, findTransactionsByMessage(reader, filter, pageValues(values)))
  const answer = () => transactionsAnswer(context, transactions, { isNamed: true })
  if (isFullyIndexed(context)) return answer()
  const { hashes } = filter
  if (hashes.length === 0) return UNKNOWN
  return ifMessagesKnown(context, hashes, (ends) =>
    ifComplete(context, missingMessageEnds(ends, direction), answer),
  )
}

export function readAdjacentTransactions(
  { hash, direction }: V3Values<'adjacentTransactions'>,
  context: ReadContext,
): Outcome {
  const { reader } = context
  const missing = hash ? neighbourNeeds(context, bufferOf(hash), direction) : []
  const ids = hash ? findAdjacentTransactions(reader, bufferOf(hash), direction) : []
  return ifComplete(context, missing, () =>
    ids.length > 0
      ? transactionsAnswer(context, loadTransactions(reader, ids), { isNamed: true })
      : notFound('adjacent transactions not found'),
  )
}

function neighbourNeeds(context: ReadContext, hash: Buffer, direction: 'in' | 'out' | 'both'): MissingData[] {
  if (isFullyIndexed(context)) return []
  if (unknownTransactions(context, [hash]).length > 0) return [{ kind: 'neighbours', transaction: hash }]
  const { reader } = context
  const [transaction] = loadTransactions(
    reader,
    findTransactions(reader, { hashes: [hash] }, { limit: 1, offset: 0, sort: 'asc' }),
  )
  if (!transaction) return []
  const received = transaction.inMsg?.kind === 'internal' ? 1 : 0
  const sent = transaction.outMsgs.filter(({ kind }) => kind === 'internal').length
  const wanted = (direction === 'out' ? 0 : received) + (direction === 'in' ? 0 : sent)
  return findAdjacentTransactions(reader, hash, direction).length < wanted
    ? [{ kind: 'neighbours', transaction: hash }]
    : []
}

export function transactionsBody(
  context: ReadContext,
  transactions: readonly TransactionRecord[],
): BodyOf<TransactionsResponseJson> {
  return {
    transactions: deferred(TRANSACTIONS, transactions, context.decodeBudget),
    address_book: addressBookJson(context, transactionParties(transactions)),
  }
}
