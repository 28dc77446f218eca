import { CLASSIFICATION_STATES, type ClassificationStateName } from '../classifiedTraces.ts'
import { base64Prefix } from '../dialect.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId, loadByIds } from './accountIds.ts'
import { among, equals, isOpen, type Page, type Piece, type Window, where, within } from './conditions.ts'
import { deepPage } from './deepPage.ts'
import { findNamed } from './messages.ts'
import type { Reader } from './reader.ts'
import { byBase64, byNumber } from './streams.ts'

/** Conditions of `/traces`: all of them must hold. Only finished traces are found. */
export type TraceFilter = {
  /** An account with a transaction in the trace. */
  readonly account?: StdAddress | undefined
  /** Hashes of first transactions. */
  readonly traceIds?: readonly Buffer[]
  /** Hashes of any transactions. */
  readonly transactions?: readonly Buffer[]
  /** Hashes or normalized hashes of any messages. */
  readonly messages?: readonly Buffer[]
  /** Seqno of the masterchain block in which the trace was finished. */
  readonly mcSeqno?: number | undefined
  /** Bounds of the last transaction's time, Unix seconds. */
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

/** A trace's row. */
export type TraceRecord = {
  readonly id: bigint
  /** Hash of the first transaction. */
  readonly traceId: Buffer
  /** Hash of the message that the first transaction received. */
  readonly externalHash: Buffer | undefined
  readonly state: 'pending' | 'complete' | 'broken'
  readonly mcSeqnoStart: number
  readonly mcSeqnoEnd: number
  readonly startLt: bigint
  readonly startUtime: number
  readonly endLt: bigint
  readonly endUtime: number
  readonly transactions: number
  /** Number of messages that were received or left the chain. */
  readonly messages: number
  readonly pendingMessages: number
  readonly classification: ClassificationStateName
}

type Key = { readonly id: bigint; readonly hash: Buffer; readonly end_lt: bigint; readonly end_utime: bigint }

const FINISHED: Piece = { sql: 'tr.pending = 0', values: [] }
const ROOT = 'JOIN transactions r ON r.id = tr.root_tx'

/** Returns the numbers of a page's traces in its order: by end, ties by the base64 text of the trace id. */
export function findTraces(reader: Reader, filter: TraceFilter, page: Page): bigint[] {
  const { traceIds = [], transactions = [], messages = [], account, mcSeqno, utimes = {}, lts = {} } = filter
  const named =
    traceIds.length > 0
      ? tracesOfRoots(reader, traceIds)
      : transactions.length > 0
        ? tracesOfTransactions(reader, transactions)
        : messages.length > 0
          ? tracesOfMessages(reader, messages)
          : undefined
  const column = isOpen(utimes) ? 'end_lt' : 'end_utime'
  const bounds = (table: string) =>
    column === 'end_lt' ? within(`${table}.end_lt`, lts) : within(`${table}.end_utime`, utimes)
  const others = (table: string) => (column === 'end_lt' ? [] : within(`+${table}.end_lt`, lts))
  if (named) return sortedPage(loadKeys(reader, named, filter), column, page)
  if (account) {
    const id = findAccountId(reader, account)
    if (id === undefined) return []
    return deepPage<Key>(reader, page, {
      select: `SELECT tr.id FROM trace_accounts ta CROSS JOIN traces tr ${ROOT}`,
      from: 'FROM trace_accounts ta',
      pieces: [...equals('ta.account', id), ...bounds('ta')],
      joined: [{ sql: 'tr.id = ta.trace', values: [] }],
      others: [...others('ta'), ...equals('+tr.mc_seqno_end', mcSeqno)],
      column: `ta.${column}`,
      tie: base64Prefix('r.hash'),
    }).map((row) => row.id)
  }
  const ofBlock = mcSeqno !== undefined
  return deepPage<Key>(reader, page, {
    select: `SELECT tr.id FROM traces tr ${ROOT}`,
    from: 'FROM traces tr',
    pieces: [
      FINISHED,
      ...equals('tr.mc_seqno_end', mcSeqno),
      ...(ofBlock ? within('tr.end_lt', lts) : bounds('tr')),
    ],
    others: ofBlock ? within('+tr.end_utime', utimes) : others('tr'),
    column: `tr.${column}`,
    tie: base64Prefix('r.hash'),
  }).map((row) => row.id)
}

function tracesOfRoots(reader: Reader, hashes: readonly Buffer[]): bigint[] {
  const { sql, values } = where([among('r.hash', hashes)])
  return reader
    .all<{ id: bigint }>(`SELECT tr.id FROM transactions r JOIN traces tr ON tr.root_tx = r.id${sql}`, values)
    .map(({ id }) => id)
}

/** Returns the numbers of the traces with these ids; without ids, of the finished traces of a masterchain block. */
export function findTraceNumbers(
  reader: Reader,
  traceIds: readonly Buffer[],
  mcSeqno: number | undefined,
): bigint[] {
  if (traceIds.length > 0) return tracesOfRoots(reader, traceIds)
  if (mcSeqno === undefined) return []
  return reader
    .all<{ id: bigint }>('SELECT id FROM traces WHERE pending = 0 AND mc_seqno_end = ?', [mcSeqno])
    .map(({ id }) => id)
}

/** Returns the numbers of the finished traces of transactions (numbers). */
export function findTracesOf(reader: Reader, transactions: readonly bigint[]): bigint[] {
  const rows = loadByIds<{ trace: bigint }>(
    reader,
    'SELECT t.trace FROM transactions t JOIN traces tr ON tr.id = t.trace AND tr.pending = 0',
    't.id',
    transactions,
  )
  return [...new Set(rows.map(({ trace }) => trace))]
}

function tracesOfTransactions(reader: Reader, hashes: readonly Buffer[]): bigint[] {
  const { sql, values } = where([among('hash', hashes)])
  return reader
    .all<{ trace: bigint }>(`SELECT trace FROM transactions${sql}`, values)
    .map(({ trace }) => trace)
}

function tracesOfMessages(reader: Reader, hashes: readonly Buffer[]): bigint[] {
  const messages = findNamed(reader, hashes, []).map(({ id }) => id)
  const received = loadByIds<{ trace: bigint }>(reader, 'SELECT trace FROM transactions', 'in_msg', messages)
  const sent = loadByIds<{ trace: bigint }>(
    reader,
    'SELECT t.trace FROM messages m JOIN transactions t ON t.id = m.out_tx',
    'm.id',
    messages,
  )
  return [...received, ...sent].map(({ trace }) => trace)
}

/** Loads the sort keys of finished traces among `ids` that match the rest of the filter. */
function loadKeys(
  reader: Reader,
  ids: readonly bigint[],
  { mcSeqno, utimes = {}, lts = {} }: TraceFilter,
): Key[] {
  const rows = loadByIds<Key & { pending: bigint; mc_seqno_end: bigint }>(
    reader,
    `SELECT tr.id, r.hash, tr.end_lt, tr.end_utime, tr.pending, tr.mc_seqno_end FROM traces tr ${ROOT}`,
    'tr.id',
    ids,
  )
  return rows.filter(
    ({ pending, mc_seqno_end, end_lt, end_utime }) =>
      pending === 0n &&
      (mcSeqno === undefined || mc_seqno_end === BigInt(mcSeqno)) &&
      end_lt >= (lts.start ?? end_lt) &&
      end_lt <= (lts.end ?? end_lt) &&
      end_utime >= BigInt(utimes.start ?? 0) &&
      end_utime <= BigInt(utimes.end ?? end_utime),
  )
}

function sortedPage(
  keys: readonly Key[],
  column: 'end_lt' | 'end_utime',
  { limit, offset, sort }: Page,
): bigint[] {
  return keys
    .toSorted((a, b) => byNumber(a[column], b[column], sort) || byBase64(a.hash, b.hash, sort))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}

/** Values of traces.state. */
const STATES: readonly TraceRecord['state'][] = ['pending', 'complete', 'broken']
/** The state of a trace with a sender that is not indexed. */
export const BROKEN_TRACE = BigInt(STATES.indexOf('broken'))

type Row = Record<string, bigint> & { hash: Buffer; external: Buffer | null }

/** Loads traces by number, in the order of `ids`. */
export function loadTraces(reader: Reader, ids: readonly bigint[]): TraceRecord[] {
  const rows = loadByIds<Row>(
    reader,
    `SELECT tr.id, r.hash, m.hash AS external, tr.state, tr.mc_seqno_start, tr.mc_seqno_end, tr.start_lt, tr.start_utime,
       tr.end_lt, tr.end_utime, tr.nodes, tr.edges, tr.pending, tr.classification
     FROM traces tr ${ROOT} LEFT JOIN messages m ON m.id = r.in_msg`,
    'tr.id',
    ids,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [traceRecord(row)]
  })
}

function traceRecord(row: Row): TraceRecord {
  return {
    id: row.id as bigint,
    traceId: row.hash,
    externalHash: row.external ?? undefined,
    state: STATES[Number(row.state)] ?? 'broken',
    mcSeqnoStart: Number(row.mc_seqno_start),
    mcSeqnoEnd: Number(row.mc_seqno_end),
    startLt: row.start_lt as bigint,
    startUtime: Number(row.start_utime),
    endLt: row.end_lt as bigint,
    endUtime: Number(row.end_utime),
    transactions: Number(row.nodes),
    messages: Number(row.edges),
    pendingMessages: Number(row.pending),
    classification: CLASSIFICATION_STATES[Number(row.classification)] ?? 'unclassified',
  }
}

/** Progress of a transaction's trace, with the hash of the transaction. */
export type TraceProgress = {
  readonly transaction: Buffer
  readonly state: TraceRecord['state']
  readonly isFinished: boolean
  /** Masterchain seqno of the trace's first transaction. */
  readonly mcSeqnoStart: number
}

/** Loads the progress of the traces of transactions (row numbers); each trace once. */
export function loadTraceProgress(reader: Reader, transactions: readonly bigint[]): TraceProgress[] {
  type Progress = { trace: bigint; hash: Buffer; state: bigint; pending: bigint; mc_seqno_start: bigint }
  const rows = loadByIds<Progress>(
    reader,
    `SELECT t.trace, t.hash, tr.state, tr.pending, tr.mc_seqno_start FROM transactions t JOIN traces tr ON tr.id = t.trace`,
    't.id',
    transactions,
  )
  return [...new Map(rows.map((row) => [row.trace, row])).values()].map((row) => ({
    transaction: row.hash,
    state: STATES[Number(row.state)] ?? 'broken',
    isFinished: row.pending === 0n,
    mcSeqnoStart: Number(row.mc_seqno_start),
  }))
}

/** Finds the transactions at both ends of messages with these hashes or normalized hashes. */
export function findMessageEnds(reader: Reader, hashes: readonly Buffer[]): bigint[] {
  const messages = findNamed(reader, hashes, []).map(({ id }) => id)
  const received = loadByIds<{ id: bigint }>(reader, 'SELECT id FROM transactions', 'in_msg', messages)
  const sent = loadByIds<{ id: bigint | null }>(reader, 'SELECT out_tx AS id FROM messages', 'id', messages)
  return [...received, ...sent].flatMap(({ id }) => id ?? [])
}

/** Finds the row numbers of traces' transactions, sorted by lt and account. */
export function findTraceTransactions(
  reader: Reader,
  traces: readonly bigint[],
): ReadonlyMap<bigint, readonly bigint[]> {
  type Member = { id: bigint; trace: bigint; lt: bigint; account: bigint }
  const members = loadByIds<Member>(
    reader,
    'SELECT id, trace, lt, account FROM transactions',
    'trace',
    traces,
  )
  members.sort((a, b) => byNumber(a.lt, b.lt, 'asc') || byNumber(a.account, b.account, 'asc'))
  const found = new Map<bigint, bigint[]>(traces.map((trace) => [trace, []]))
  for (const { id, trace } of members) found.get(trace)?.push(id)
  return found
}
