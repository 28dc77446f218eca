import type { V3Values } from '#shared/schema/v3/operations.ts'
import { classifyEmulated } from '../../../indexer/actions/emulatedTrace.ts'
import type { ActionRow, ClassificationState } from '../../../indexer/actions/row.ts'
import { isServed, supportedTypes } from '../../../indexer/actions/versions.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { WithPending } from '../pending/pendingTrace.ts'
import { actionJson, actionParties, type ShownAction } from '../render/actionJson.ts'
import { addressBookJson } from '../render/addressBook.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { metadataJson } from '../render/metadata.ts'
import { addressText, hashText } from '../render/scalars.ts'
import { found, type Outcome, type ReadContext } from './context.ts'
import { type ShownTrace, shownTraces } from './pendingShown.ts'
import { stdAddress } from './values.ts'

/** Actions of a trace that is not complete in the index (compatibility-v3 §12). */
export type PendingActionRows = {
  readonly state: ClassificationState
  /** By end and start, the last first. */
  readonly actions: readonly ShownAction[]
}

const FINALITIES = ['pending', 'confirmed', 'finalized'] as const

/**
 * Classifies a pending trace with the facts of the index, in one snapshot; for reader threads.
 * @param supported types of actions that the client supports
 */
export function pendingActionRows(
  reader: Reader,
  {
    transactions,
    root,
  }: { readonly transactions: readonly TransactionRecord[]; readonly root: TransactionRecord },
  supported: ReadonlySet<string>,
): PendingActionRows {
  const { state, rows } = classifyEmulated(reader, transactions, root)
  const finality =
    FINALITIES[Math.min(...transactions.map((one) => FINALITIES.indexOf(one.finality)))] ?? 'pending'
  const served = rows.filter(({ type, ancestor_type: ancestors }) =>
    isServed({ type, ancestors }, { supported }),
  )
  return {
    state,
    actions: served
      .toSorted((a, b) => compare(b.end_lt, a.end_lt) || compare(b.start_lt, a.start_lt))
      .map((row) => ({ row: withoutExtraCurrencies(row), finality, withAccounts: true })),
  }
}

/** Empties the extra currencies: they are empty before a block has the trace. */
function withoutExtraCurrencies(row: ActionRow): ActionRow {
  return row.value_extra_currencies ? { ...row, value_extra_currencies: {} } : row
}

export function readPendingActions(
  values: WithPending<V3Values<'pendingActions'>>,
  context: ReadContext,
): Outcome {
  const { account, include_transactions: withTransactions } = values
  const supported = supportedTypes(values.supported_action_types)
  const address = account && stdAddress(account)
  const shown = shownTraces(values.pending, context)
    .toSorted((a, b) => compare(endOf(b), endOf(a)))
    .flatMap((trace) => {
      const { actions } = pendingActionRows(context.reader, recordsOf(trace), supported)
      const own = account ? actions.filter(({ row }) => address && takesPart(row, address)) : actions
      return withTransactions ? own.map((action) => withRecords(action, trace)) : own
    })
  const parties = actionParties(shown.map(({ row }) => row))
  return found({
    actions: deferred(list(actionJson), shown, context.decodeBudget),
    address_book: addressBookJson(context, parties),
    metadata: metadataJson(context, parties),
  })
}

/** Returns the transactions of a shown trace, with its first one. */
export function recordsOf({ root, nodes }: ShownTrace) {
  return { transactions: nodes.map(({ transaction }) => transaction), root: root.transaction }
}

function takesPart({ accounts }: ActionRow, address: Buffer): boolean {
  return accounts.includes(addressText(address))
}

function withRecords(action: ShownAction, { nodes }: ShownTrace): ShownAction {
  const hashes = new Set(action.row.tx_hashes)
  const transactions = nodes
    .map(({ transaction }) => transaction)
    .filter(({ hash }) => hashes.has(hashText(hash)))
  return { ...action, transactions }
}

function endOf({ nodes }: ShownTrace): bigint {
  return nodes.reduce((most, { transaction: { lt } }) => (lt > most ? lt : most), 0n)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
