import type { TransactionRecord } from '../../../store/queries/records.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import type { SnapshotAction } from '../streamReading.ts'

/** What actions of a snapshot are read from. */
export type ActionsSource = {
  /** Number of the trace in the index; undefined for one that is only emulated. */
  readonly id: bigint | undefined
  /** All transactions, where a part of them is emulated: then the stored actions do not count. */
  readonly emulated: readonly TransactionRecord[] | undefined
}

/** Returns the actions of a trace before any version filter, newest first (actions-contract §4). */
export type ReadTraceActions = (source: ActionsSource, context: ReadContext) => readonly SnapshotAction[]

/** The index stores no actions yet: there are none to send. */
export const readTraceActions: ReadTraceActions = () => []
