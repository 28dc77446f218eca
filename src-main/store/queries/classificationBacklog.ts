import { AGAIN_PRIORITY, type QueuedTrace } from '../classifiedTraces.ts'
import { KEPT } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** Finished traces whose actions are not derived yet, or must be derived again. */

const PRIORITIES = Array.from({ length: AGAIN_PRIORITY }, (_, priority) => priority)

/**
 * Returns whether traces that were finished in the masterchain blocks `first` to `last` are unclassified, or can be
 * queued again because of a changed contract. Traces that only a pass over all traces has queued count as classified:
 * they have actions, which can change.
 */
export function hasUnclassified(
  reader: Reader,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  // The traces of these contracts can be of any block.
  if (reader.all('SELECT 1 AS found FROM classification_rechecks few LIMIT 1', []).length > 0) return true
  return PRIORITIES.some(
    (priority) =>
      reader.all(
        `SELECT 1 AS found FROM classification_queue WHERE priority = ? AND mc_seqno BETWEEN ? AND ? LIMIT 1`,
        [priority, first, last],
      ).length > 0,
  )
}

/** A trace that must be classified before its actions are known. */
export type Unclassified = {
  /** Hash of one of its transactions. */
  readonly transaction: Buffer
}

/** Returns those of these finished traces that findWaitingTraces returns, by a hash. */
export function findUnclassified(reader: Reader, traces: readonly bigint[]): Unclassified[] {
  return loadByIds<{ hash: Buffer }>(
    reader,
    'SELECT r.hash FROM traces tr JOIN transactions r ON r.id = tr.root_tx',
    'tr.id',
    findWaitingTraces(reader, traces).map(({ trace }) => trace),
  ).map(({ hash }) => ({ transaction: hash }))
}

/** A trace that waits for classification; `queued` is its row of classification_queue. */
export type WaitingTrace = { readonly trace: bigint; readonly queued: QueuedTrace | undefined }

/** A row of classification_queue. */
export type QueueRow = { trace: bigint; priority: bigint; version: bigint }

/**
 * Returns those of these traces that are queued, or that have contracts whose detection result has changed. The latter
 * are in classification_queue only once the writer has gone over classification_rechecks.
 */
export function findWaitingTraces(reader: Reader, traces: readonly bigint[]): WaitingTrace[] {
  const rows = loadByIds<QueueRow>(
    reader,
    'SELECT trace, priority, version FROM classification_queue',
    'trace',
    traces,
  )
  const changed = loadByIds<{ trace: bigint }>(
    reader,
    'SELECT ta.trace FROM trace_accounts ta JOIN classification_rechecks c ON c.account = ta.account',
    'ta.trace',
    traces,
  )
  const waiting = new Map(
    changed.map(({ trace }): [bigint, WaitingTrace] => [trace, { trace, queued: undefined }]),
  )
  for (const row of rows) waiting.set(row.trace, waitingTrace(row))
  return [...waiting.values()]
}

/** Converts a row of the queue. */
export function waitingTrace({ trace, priority, version }: QueueRow): WaitingTrace {
  return { trace, queued: { priority: Number(priority), version: Number(version) } }
}

/**
 * Returns accounts of traces that are not detected: `queued` for detection, `waiting` for the state of another
 * account, or `unread`, without a known state.
 */
export function findUndetected(
  reader: Reader,
  traces: readonly bigint[],
): Readonly<Record<'queued' | 'waiting' | 'unread', readonly StdAddress[]>> {
  const rows = loadByIds<{ account: bigint }>(reader, 'SELECT account FROM trace_accounts', 'trace', traces)
  const accounts = [...new Set(rows.map(({ account }) => account))]
  const queue = loadByIds<{ account: bigint; priority: bigint; waits_for: bigint | null }>(
    reader,
    'SELECT account, priority, waits_for FROM detection_queue',
    'account',
    accounts,
  ).filter(({ priority }) => Number(priority) < KEPT)
  const states = loadByIds<{ account: bigint }>(
    reader,
    'SELECT account FROM latest_states',
    'account',
    accounts,
  )
  const known = new Set([...queue, ...states].map(({ account }) => account))
  const addresses = loadAddresses(reader, accounts)
  const of = (ids: readonly bigint[]) => ids.flatMap((id) => addresses.get(id) ?? [])
  return {
    queued: of(queue.filter((row) => row.waits_for === null).map(({ account }) => account)),
    waiting: of(queue.filter((row) => row.waits_for !== null).map(({ account }) => account)),
    unread: of(accounts.filter((account) => !known.has(account))),
  }
}

/** Returns the largest end lt of finished traces whose beginning is not indexed; undefined if there are none. */
export function newestBrokenEnd(reader: Reader): bigint | undefined {
  const [row] = reader.all<{ end_lt: bigint | null }>(
    'SELECT max(end_lt) AS end_lt FROM traces WHERE state = 2',
    [],
  )
  return row?.end_lt ?? undefined
}
