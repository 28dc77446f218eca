import { base64Prefix } from '../dialect.ts'
import { unpackNumbers } from '../packing/numbers.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId, loadByIds } from './accountIds.ts'
import { among, equals, isOpen, type Page, type Piece, type Window, within } from './conditions.ts'
import { deepPage } from './deepPage.ts'
import type { Reader } from './reader.ts'
import { byBase64, byNumber, pageOf, type Stream } from './streams.ts'
import { findMembers } from './traceMembers.ts'
import { findTraceNumbers } from './traces.ts'

/** Conditions of `/actions`: all of them must hold. */
export type ActionFilter = {
  /** An account that takes part in the action. */
  readonly account?: StdAddress | undefined
  /** Hashes of transactions; one of them must belong to the action. */
  readonly transactions?: readonly Buffer[]
  /**
   * Hashes of messages (or normalized hashes); one of the action's transactions must have received or sent one of
   * them.
   */
  readonly messages?: readonly Buffer[]
  readonly actionIds?: readonly Buffer[]
  /** Hashes of the first transactions of traces. */
  readonly traceIds?: readonly Buffer[]
  /** Seqno of the masterchain block in which the trace was finished. */
  readonly mcSeqno?: number | undefined
  /** Bounds of the trace's end, Unix seconds. */
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
  /** Numbers of action_kinds; undefined for all. */
  readonly kinds?: readonly number[] | undefined
  /** True if the kinds have few actions: each kind is then searched separately. */
  readonly areKindsFew?: boolean
}

type Key = {
  readonly id: bigint
  readonly trace_end_lt: bigint
  readonly trace_end_utime: bigint
  readonly end_lt: bigint
  readonly end_utime: bigint
  readonly action_id: Buffer
  readonly hash: Buffer
}
type Column = 'end_lt' | 'end_utime'

const ROOT = 'JOIN traces tr ON tr.id = a.trace JOIN transactions r ON r.id = tr.root_tx'
const KEY = 'a.id, a.trace_end_lt, a.trace_end_utime, a.end_lt, a.end_utime, a.action_id, r.hash'

/**
 * Returns the numbers of a page's actions: by the end of the trace, then by trace id, end and action id (both ids as
 * base64 texts).
 */
export function findActions(reader: Reader, filter: ActionFilter, page: Page): bigint[] {
  const { account, kinds, utimes = {}, lts = {} } = filter
  if (kinds?.length === 0) return []
  const column: Column = isOpen(utimes) ? 'end_lt' : 'end_utime'
  if (isNamed(filter)) return pageOfKeys(namedKeys(reader, filter), column, page)
  const byLt = column === 'end_lt'
  const list = (table: 'a' | 'aa', pieces: readonly Piece[]) => ({
    pieces: [
      ...pieces,
      ...(byLt ? within(`${table}.trace_end_lt`, lts) : within(`${table}.trace_end_utime`, utimes)),
    ],
    others: byLt ? [] : within(`+${table}.trace_end_lt`, lts),
    column: `${table}.trace_${column}`,
    tie: [base64Prefix('r.hash'), `a.${column}`, base64Prefix('a.action_id')],
  })
  const ofKinds = (table: 'a' | 'aa') => (kinds ? [among(`+${table}.kind`, kinds)] : [])
  if (account) {
    const id = findAccountId(reader, account)
    if (id === undefined) return []
    return deepPage<Key>(reader, page, {
      select: `SELECT a.id FROM action_accounts aa CROSS JOIN actions a ${ROOT}`,
      from: 'FROM action_accounts aa',
      ...list('aa', [...equals('aa.account', id), ...ofKinds('aa')]),
      joined: [{ sql: 'a.id = aa.action', values: [] }],
    }).map((row) => row.id)
  }
  const select = `FROM actions a CROSS JOIN traces tr CROSS JOIN transactions r`
  const joined = [{ sql: 'tr.id = a.trace AND r.id = tr.root_tx', values: [] }]
  if (kinds && filter.areKindsFew === true) {
    const streams = kinds.map(
      (kind): Stream<Key> =>
        (limit, offset) =>
          deepPage<Key>(
            reader,
            { limit, offset, sort: page.sort },
            {
              select: `SELECT ${KEY} ${select}`,
              from: 'FROM actions a',
              ...list('a', equals('a.kind', kind)),
              joined,
            },
          ),
    )
    return pageOf(streams, comparison(column, page.sort), page).map(({ id }) => id)
  }
  return deepPage<Key>(reader, page, {
    select: `SELECT a.id ${select}`,
    from: 'FROM actions a',
    ...list('a', ofKinds('a')),
    joined,
  }).map((row) => row.id)
}

function isNamed({
  transactions = [],
  messages = [],
  actionIds = [],
  traceIds = [],
  mcSeqno,
}: ActionFilter): boolean {
  return (
    mcSeqno !== undefined || [transactions, messages, actionIds, traceIds].some(({ length }) => length > 0)
  )
}

type NamedRow = Key & {
  readonly kind: bigint
  readonly transactions: Buffer
  readonly accounts: bigint
  readonly parties: Buffer
  readonly mc_seqno_end: bigint
}

/** Finds the actions of named transactions, messages, actions or traces that match the whole filter. They are few. */
function namedKeys(reader: Reader, filter: ActionFilter): Key[] {
  const { transactions = [], messages = [], actionIds = [], traceIds = [] } = filter
  const select = `SELECT ${KEY}, a.kind, a.transactions, a.accounts, a.parties, tr.mc_seqno_end FROM actions a ${ROOT}`
  const members =
    transactions.length > 0 || messages.length > 0 ? findMembers(reader, transactions, messages) : undefined
  const rows =
    actionIds.length > 0
      ? rowsOfIds(reader, select, actionIds)
      : loadByIds<NamedRow>(
          reader,
          select,
          'a.trace',
          members?.traces ?? findTraceNumbers(reader, traceIds, filter.mcSeqno),
        )
  const fits = fitting(reader, filter)
  const areMembers = (row: NamedRow) => {
    if (!members) return true
    const own = new Set(unpackNumbers(row.transactions))
    return members.groups.every((group) => group.some((transaction) => own.has(Number(transaction))))
  }
  return rows.filter((row) => fits(row) && areMembers(row))
}

function rowsOfIds(reader: Reader, select: string, actionIds: readonly Buffer[]): NamedRow[] {
  return [...new Map(actionIds.map((id) => [id.toString('latin1'), id])).values()].flatMap((id) =>
    reader
      .all<NamedRow>(`${select} WHERE substr(a.action_id, 1, 8) = ?`, [id.subarray(0, 8)])
      .filter((row) => row.action_id.equals(id)),
  )
}

const ACCOUNT_NUMBER = 8

function fitting(reader: Reader, filter: ActionFilter): (row: NamedRow) => boolean {
  const { account, actionIds = [], traceIds = [], mcSeqno, utimes = {}, lts = {}, kinds } = filter
  const id = account && findAccountId(reader, account)
  const has = (hashes: readonly Buffer[], hash: Buffer) =>
    hashes.length === 0 || hashes.some((one) => one.equals(hash))
  const takesPart = ({ accounts, parties }: NamedRow) =>
    id !== undefined &&
    Array.from({ length: Number(accounts) }).some(
      (_, index) => parties.readBigInt64BE(index * ACCOUNT_NUMBER) === id,
    )
  return (row) =>
    has(actionIds, row.action_id) &&
    has(traceIds, row.hash) &&
    (mcSeqno === undefined || row.mc_seqno_end === BigInt(mcSeqno)) &&
    (account === undefined || takesPart(row)) &&
    (kinds === undefined || kinds.includes(Number(row.kind))) &&
    row.trace_end_lt >= (lts.start ?? row.trace_end_lt) &&
    row.trace_end_lt <= (lts.end ?? row.trace_end_lt) &&
    row.trace_end_utime >= BigInt(utimes.start ?? 0) &&
    row.trace_end_utime <= BigInt(utimes.end ?? row.trace_end_utime)
}

function comparison(column: Column, sort: Page['sort']): (a: Key, b: Key) => number {
  return (a, b) =>
    byNumber(a[`trace_${column}`], b[`trace_${column}`], sort) ||
    byBase64(a.hash, b.hash, sort) ||
    byNumber(a[column], b[column], sort) ||
    byBase64(a.action_id, b.action_id, sort)
}

function pageOfKeys(keys: readonly Key[], column: Column, { limit, offset, sort }: Page): bigint[] {
  return keys
    .toSorted(comparison(column, sort))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}

/** Returns the numbers of the actions of these kinds by trace, sorted by start and end. */
export function findActionsOfTraces(
  reader: Reader,
  traces: readonly bigint[],
  kinds: readonly number[] | undefined,
): ReadonlyMap<bigint, readonly bigint[]> {
  type Row = { id: bigint; trace: bigint; kind: bigint; start_lt: bigint; end_lt: bigint; action_id: Buffer }
  const rows = loadByIds<Row>(
    reader,
    'SELECT id, trace, kind, start_lt, end_lt, action_id FROM actions',
    'trace',
    traces,
  )
    .filter(({ kind }) => kinds === undefined || kinds.includes(Number(kind)))
    .sort(
      (a, b) =>
        byNumber(a.start_lt, b.start_lt, 'asc') ||
        byNumber(a.end_lt, b.end_lt, 'asc') ||
        byBase64(a.action_id, b.action_id, 'asc'),
    )
  return new Map(
    [...Map.groupBy(rows, ({ trace }) => trace)].map(([trace, own]) => [trace, own.map(({ id }) => id)]),
  )
}
