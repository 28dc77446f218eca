import { TypedError } from '#shared/typedError.ts'
import type { MessageNode } from './block.ts'
import type { ClassifierTrace, TraceMessage, TraceTransaction } from './trace.ts'

/** The error of a trace whose transactions do not form one tree. */
class TraceShapeError extends TypedError {
  constructor(message: string) {
    super('trace-shape', message)
  }
}

/** A message with the messages that its transaction sent. */
export type MessageTree = { readonly node: MessageNode; readonly children: MessageTree[] }

/**
 * Orders a trace's messages as a tree (docs/actions §3). Children are in the order of sending. Throws TraceShapeError
 * for a trace without its first transaction, and if a transaction occurs at no place or at two.
 */
export function messageTree({ traceId, transactions }: ClassifierTrace): MessageTree {
  const sent = new Set(transactions.flatMap(({ outMessages }) => outMessages.map(({ hash }) => hash)))
  const root =
    transactions.find(({ hash }) => hash === traceId) ??
    transactions.find(({ inMessage }) => !inMessage || !sent.has(inMessage.hash))
  if (!root) throw new TraceShapeError('the trace has no first transaction')
  const receivers = receiversOf(transactions, root)
  const tree = treeOf(root, undefined)
  const waiting = [tree]
  let placed = 1
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, children } = next
    for (const message of bySending(node.transaction.outMessages)) {
      if (message.destination === null) {
        children.push({ node: outwardNode(message, node), children: [] })
        continue
      }
      const receiver = receivers.get(message.hash)
      if (!receiver) continue
      placed++
      if (placed > transactions.length) throw new TraceShapeError('the trace is not a tree')
      const child = treeOf(receiver, node)
      children.push(child)
      waiting.push(child)
    }
  }
  if (placed !== transactions.length) throw new TraceShapeError('the trace has transactions out of its tree')
  return tree
}

function receiversOf(
  transactions: readonly TraceTransaction[],
  root: TraceTransaction,
): ReadonlyMap<string, TraceTransaction> {
  const receivers = new Map<string, TraceTransaction>()
  for (const transaction of transactions) {
    if (transaction === root || !transaction.inMessage) continue
    const { hash } = transaction.inMessage
    if (receivers.has(hash)) throw new TraceShapeError('a message of the trace was received twice')
    receivers.set(hash, transaction)
  }
  return receivers
}

function bySending(messages: readonly TraceMessage[]): TraceMessage[] {
  return [...messages].sort((a, b) => {
    const [x, y] = [a.createdLt ?? 0n, b.createdLt ?? 0n]
    return x < y ? -1 : x > y ? 1 : 0
  })
}

function treeOf(transaction: TraceTransaction, parent: MessageNode | undefined): MessageTree {
  const { inMessage: message, lt, now, aborted, hash } = transaction
  const node = {
    message,
    hash: message?.hash ?? hash,
    transaction,
    parent,
    lt: message?.createdLt ?? lt,
    utime: message?.createdAt ?? now,
    isOutward: false,
    isGhost: false,
    aborted,
  }
  return { node, children: [] }
}

function outwardNode(message: TraceMessage, parent: MessageNode): MessageNode {
  const { transaction } = parent
  const { hash, createdLt, createdAt } = message
  return {
    message,
    hash,
    transaction,
    parent,
    lt: createdLt ?? transaction.lt,
    utime: createdAt ?? transaction.now,
    isOutward: true,
    isGhost: false,
    aborted: transaction.aborted,
  }
}
