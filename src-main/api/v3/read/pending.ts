import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { TraceNodeJson } from '#shared/schema/v3/traces.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { openBag } from '../../../chain/cells/cellBag.ts'
import { readTransaction } from '../../../indexer/parse/transactionFacts.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { MessageRecord, TransactionRecord } from '../../../store/queries/records.ts'
import { findTraceByExternal } from '../../../store/queries/traceByMessage.ts'
import type { PendingTrace, PendingTransaction, WithPending } from '../pending/pendingTrace.ts'
import { addressBookJson, transactionParties } from '../render/addressBook.ts'
import { list, written } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { addressText, hashText } from '../render/scalars.ts'
import { type TraceText, traceJson } from '../render/traceJson.ts'
import { transactionJson } from '../render/transactionJson.ts'
import { found, notFound, type Outcome, type ReadContext } from './context.ts'
import { bytes, hashList, stdAddresses } from './values.ts'

/**
 * Pending operations (v3-contract §9): what is emulated, and in its place what the index has meanwhile. Traces that
 * are complete in the index are not pending.
 */

/** A transaction of a trace and those that received what it sent. */
type Node = { readonly transaction: TransactionRecord; readonly children: Node[] }
type Shown = { readonly pending: PendingTrace; readonly root: Node; readonly nodes: readonly Node[] }

export function readPendingTransactions(
  values: WithPending<V3Values<'pendingTransactions'>>,
  context: ReadContext,
): Outcome {
  const traces = shownTraces(values.pending, context)
  if (traces.length === 0) return notFound('emulated traces not found')
  const accounts = stdAddresses(values.account)
  const ids = hashList(values.trace_id)
  const transactions = traces
    .flatMap(({ nodes }) => nodes.map(({ transaction }) => transaction))
    .filter(isPending)
    .filter(({ account }) => accounts.some((asked) => asked.equals(account)))
    .filter(
      ({ traceId }) => ids.length === 0 || ids.some((id) => traceId !== undefined && id.equals(traceId)),
    )
    .sort((a, b) => (a.lt > b.lt ? -1 : 1))
  // X-No-Address-Book does nothing here.
  const book = { ...context, options: { ...context.options, addressBook: true } }
  return found({
    transactions:
      transactions.length === 0 ? null : written(list(transactionJson), transactions, context.allowance),
    address_book: addressBookJson(book, transactionParties(transactions)),
  })
}

export function readPendingTraces(
  values: WithPending<V3Values<'pendingTraces'>>,
  context: ReadContext,
): Outcome {
  const traces = shownTraces(values.pending, context)
  const parties = traces.flatMap(({ nodes }) =>
    transactionParties(nodes.map(({ transaction }) => transaction)),
  )
  return found({
    traces: traces.length === 0 ? null : written(list(traceJson), traces.map(traceText), context.allowance),
    address_book: addressBookJson(context, parties),
    metadata: metadataJson(context, parties),
  })
}

function shownTraces(pending: readonly PendingTrace[] | undefined, context: ReadContext): Shown[] {
  return (pending ?? []).flatMap((trace) => shownTrace(trace, context) ?? [])
}

/** Undefined where nothing of it is pending any more. */
function shownTrace(pending: PendingTrace, { reader }: ReadContext): Shown | undefined {
  const started = findTraceByExternal(reader, bytes(pending.externalHash))
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
      // What really came has no such message: it went another way than the emulation.
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

/** Transactions of the real trace that the emulation had not: they follow from its others all the same. */
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

/** @param first the message from outside, unless the transaction is the one that received it */
function emulatedRecord(
  { workchain, boc }: PendingTransaction,
  { globalVersion }: PendingTrace,
  first: MessageRecord | undefined,
  traceId: Buffer | undefined,
): TransactionRecord {
  const bag = openBag(bytes(boc), false)
  const { stateBefore, stateAfter, ...facts } = readTransaction(bag, bag.root, { workchain, globalVersion })
  const external = first ?? facts.inMsg
  return {
    ...facts,
    // In no block yet.
    block: { workchain, shard: FULL_SHARD, seqno: 0 },
    mcSeqno: 0,
    traceId,
    traceExternalHash: external?.hash,
    traceExternalHashNorm: external?.hashNorm,
    before: { hash: stateBefore, known: undefined },
    after: { hash: stateAfter, known: undefined },
    finality: 'pending',
  }
}

/** v3-contract §7.1 with the differences of §9. */
function traceText({ pending, root, nodes }: Shown): TraceText {
  const transactions = nodes
    .map(({ transaction }) => transaction)
    // What is still to come is so after all that came, whatever lt the emulation gave it.
    .sort(
      (a, b) =>
        Number(isPending(a)) - Number(isPending(b)) ||
        compare(a.lt, b.lt) ||
        compare(addressText(a.account), addressText(b.account)),
    )
  const seqnos = transactions.map(({ mcSeqno }) => mcSeqno)
  const { inMsg } = root.transaction
  const said: TraceText['said'] = {
    trace_id: root.transaction.traceId ? hashText(root.transaction.traceId) : null,
    external_hash: inMsg ? hashText(inMsg.hash) : null,
    mc_seqno_start: String(root.transaction.mcSeqno),
    mc_seqno_end: String(Math.max(...seqnos)),
    start_lt: root.transaction.lt.toString(),
    start_utime: root.transaction.now,
    end_lt: transactions.reduce((most, { lt }) => (lt > most ? lt : most), 0n).toString(),
    end_utime: Math.max(...transactions.map(({ now }) => now)),
    trace_info: {
      trace_state: 'pending',
      messages: 1 + transactions.reduce((sum, { outMsgs }) => sum + outMsgs.length, 0),
      transactions: transactions.length,
      pending_messages: pending.unfollowed,
      classification_state: 'unclassified',
    },
    is_incomplete: false,
    actions: [],
    trace: nodeJson(root),
    transactions_order: transactions.map(({ hash }) => hashText(hash)),
  }
  return { said, transactions }
}

function nodeJson({ transaction, children }: Node): TraceNodeJson {
  const { inMsg, outMsgs } = transaction
  return {
    tx_hash: hashText(transaction.hash),
    ...(inMsg && { in_msg_hash: hashText(inMsg.hash) }),
    children: children.length === 0 && outMsgs.length > 0 ? null : children.map(nodeJson),
  }
}

function isPending({ finality }: TransactionRecord): boolean {
  return finality === 'pending'
}

function keyOf(hash: Buffer | undefined): string {
  return hash?.toString('latin1') ?? ''
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
