import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TransactionsResponseJson } from '#shared/schema/v3/transactions.ts'
import type { Page } from '../../../store/queries/conditions.ts'
import { isCovered } from '../../../store/queries/coverage.ts'
import { loadHashes, loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import { findTransactions, type TransactionFilter } from '../../../store/queries/transactions.ts'
import {
  findAdjacentTransactions,
  findTransactionsByMessage,
} from '../../../store/queries/transactionsByMessage.ts'
import type { Need } from '../reading.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { type BodyOf, list, written } from '../render/jsonWriter.ts'
import { transactionJson } from '../render/transactionJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import {
  historyNeeds,
  isWhole,
  listed,
  listedHistory,
  listedWithin,
  masterchainNeeds,
  unlessMissing,
} from './knowing.ts'
import { messageParty } from './messages.ts'
import { bytes, hashList, ltValue, pageValues, stdAddresses, windows } from './values.ts'

const MASTERCHAIN = -1
const TRANSACTIONS = list(transactionJson)

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
  const page = pageValues(values)
  const transactions = loadTransactions(context.reader, findTransactions(context.reader, filter, page))
  return knownTransactions(context, filter, page, transactions)
}

/** What was found, unless something is missing that the filter asks for. */
function knownTransactions(
  context: ReadContext,
  filter: TransactionFilter,
  page: Page,
  transactions: readonly TransactionRecord[],
): Outcome {
  const { mcSeqno, hashes = [], seqno, workchain, accounts = [], utimes = {}, lts = {}, lt } = filter
  const isEmpty = transactions.length === 0
  const answer = () => foundTransactions(context, transactions)
  if (mcSeqno !== undefined) {
    return unlessMissing(context, masterchainNeeds(context, mcSeqno), () =>
      isCovered(context.coverage, mcSeqno) ? answer() : notFound(`masterchain block ${mcSeqno} not found`),
    )
  }
  if (hashes.length > 0) {
    const needs = unknownTransactions(context, hashes).map(
      (wanted): Need => ({ kind: 'transaction', hash: wanted }),
    )
    return unlessMissing(context, needs, () =>
      needs.length === 0 ? answer() : listed(context, isEmpty, answer),
    )
  }
  if (seqno !== undefined) {
    const needs = isEmpty && workchain === MASTERCHAIN ? masterchainNeeds(context, seqno) : []
    const isAnswer = workchain === MASTERCHAIN && isCovered(context.coverage, seqno)
    return unlessMissing(context, needs, () => (isAnswer ? answer() : listed(context, isEmpty, answer)))
  }
  if (accounts.length > 0) {
    const last = transactions.length === page.limit ? transactions.at(-1) : undefined
    const span = lt === undefined ? { utimes, lts } : { lts: { start: lt + 1n } }
    const needs = lt !== undefined && !isEmpty ? [] : historyNeeds(context, accounts, { page, ...span, last })
    return unlessMissing(context, needs, () =>
      unlessUnrooted(context, transactions, () =>
        listedHistory(context, accounts, { needs, isEmpty, page }, () =>
          transactionsBody(context, transactions),
        ),
      ),
    )
  }
  const span = lt === undefined ? { utimes, lts } : { utimes, lts: { start: lt, end: lt } }
  return listedWithin(context, isEmpty, span, answer)
}

export function unknownTransactions(context: ReadContext, hashes: readonly Buffer[]): Buffer[] {
  if (isWhole(context)) return []
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
    bodyHash: body_hash && bytes(body_hash),
    source: messageParty(source),
    destination: messageParty(destination),
    opcode,
    direction,
  }
  const { reader } = context
  const transactions = loadTransactions(reader, findTransactionsByMessage(reader, filter, pageValues(values)))
  const needs = direction === 'in' ? [] : unknownSenders(context, transactions, filter.hashes)
  const answer = () => foundTransactions(context, transactions)
  return unlessMissing(context, needs, () => listed(context, transactions.length === 0, answer))
}

/** Of the named messages that a known transaction received and nobody is known to have sent. */
function unknownSenders(
  context: ReadContext,
  transactions: readonly TransactionRecord[],
  messages: readonly Buffer[],
): Need[] {
  if (isWhole(context)) return []
  const isAsked = (hash: Buffer) => messages.some((message) => message.equals(hash))
  const isSent = (hash: Buffer) =>
    transactions.some(({ outMsgs }) => outMsgs.some((message) => message.hash.equals(hash)))
  return transactions
    .filter(({ inMsg }) => inMsg?.kind === 'internal' && isAsked(inMsg.hash) && !isSent(inMsg.hash))
    .map(({ hash }) => ({ kind: 'neighbours', transaction: hash }))
}

export function readAdjacentTransactions(
  { hash, direction }: V3Values<'adjacentTransactions'>,
  context: ReadContext,
): Outcome {
  const { reader } = context
  const needs = hash ? neighbourNeeds(context, bytes(hash), direction) : []
  const ids = hash ? findAdjacentTransactions(reader, bytes(hash), direction) : []
  return unlessMissing(context, needs, () => {
    if (ids.length > 0) return foundTransactions(context, loadTransactions(reader, ids))
    return needs.length > 0 ? { kind: 'missing', needs: [] } : notFound('adjacent transactions not found')
  })
}

function neighbourNeeds(context: ReadContext, hash: Buffer, direction: 'in' | 'out' | 'both'): Need[] {
  if (isWhole(context)) return []
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

/** Transactions as an answer, with the roots of their traces where these can be fetched. */
function foundTransactions(context: ReadContext, transactions: readonly TransactionRecord[]): Outcome {
  return unlessUnrooted(context, transactions, () => found(transactionsBody(context, transactions)))
}

/** `answer`, unless the first transactions of traces are missing, which are their ids, and may be fetched. */
function unlessUnrooted(
  { options }: ReadContext,
  transactions: readonly TransactionRecord[],
  answer: () => Outcome,
): Outcome {
  const needs = options.mayMiss && !options.offline ? unknownRoots(transactions) : []
  return needs.length > 0 ? { kind: 'missing', needs } : answer()
}

function unknownRoots(transactions: readonly TransactionRecord[]): Need[] {
  const broken = transactions.flatMap(({ isTraceBroken, traceId }) => (isTraceBroken && traceId) || [])
  const unique = new Map(broken.map((hash) => [hash.toString('latin1'), hash]))
  return [...unique.values()].map((transaction) => ({ kind: 'root', transaction }))
}

export function transactionsBody(
  context: ReadContext,
  transactions: readonly TransactionRecord[],
): BodyOf<TransactionsResponseJson> {
  return {
    transactions: written(TRANSACTIONS, transactions, context.allowance),
    address_book: addressBookJson(context, transactionParties(transactions)),
  }
}
