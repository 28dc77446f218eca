import { FULL_SHARD } from '#shared/ton/shard.ts'
import { openBag } from '../../../chain/cells/cellBag.ts'
import { readTransaction } from '../../../indexer/parse/readTransaction.ts'
import { bufferOf } from '../../../platform/bufferOf.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { MessageRecord, TransactionRecord } from '../../../store/queries/records.ts'
import { findTraceByExternal } from '../../../store/queries/traceByMessage.ts'
import type { PendingTrace, PendingTransaction } from '../pending/pendingTrace.ts'
import type { ReadContext } from './context.ts'

/** A transaction of a trace, and the receivers of its messages. */
export type Node = { readonly transaction: TransactionRecord; readonly children: Node[] }
/** A pending trace with the transactions that exist so far. */
export type ShownTrace = {
  readonly pending: PendingTrace
  readonly root: Node
  readonly nodes: readonly Node[]
}

/** Returns the traces with a pending part. */
export function shownTraces(
  pending: readonly PendingTrace[] | undefined,
  context: ReadContext,
): ShownTrace[] {
  return (pending ?? []).flatMap((trace) => shownTrace(trace, context) ?? [])
}

/** Returns undefined if no part of the trace is pending any more. */
export function shownTrace(
  pending: PendingTrace,
  { reader }: Pick<ReadContext, 'reader'>,
): ShownTrace | undefined {
  const started = findTraceByExternal(reader, bufferOf(pending.externalHash))
  if (started?.isComplete) return undefined
  const real = started ? loadTransactions(reader, started.transactions) : []
  const received = new Map(real.map((transaction) => [keyOf(transaction.inMsg?.hash), transaction]))
  const traceId = real[0]?.hash
  const nodes: (Node | undefined)[] = []
  for (const emulated of pending.transactions) {
    const { parent } = emulated
    const sender = parent && nodes[parent.index]
    const message = parent && sender?.transaction.outMsgs[parent.message]
    const transaction =
      (parent ? message && received.get(keyOf(message.hash)) : real[0]) ??
      // The real transaction sent no such message: the emulation predicted it wrongly.
      (parent && !message
        ? undefined
        : emulatedRecord(emulated, pending, nodes[0]?.transaction.inMsg, traceId))
    const node = transaction && { transaction, children: [] }
    nodes.push(node)
    if (node) sender?.children.push(node)
  }
  const [root] = nodes
  if (!root) return undefined
  addUnforeseen(real, nodes)
  return { pending, root, nodes: nodes.filter((node) => node !== undefined) }
}

/** Adds transactions of the real trace that the emulation did not predict, below their parents. */
function addUnforeseen(real: readonly TransactionRecord[], nodes: (Node | undefined)[]): void {
  const known = new Set(nodes.map((node) => node?.transaction))
  for (const transaction of real) {
    if (known.has(transaction)) continue
    const hash = transaction.inMsg?.hash
    const sender = nodes.find((node) =>
      node?.transaction.outMsgs.some((message) => hash?.equals(message.hash)),
    )
    const node: Node = { transaction, children: [] }
    sender?.children.push(node)
    nodes.push(node)
  }
}

/** @param first the external message, unless the transaction is its receiver */
function emulatedRecord(
  { workchain, boc }: PendingTransaction,
  { globalVersion }: PendingTrace,
  first: MessageRecord | undefined,
  traceId: Buffer | undefined,
): TransactionRecord {
  const bag = openBag(bufferOf(boc), false)
  const { stateBefore, stateAfter, ...facts } = readTransaction(bag, bag.root, { workchain, globalVersion })
  const external = first ?? facts.inMsg
  return {
    ...facts,
    // The transaction is in no block yet.
    block: { workchain, shard: FULL_SHARD, seqno: 0 },
    mcSeqno: 0,
    traceId,
    traceExternalHash: external?.hash,
    traceExternalHashNorm: external?.hashNorm,
    before: { hash: stateBefore, known: undefined, isRead: true },
    after: { hash: stateAfter, known: undefined, isRead: true },
    finality: 'pending',
  }
}

function keyOf(hash: Buffer | undefined): string {
  return hash?.toString('latin1') ?? ''
}
