import { AGAIN_PRIORITY } from '../../store/classifiedTraces.ts'
import { PRIORITY } from '../../store/detectedTokens.ts'
import {
  findWaitingTraces,
  type QueueRow,
  type WaitingTrace,
  waitingTrace,
} from '../../store/queries/classificationBacklog.ts'
import { among, where } from '../../store/queries/conditions.ts'
import { loadTransactions } from '../../store/queries/loadTransactions.ts'
import type { Reader } from '../../store/queries/reader.ts'
import type { TransactionRecord } from '../../store/queries/records.ts'
import { findTraceTransactions } from '../../store/queries/traces.ts'
import type { ClassificationSize } from './classifyMessages.ts'

/** Counting stops here: the queue of a migrated index has millions of rows. */
const MAX_COUNTED = 10_000
/** Number of queue rows that one batch checks for traces with detected accounts. */
const WINDOW = 512

/** Returns the next queued traces of which detection has inspected all accounts. */
export function nextTraces(reader: Reader, limit: number): WaitingTrace[] {
  const rows = reader.all<QueueRow>(
    'SELECT trace, priority, version FROM classification_queue ORDER BY priority, mc_seqno LIMIT ?',
    [WINDOW],
  )
  const ready: WaitingTrace[] = []
  for (const row of rows) {
    if (ready.length === limit) break
    if (isDetected(reader, row.trace)) ready.push(waitingTrace(row))
  }
  return ready
}

/**
 * Returns whether detection is done with a trace's accounts. Accounts that wait for another account's state do not
 * count: their traces are queued again when it is read.
 */
function isDetected(reader: Reader, trace: bigint): boolean {
  return (
    reader.all(
      `SELECT 1 AS found FROM trace_accounts ta JOIN detection_queue q ON q.account = ta.account
      WHERE ta.trace = ? AND q.waits_for IS NULL LIMIT 1`,
      [trace],
    ).length === 0
  )
}

/** Returns the finished unclassified traces of transactions (hashes): see findWaitingTraces. */
export function tracesToClassify(reader: Reader, transactions: readonly Buffer[]): WaitingTrace[] {
  if (transactions.length === 0) return []
  const { sql, values } = where([among('t.hash', transactions)])
  const traces = reader.all<{ trace: bigint }>(
    `SELECT DISTINCT t.trace FROM transactions t JOIN traces tr ON tr.id = t.trace${sql}
      AND tr.pending = 0 AND tr.state = 1`,
    values,
  )
  return findWaitingTraces(
    reader,
    traces.map(({ trace }) => trace),
  )
}

/** Counts the rows of the queue. */
export function readClassificationSize(reader: Reader): ClassificationSize {
  const count = (least: number, most: number) => {
    const [row] = reader.all<{ rows: bigint }>(
      `SELECT count(*) AS rows FROM
        (SELECT 1 FROM classification_queue WHERE priority BETWEEN ? AND ? LIMIT ${MAX_COUNTED})`,
      [least, most],
    )
    return Number(row?.rows ?? 0n)
  }
  return {
    pending: count(PRIORITY.request, AGAIN_PRIORITY),
    urgent: count(PRIORITY.request, PRIORITY.newBlock),
    due: count(PRIORITY.request, PRIORITY.backfill),
  }
}

/** The transactions of a trace, and their row numbers by hash (base64). */
export type TraceRecords = {
  readonly records: readonly TransactionRecord[]
  readonly numbers: ReadonlyMap<string, number>
  /** Number of transactions; `records` is empty if it exceeds `most`. */
  readonly count: number
}

/** Loads a trace's transactions, sorted by lt, unless there are more than `most`. */
export function loadTraceRecords(reader: Reader, trace: bigint, most: number): TraceRecords {
  const ids = findTraceTransactions(reader, [trace]).get(trace) ?? []
  if (ids.length > most) return { records: [], numbers: new Map(), count: ids.length }
  const records = loadTransactions(reader, ids)
  const numbers = new Map(records.map(({ hash }, i) => [hash.toString('base64'), Number(ids[i])]))
  return { records, numbers, count: ids.length }
}

/** Returns the facts from which a trace's actions were last derived (action_facts). */
export function loadRecordedFacts(reader: Reader, trace: bigint): string | undefined {
  const [row] = reader.all<{ facts: string }>('SELECT facts FROM action_facts WHERE trace = ?', [trace])
  return row?.facts
}
