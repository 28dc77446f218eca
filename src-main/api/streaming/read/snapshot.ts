import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { FINALITIES, type Finality } from '#shared/schema/streaming.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { TraceNodeJson } from '#shared/schema/v3/traces.ts'
import { MAX_CLASSIFIED_TRANSACTIONS } from '../../../indexer/actions/classify.ts'
import {
  findTransactionsOfAccounts,
  loadTraceProgressRows,
  type TraceProgressRow,
} from '../../../store/queries/changedTraces.ts'
import { loadTransactions } from '../../../store/queries/loadTransactions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import { findTraceTransactions } from '../../../store/queries/traces.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import { nodeJson } from '../../v3/read/pending.ts'
import { type Node, shownTrace } from '../../v3/read/pendingShown.ts'
import { transactionParties } from '../../v3/render/addressBook.ts'
import { addressText, hashText } from '../../v3/render/scalars.ts'
import { traceTree } from '../../v3/render/traceJson.ts'
import { transactionJson } from '../../v3/render/transactionJson.ts'
import type { RequestedTrace, SnapshotAction, SnapshotTransaction, TraceSnapshot } from '../streamReading.ts'
import { isTooLarge, traceKey } from './blockChanges.ts'
import type { DetailsReader } from './details.ts'
import { jsonText } from './jsonText.ts'
import { stdAddressOf } from './stdAddressOf.ts'
import { classifiedActions, storedActions } from './traceActions.ts'

/** Opcodes of messages whose transactions only notify, if they are leaves (docs/streaming §3). */
const NOTIFICATION_NAMES: readonly string[] = ['jetton_notify', 'nft_ownership_assigned', 'excess']
const NOTIFICATIONS: ReadonlySet<number> = new Set(
  [...CONTRACTS.opcodeNames]
    .filter(([, name]) => NOTIFICATION_NAMES.includes(name))
    .map(([opcode]) => opcode),
)

type Levels = Pick<TraceSnapshot, 'level' | 'classifiedLevel'>
const FINAL: Levels = { level: 'finalized', classifiedLevel: 'finalized' }

/**
 * Reads the present state of a trace; undefined if the index has no such trace, or if no part of the emulation is
 * pending.
 */
export function readSnapshot(
  requested: RequestedTrace,
  context: ReadContext,
  details: DetailsReader,
): TraceSnapshot | undefined {
  const shown = requested.pending && shownTrace(requested.pending, context)
  if (!shown)
    return requested.id === undefined ? undefined : storedSnapshot(requested, requested.id, context, details)
  const { pending, root, nodes } = shown
  const transactions = nodes.map(({ transaction }) => transaction)
  const levels = levelsOf(nodes)
  const classified = { transactions, root: root.transaction, finality: levels.classifiedLevel }
  return {
    key: hashText(Buffer.from(pending.externalHash)),
    ...levels,
    transactions: written(requested, transactions, context, details),
    tree: requested.accounts ? undefined : treeText(nodeJson(root)),
    actions: requested.actions ? classifiedActions(classified, context, details) : [],
  }
}

/** Reads a trace of which all existing transactions are indexed. */
function storedSnapshot(
  requested: RequestedTrace,
  id: bigint,
  context: ReadContext,
  details: DetailsReader,
): TraceSnapshot | undefined {
  const { reader } = context
  const [trace] = loadTraceProgressRows(reader, [id])
  if (!trace) return undefined
  const isWhole = !isTooLarge(trace)
  const transactions = loadTransactions(
    reader,
    isWhole ? membersOf(requested, id, context) : requested.changed,
  )
  const tree = isWhole && !requested.accounts ? traceTree({ traceId: trace.root }, transactions) : undefined
  return {
    key: traceKey(trace),
    ...FINAL,
    transactions: written(requested, transactions, context, details),
    tree: tree && treeText(tree),
    actions: requested.actions ? actionsOf(trace, context, details) : [],
  }
}

/** Returns the actions of a finished trace, also if it still waits for classification; an unfinished trace has none. */
function actionsOf(
  { id, root: rootHash, isComplete, transactions: count }: TraceProgressRow,
  context: ReadContext,
  details: DetailsReader,
): readonly SnapshotAction[] {
  if (!isComplete) return []
  const stored = storedActions(id, context, details)
  if (stored || count > MAX_CLASSIFIED_TRANSACTIONS) return stored ?? []
  const { reader } = context
  const transactions = loadTransactions(reader, findTraceTransactions(reader, [id]).get(id) ?? [])
  const root = transactions.find(({ hash }) => hash.equals(rootHash))
  return root ? classifiedActions({ transactions, root, finality: 'finalized' }, context, details) : []
}

/** Returns the numbers of the requested transactions, or of all if the tree is requested. */
function membersOf({ accounts }: RequestedTrace, trace: bigint, { reader }: ReadContext): readonly bigint[] {
  return accounts
    ? findTransactionsOfAccounts(reader, trace, accounts.map(stdAddressOf))
    : (findTraceTransactions(reader, [trace]).get(trace) ?? [])
}

/** Returns the requested transactions as JSON, newest first. */
function written(
  { accounts }: RequestedTrace,
  transactions: readonly TransactionRecord[],
  { decodeBudget }: ReadContext,
  details: DetailsReader,
): SnapshotTransaction[] {
  const requested = accounts && new Set(accounts)
  return transactions
    .filter(({ account }) => !requested || requested.has(addressText(account)))
    .sort((a, b) => (a.lt > b.lt ? -1 : a.lt < b.lt ? 1 : 0))
    .map((transaction) => {
      const parties = transactionParties([transaction])
      details.add(parties)
      return {
        hash: hashText(transaction.hash),
        account: addressText(transaction.account),
        finality: transaction.finality,
        json: jsonText(transactionJson, transaction, decodeBudget),
        parties: parties.map(addressText),
      }
    })
}

function levelsOf(nodes: readonly Node[]): Levels {
  const classified = nodes.filter((node) => !isNotification(node))
  const level = lowest(nodes)
  return { level, classifiedLevel: classified.length > 0 ? lowest(classified) : level }
}

function isNotification({ transaction: { inMsg }, children }: Node): boolean {
  return children.length === 0 && inMsg?.opcode !== undefined && NOTIFICATIONS.has(inMsg.opcode >>> 0)
}

function lowest(nodes: readonly Node[]): Finality {
  const ranks = nodes.map(({ transaction }) => FINALITIES.indexOf(transaction.finality))
  return FINALITIES[Math.min(...ranks)] ?? 'pending'
}

function treeText(tree: TraceNodeJson): string {
  return v3JsonText(tree)
}
