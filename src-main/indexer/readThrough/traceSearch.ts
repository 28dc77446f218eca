import type { Address, Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { type FoundInBlock, MAX_OUT_MESSAGES, MESSAGE_BLOCKS } from '../../liteserver/messageSearch.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { Limiter } from '../../liteserver/pool/limiter.ts'
import type { FoundState } from '../parse/parseJobs.ts'
import { searchBlocks } from './blockSearch.ts'
import { type AccountWindows, createAccountWindows } from './newestTransactions.ts'
import { type FoundCell, type Link, openedCell, type TransactionLinks } from './openedTransaction.ts'

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
const WIDTH = 32

/** Reads the transaction of an account at a logical time; undefined if its block does not have it. */
export async function transactionAt(
  session: NetworkSession,
  address: Address,
  lt: bigint,
): Promise<ChainTransaction | undefined> {
  const block = await session.transactionBlock(address, lt)
  const transaction = await session.transaction(block, address, lt)
  return transaction && opened(address, { transaction, block })
}

/** Reads the transaction of an account whose lt and hash are known, and its block side by side. */
export async function transactionByHash(
  session: NetworkSession,
  address: Address,
  { lt, hash }: { readonly lt: bigint; readonly hash: Buffer },
): Promise<ChainTransaction | undefined> {
  const [block, [found]] = await Promise.all([
    session.transactionBlock(address, lt),
    session.transactions(address, lt, hash, 1),
  ])
  return found && opened(address, { ...found, block })
}

/** Converts a transaction found in a block and reads its links. */
export function opened(
  address: Address,
  { transaction, block }: Pick<FoundInBlock, 'transaction' | 'block'>,
): ChainTransaction {
  return located(openedCell(address, transaction), block)
}

function located({ cell, address, links }: FoundCell, block: BlockIdExt): ChainTransaction {
  return { cell, workchain: address.workChain, block, links }
}

/**
 * The result of a search. `isWhole` is true if everything it did not find is proved to be absent from the chain so
 * far.
 */
export type TraceParts = {
  readonly transactions: readonly ChainTransaction[]
  readonly isWhole: boolean
  /** Whether a time limit ended the search. */
  readonly isCut?: boolean
  /** States of accounts that the search has read. */
  readonly states: readonly FoundState[]
}

/** A found transaction whose block is still being looked up: the search goes on meanwhile. */
type Node = { readonly links: TransactionLinks; readonly whole: Promise<ChainTransaction> }

function nodeOf(found: FoundCell, block: Promise<BlockIdExt>): Node {
  const whole = block.then((id) => located(found, id))
  // Awaited when the search has ended.
  whole.catch(() => {})
  return { links: found.links, whole }
}

function knownNode(transaction: ChainTransaction): Node {
  return { links: transaction.links, whole: Promise.resolve(transaction) }
}

type Search = { readonly session: NetworkSession; readonly windows: AccountWindows }

function createSearch(session: NetworkSession): Search {
  return { session, windows: createAccountWindows(session) }
}

/**
 * Searches for the transaction that sent a message: among the sender's newest ones, then in the block of the message's
 * logical time. Undefined if it is not found.
 */
async function senderOf({ session, windows }: Search, link: Link): Promise<Node | undefined> {
  const { source, createdLt, hash } = link
  const hasSent = ({ links }: FoundCell) => links.sent.some((sent) => sent.hash === hash)
  // A transaction and its messages are of one block.
  const block = session.transactionBlock(source, createdLt)
  block.catch(() => {})
  const known = (await windows.of(source, createdLt)).transactions.find(hasSent)
  if (known) return nodeOf(known, block)
  const after = createdLt > MAX_OUT_MESSAGES ? createdLt - MAX_OUT_MESSAGES : 0n
  const range = { address: source, from: createdLt, after, blocks: 1 }
  for await (const found of searchBlocks(session, range)) {
    if (hasSent(found)) return nodeOf(found, Promise.resolve(found.block))
  }
  return undefined
}

/**
 * Searches for the transaction that received a message: among the receiver's newest ones, then in the blocks from the
 * message's logical time on. `isTold` is true if it was found, or if it is proved that the message has not arrived.
 */
async function receiverOf(
  { session, windows }: Search,
  link: Link,
): Promise<{ readonly receiver: Node | undefined; readonly isTold: boolean }> {
  const { destination, createdLt, hash } = link
  const hasReceived = ({ links }: FoundCell) => links.received?.hash === hash
  const newest = await windows.of(destination, createdLt)
  const known = newest.transactions.find(hasReceived)
  if (known) {
    const block = session.transactionBlock(destination, known.lt, known.claimedBlock)
    return { receiver: nodeOf(known, block), isTold: true }
  }
  if (newest.hasAllAfter(createdLt)) return { receiver: undefined, isTold: true }
  const progress = { blocks: 0 }
  const range = { address: destination, from: createdLt, after: createdLt, blocks: MESSAGE_BLOCKS }
  for await (const found of searchBlocks(session, range, progress)) {
    if (hasReceived(found)) return { receiver: nodeOf(found, Promise.resolve(found.block)), isTold: true }
  }
  return { receiver: undefined, isTold: progress.blocks < MESSAGE_BLOCKS }
}

/** Searches for the sender of a transaction's message, and for the receivers of its sent messages. */
export async function neighboursOf(
  session: NetworkSession,
  { links }: ChainTransaction,
): Promise<TraceParts> {
  const search = createSearch(session)
  const { received, sent } = links
  const limiter = newLimiter()
  const [sender, ...receivers] = await Promise.all([
    received && senderOf(search, received),
    ...sent.map((link) => limiter.run(() => receiverOf(search, link))),
  ])
  const nodes = [sender, ...receivers.map(({ receiver }) => receiver)].filter((node) => node !== undefined)
  return {
    transactions: await Promise.all(nodes.map(({ whole }) => whole)),
    isWhole: receivers.every(({ isTold }) => isTold) && (sender !== undefined || received === undefined),
    states: search.windows.states(),
  }
}

function newLimiter(): Limiter {
  return new Limiter({ concurrent: WIDTH, queued: MAX_TRANSACTIONS })
}

/** Searches for the transactions from a transaction's sender up to the root of its trace, the root last. */
export async function ancestorsOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<TraceParts> {
  const search = createSearch(session)
  const nodes: Node[] = []
  let { received } = start.links
  try {
    while (received && nodes.length < MAX_TRANSACTIONS) {
      const sender = await senderOf(search, received)
      if (!sender) break
      nodes.push(sender)
      received = sender.links.received
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return partsOf(search, nodes, { isWhole: received === undefined, signal })
}

/**
 * Searches for the whole trace of a transaction: from every found transaction at once up to its sender and down to its
 * receivers. Ends early with a part of it at MAX_TRANSACTIONS or when `signal` aborts.
 */
export async function traceOf(
  session: NetworkSession,
  start: ChainTransaction,
  signal: AbortSignal,
): Promise<TraceParts> {
  const search = createSearch(session)
  const limiter = newLimiter()
  const found = new Map<string, Node>()
  const sentMessages = new Set<string>()
  const receivedMessages = new Set<string>()
  let followed = 0
  let isWhole = true

  /** Follows a message, unless too many were. */
  async function follow<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (followed++ < MAX_TRANSACTIONS) return limiter.run(step, signal)
    isWhole = false
    return undefined
  }
  async function visit(node: Node): Promise<void> {
    const { hash, received, sent } = node.links
    if (found.has(hash)) return
    found.set(hash, node)
    if (received) receivedMessages.add(received.hash)
    for (const link of sent) sentMessages.add(link.hash)
    await Promise.all([received && climb(received), ...sent.map(descend)])
  }
  async function climb(link: Link): Promise<void> {
    if (sentMessages.has(link.hash)) return
    const sender = await follow(() => senderOf(search, link))
    if (sender) await visit(sender)
    else isWhole = false
  }
  async function descend(link: Link): Promise<void> {
    if (receivedMessages.has(link.hash)) return
    const result = await follow(() => receiverOf(search, link))
    if (result?.receiver) await visit(result.receiver)
    else isWhole &&= result?.isTold === true
  }

  try {
    await visit(knownNode(start))
  } catch (error) {
    if (!signal.aborted) throw error
    isWhole = false
  }
  return partsOf(search, [...found.values()], { isWhole, signal })
}

/** Waits for the blocks of found transactions. After an abort those without a block are omitted. */
async function partsOf(
  { windows }: Search,
  nodes: readonly Node[],
  { isWhole, signal }: { readonly isWhole: boolean; readonly signal: AbortSignal },
): Promise<TraceParts> {
  const results = await Promise.allSettled(nodes.map(({ whole }) => whole))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && !signal.aborted) throw failed.reason
  return {
    transactions: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    isWhole: isWhole && failed === undefined,
    isCut: signal.aborted,
    states: windows.states(),
  }
}
