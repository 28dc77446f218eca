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

/** More of a trace is not read for one question. */
const MAX_TRANSACTIONS = 4_000
/** Messages followed at once. */
const WIDTH = 8

/** The transaction of an account at a logical time. */
export async function transactionAt(
  session: NetworkSession,
  address: Address,
  lt: bigint,
): Promise<ChainTransaction | undefined> {
  const block = await session.transactionBlock(address, lt)
  const transaction = await session.transaction(block, address, lt)
  return transaction && opened(address, { transaction, lt, block })
}

function opened(address: Address, { transaction, block }: FoundInBlock): ChainTransaction {
  return { cell: transaction, workchain: address.workChain, block, links: linksOf(transaction) }
}

/** The transaction that sent a message; undefined where it is not found. */
async function senderOf(session: NetworkSession, link: Link): Promise<ChainTransaction | undefined> {
  const { source, createdLt, hash } = link
  const after = createdLt > MAX_OUT_MESSAGES ? createdLt - MAX_OUT_MESSAGES : 0n
  const found = search(session, { address: source, from: createdLt, after, blocks: 1 })
  for await (const transaction of found) {
    if (transaction.links.sent.some((sent) => sent.hash === hash)) return transaction
  }
  return undefined
}

/** The transaction that received a message; undefined where it has not arrived (yet). */
async function receiverOf(session: NetworkSession, link: Link): Promise<ChainTransaction | undefined> {
  const { destination, createdLt, hash } = link
  const place = { address: destination, from: createdLt, after: createdLt, blocks: MESSAGE_BLOCKS }
  for await (const transaction of search(session, place)) {
    if (transaction.links.received?.hash === hash) return transaction
  }
  return undefined
}

type SearchPlace = {
  readonly address: Address
  readonly from: bigint
  readonly after: bigint
  readonly blocks: number
}

async function* search(
  session: NetworkSession,
  { address, from, after, blocks }: SearchPlace,
): AsyncGenerator<ChainTransaction, void> {
  try {
    for await (const block of blocksFrom(session, address, { lt: from, count: blocks })) {
      for await (const found of transactionsAfter(session, block, { account: address.hash, lt: after })) {
        yield opened(address, found)
      }
    }
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    if (await isAfterHead(session, address, from)) return
    throw new UnprovedRefusalError(`transactions of ${address.toRawString()} from lt ${from}`, error)
  }
}

/** The sender of what a transaction received, and the receivers of what it sent. */
export async function neighboursOf(
  session: NetworkSession,
  { links }: ChainTransaction,
): Promise<readonly ChainTransaction[]> {
  const sender = links.received && (await senderOf(session, links.received))
  return [...(sender ? [sender] : []), ...(await receiversOf(session, links.sent))]
}

async function receiversOf(
  session: NetworkSession,
  sent: readonly Link[],
): Promise<readonly ChainTransaction[]> {
  const found: ChainTransaction[] = []
  for await (const receiver of mapInOrder(sent, WIDTH, (link) => receiverOf(session, link))) {
    if (receiver) found.push(receiver)
  }
  return found
}

/**
 * All of the trace that a transaction belongs to: up to its root, then down, level by level. Ends early, with what was
 * found till then, at MAX_TRANSACTIONS or when `signal` fires.
 */
export async function traceOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<readonly ChainTransaction[]> {
  return searched(start, signal, async (found, note) => {
    let level: readonly ChainTransaction[] = [await climb(session, start, found, note)]
    while (level.length > 0 && found.size < MAX_TRANSACTIONS) {
      const sent = level.flatMap(({ links }) => links.sent).slice(0, MAX_TRANSACTIONS - found.size)
      level = await receiversOf(session, sent)
      for (const receiver of level) note(receiver)
    }
  })
}

/** A transaction and those before it in its trace, up to the root. Ends early as traceOf. */
export async function ancestorsOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<readonly ChainTransaction[]> {
  return searched(start, signal, async (found, note) => {
    await climb(session, start, found, note)
  })
}

type Found = ReadonlyMap<string, ChainTransaction>
type Note = (transaction: ChainTransaction) => void

/** Runs a search from a transaction; returns what it noted until it ended or `signal` fired. */
async function searched(
  start: ChainTransaction,
  signal: AbortSignal,
  search: (found: Found, note: Note) => Promise<void>,
): Promise<readonly ChainTransaction[]> {
  const found = new Map<string, ChainTransaction>()
  const note = (transaction: ChainTransaction) => {
    found.set(transaction.links.hash, transaction)
  }
  note(start)
  try {
    await search(found, note)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return [...found.values()]
}

/** Goes from sender to sender; returns the last that was found. */
async function climb(
  session: NetworkSession,
  start: ChainTransaction,
  found: Found,
  note: Note,
): Promise<ChainTransaction> {
  let root = start
  while (root.links.received && found.size < MAX_TRANSACTIONS) {
    const sender = await senderOf(session, root.links.received)
    if (!sender) break
    note(sender)
    root = sender
  }
  return root
}
