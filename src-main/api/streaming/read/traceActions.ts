import type { Finality } from '#shared/schema/streaming.ts'
import { classifyEmulated } from '../../../indexer/actions/emulatedTrace.ts'
import type { ActionRow } from '../../../indexer/actions/row.ts'
import { findActionsOfTraces } from '../../../store/queries/actions.ts'
import { findUnclassified } from '../../../store/queries/classificationBacklog.ts'
import { loadActions } from '../../../store/queries/loadActions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import { actionJson, actionParties, rowOfRecord } from '../../v3/render/actionJson.ts'
import { addressText } from '../../v3/render/scalars.ts'
import type { SnapshotAction } from '../streamReading.ts'
import type { DetailsReader } from './details.ts'
import { jsonText } from './jsonText.ts'

/** A trace whose actions are requested. */
export type ActionsSource = {
  readonly transactions: readonly TransactionRecord[]
  /** The trace's first transaction. */
  readonly root: TransactionRecord
  readonly finality: Finality
}

/** Classifies the present state of a trace with the facts of the index; before any version filter, newest first. */
export function classifiedActions(
  { transactions, root, finality }: ActionsSource,
  context: ReadContext,
  details: DetailsReader,
): SnapshotAction[] {
  const { rows } = classifyEmulated(context.reader, transactions, root)
  return snapshotActions(rows, finality, context, details)
}

/** Returns the stored actions of a finished trace, as above; undefined if they are not derived yet. */
export function storedActions(
  trace: bigint,
  context: ReadContext,
  details: DetailsReader,
): SnapshotAction[] | undefined {
  const { reader } = context
  if (findUnclassified(reader, [trace]).length > 0) return undefined
  const numbers = findActionsOfTraces(reader, [trace], undefined).get(trace) ?? []
  return snapshotActions(loadActions(reader, numbers).map(rowOfRecord), 'finalized', context, details)
}

function snapshotActions(
  rows: readonly ActionRow[],
  finality: Finality,
  { decodeBudget }: ReadContext,
  details: DetailsReader,
): SnapshotAction[] {
  return rows
    .toSorted((a, b) => compare(b.end_lt, a.end_lt) || compare(b.start_lt, a.start_lt))
    .map((row) => {
      const parties = actionParties([row])
      details.add(parties)
      return {
        id: row.action_id,
        type: row.type,
        ancestors: row.ancestor_type,
        accounts: row.accounts,
        json: jsonText(actionJson, { row, finality, withAccounts: true }, decodeBudget),
        parties: parties.map(addressText),
      }
    })
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
