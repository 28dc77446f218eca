import type { Address, Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError, UnprovedRefusalError } from '../../liteserver/errors.ts'
import {
  blocksFrom,
  type FoundInBlock,
  isAfterHead,
  MAX_OUT_MESSAGES,
  MESSAGE_BLOCKS,
  transactionsAfter,
} from '../../liteserver/messageSearch.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import { type Link, linksOf, type TransactionLinks } from './openedTransaction.ts'

/** A transaction that was found on the chain. */
export type ChainTransaction = {
  readonly cell: Cell
  readonly workchain: number
  readonly block: BlockIdExt
  readonly links: TransactionLinks
}

/** Maximum number of transactions of a trace that are read for one request. */
const MAX_TRANSACTIONS = 4_000
/** Number of messages that are followed concurrently. */
const WIDTH = 8

/** Reads the transaction of an account at a logical time; undefined if its block does not have it. */
export async function transactionAt(
  session: NetworkSession,
  address: Address,
  lt: bigint,
): Promise<ChainTransaction | undefined> {
  const block = await session.transactionBlock(address, lt)
  const transaction = await session.transaction(block, address, lt)
  return transaction && opened(address, { transaction, lt, block })
}

/** Converts a transaction found in a block and reads its links. */
export function opened(address: Address, { transaction, block }: FoundInBlock): ChainTransaction {
  return { cell: transaction, workchain: address.workChain, block, links: linksOf(transaction) }
}

/**
 * The result of a search. `isWhole` is true if everything it did not find is proved to be absent from the chain so
 * far.
 */
export type TraceParts = {
  readonly transactions: readonly ChainTransaction[]
  readonly isWhole: boolean
}

/** Searches for the transaction that sent a message; undefined if it is not found. */
async function senderOf(session: NetworkSession, link: Link): Promise<ChainTransaction | undefined> {
  const { source, createdLt, hash } = link
  const after = createdLt > MAX_OUT_MESSAGES ? createdLt - MAX_OUT_MESSAGES : 0n
  const found = search(session, { address: source, from: createdLt, after, blocks: 1 })
  for await (const transaction of found) {
    if (transaction.links.sent.some((sent) => sent.hash === hash)) return transaction
  }
  return undefined
}

/**
 * Searches for the transaction that received a message. `isTold` is true if it was found, or if the search reached
 * the newest block, so that the message has not arrived.
 */
async function receiverOf(
  session: NetworkSession,
  link: Link,
): Promise<{ readonly receiver: ChainTransaction | undefined; readonly isTold: boolean }> {
  const { destination, createdLt, hash } = link
  const progress = { blocks: 0 }
  const range = { address: destination, from: createdLt, after: createdLt, blocks: MESSAGE_BLOCKS }
  for await (const transaction of search(session, range, progress)) {
    if (transaction.links.received?.hash === hash) return { receiver: transaction, isTold: true }
  }
  return { receiver: undefined, isTold: progress.blocks < MESSAGE_BLOCKS }
}

type SearchRange = {
  readonly address: Address
  readonly from: bigint
  readonly after: bigint
  readonly blocks: number
}

/** @param progress counts the searched blocks */
async function* search(
  session: NetworkSession,
  { address, from, after, blocks }: SearchRange,
  progress = { blocks: 0 },
): AsyncGenerator<ChainTransaction, void> {
  try {
    for await (const block of blocksFrom(session, address, { lt: from, count: blocks })) {
      for await (const found of transactionsAfter(session, block, { account: address.hash, lt: after })) {
        yield opened(address, found)
      }
      progress.blocks++
    }
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    if (await isAfterHead(session, address, from)) return
    throw new UnprovedRefusalError(`transactions of ${address.toRawString()} from lt ${from}`, error)
  }
}

/** Searches for the sender of a transaction's message, and for the receivers of its sent messages. */
export async function neighboursOf(
  session: NetworkSession,
  { links }: ChainTransaction,
): Promise<TraceParts> {
  const { received, sent } = links
  const sender = received && (await senderOf(session, received))
  const below = await receiversOf(session, sent)
  return {
    transactions: [...(sender ? [sender] : []), ...below.transactions],
    isWhole: below.isWhole && (sender !== undefined || received === undefined),
  }
}

async function receiversOf(session: NetworkSession, sent: readonly Link[]): Promise<TraceParts> {
  const transactions: ChainTransaction[] = []
  let isWhole = true
  for await (const { receiver, isTold } of mapInOrder(sent, WIDTH, (link) => receiverOf(session, link))) {
    if (receiver) transactions.push(receiver)
    isWhole &&= isTold
  }
  return { transactions, isWhole }
}

/** Searches for the transactions from a transaction's sender up to the root of its trace, the root last. */
export async function ancestorsOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<TraceParts> {
  const transactions: ChainTransaction[] = []
  let root = start
  try {
    while (root.links.received && transactions.length < MAX_TRANSACTIONS) {
      const sender = await senderOf(session, root.links.received)
      if (!sender) break
      transactions.push(sender)
      root = sender
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return { transactions, isWhole: root.links.received === undefined }
}

/**
 * Searches for the whole trace of a transaction: up to its root, then down, level by level. Ends early with a part of
 * it at MAX_TRANSACTIONS or when `signal` aborts.
 */
export async function traceOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<TraceParts> {
  const found = new Map<string, ChainTransaction>()
  const note = (transaction: ChainTransaction) => found.set(transaction.links.hash, transaction)
  note(start)
  const above = await ancestorsOf(session, start, signal)
  for (const transaction of above.transactions) note(transaction)
  let { isWhole } = above
  try {
    let level: readonly ChainTransaction[] = [above.transactions.at(-1) ?? start]
    while (level.length > 0 && found.size < MAX_TRANSACTIONS) {
      const sent = level.flatMap(({ links }) => links.sent)
      const below = await receiversOf(session, sent.slice(0, MAX_TRANSACTIONS - found.size))
      isWhole &&= below.isWhole
      level = below.transactions
      for (const receiver of level) note(receiver)
    }
    isWhole &&= level.length === 0
  } catch (error) {
    if (!signal.aborted) throw error
    isWhole = false
  }
  return { transactions: [...found.values()], isWhole }
}
