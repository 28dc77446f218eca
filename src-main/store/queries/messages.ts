import { base64Prefix } from '../dialect.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId } from './accountIds.ts'
import { among, direction, isOpen, type Page, type Piece, type Window, where, within } from './conditions.ts'
import { deepPage } from './deepPage.ts'
import type { Reader, SqlValue } from './reader.ts'
import { byBase64, byNumber, concatenatedPage, type Stream } from './streams.ts'

/** Conditions of `/messages`: all of them must hold. */
export type MessageFilter = {
  /** Hashes or normalized hashes of messages. */
  readonly hashes?: readonly Buffer[]
  readonly bodyHash?: Buffer | undefined
  /** Null matches messages without a source: external-in messages. */
  readonly source?: StdAddress | null | undefined
  /** Null matches messages without a destination: external-out messages. */
  readonly destination?: StdAddress | null | undefined
  readonly opcode?: number | undefined
  /** `in`: a transaction received it; `out`: a transaction sent it. */
  readonly direction?: 'in' | 'out' | undefined
  readonly externals?: 'exclude' | 'only' | undefined
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

type Key = {
  readonly id: bigint
  readonly hash: Buffer
  readonly created_lt: bigint | null
  readonly created_at: bigint | null
}

const KEY = 'SELECT m.id, m.hash, m.created_lt, m.created_at FROM messages m'
/** Conditions of partial indexes: DATED of messages_by_…, UNDATED of external_messages…. */
const DATED: Piece = { sql: 'm.created_lt IS NOT NULL', values: [] }
const UNDATED: Piece = { sql: 'm.created_lt IS NULL', values: [] }
/** If several indexes could drive, the one with the fewest rows does. Counting stops here. */
const PROBE = 1_000
/** Maximum number of rows that are sorted if no index has the order. */
const SORTABLE = 5_000

/**
 * Finds the row numbers of a page's messages: by time, messages without a time as the newest, ties by the base64 text
 * of the hash.
 */
export function findMessages(reader: Reader, filter: MessageFilter, page: Page): bigint[] {
  const found = messageConditions(reader, filter)
  if (found === undefined) return []
  const rows =
    filter.hashes !== undefined && filter.hashes.length > 0
      ? byHashes(reader, filter.hashes, found, filter, page)
      : concatenatedPage(
          page.sort === 'desc'
            ? [external(reader, found, filter, page), dated(reader, found, filter, page)]
            : [dated(reader, found, filter, page), external(reader, found, filter, page)],
          page,
        )
  return rows.map(({ id }) => id)
}

/** A column and its value at the start of an index. */
export type Driver = {
  readonly column: 'source' | 'destination' | 'opcode' | 'body'
  readonly value: SqlValue
}

/** The filter with row numbers in place of hashes and addresses. */
type Conditions = { readonly drivers: readonly Driver[]; readonly rest: readonly Piece[] }

/**
 * Looks up the row numbers of a filter. Returns undefined if one of its accounts or contents is unknown: then no
 * message matches.
 */
export function messageConditions(reader: Reader, filter: MessageFilter): Conditions | undefined {
  const party = (address: StdAddress | null) => (address === null ? null : findAccountId(reader, address))
  const wanted: readonly (readonly [Driver['column'], SqlValue | undefined])[] = [
    ...(filter.source === undefined ? [] : [['source', party(filter.source)] as const]),
    ...(filter.destination === undefined ? [] : [['destination', party(filter.destination)] as const]),
    ...(filter.bodyHash === undefined ? [] : [['body', contentsId(reader, filter.bodyHash)] as const]),
    ...(filter.opcode === undefined ? [] : [['opcode', filter.opcode] as const]),
  ]
  const drivers = wanted.flatMap(([column, value]) => (value === undefined ? [] : [{ column, value }]))
  if (drivers.length < wanted.length) return undefined
  return { drivers, rest: directionPieces(filter.direction) }
}

function contentsId(reader: Reader, hash: Buffer): bigint | undefined {
  return reader.all<{ id: bigint }>('SELECT id FROM contents WHERE hash = ?', [hash])[0]?.id
}

function directionPieces(way: MessageFilter['direction']): Piece[] {
  switch (way) {
    case undefined:
      return []
    case 'in':
      return [{ sql: 'EXISTS (SELECT 1 FROM transactions t WHERE t.in_msg = m.id)', values: [] }]
    case 'out':
      return [{ sql: '+m.out_tx IS NOT NULL', values: [] }]
  }
}

/** Builds a driver's condition. Pass '' to use its index, '+' to keep SQLite from using it. */
export function driverPiece({ column, value }: Driver, word: '' | '+'): Piece {
  return value === null
    ? { sql: `${word}m.${column} IS NULL`, values: [] }
    : { sql: `${word}m.${column} = ?`, values: [value] }
}

/** Returns the stream of messages with a time: all except external ones. */
function dated(
  reader: Reader,
  { drivers, rest }: Conditions,
  filter: MessageFilter,
  page: Page,
): Stream<Key> {
  const { utimes = {}, lts = {}, externals } = filter
  const isReceivedLog = filter.destination === null && filter.direction === 'in'
  if (externals === 'only' || isReceivedLog) return () => []
  const isByLt = isOpen(utimes)
  const column = isByLt ? 'm.created_lt' : 'm.created_at'
  const driving = isByLt ? within(column, lts) : within(column, utimes)
  const driver = leastDriver(reader, drivers, [DATED, ...driving], isByLt)
  const pieces = [...(driver ? [driverPiece(driver, '')] : []), DATED, ...driving]
  const checked = drivers.filter((other) => other !== driver).map((other) => driverPiece(other, '+'))
  const others = [...checked, ...(isByLt ? [] : within('+m.created_lt', lts)), ...rest]
  // An account never sends two messages with the same lt, so there are no ties.
  if (isByLt && driver?.column === 'source' && driver.value !== null) {
    return stream(reader, [...pieces, ...others], `${column} ${direction(page.sort)}`)
  }
  return (limit, offset) =>
    deepPage<Key>(
      reader,
      { ...page, limit, offset },
      { select: KEY, from: 'FROM messages m', pieces, others, column, tie: base64Prefix('m.hash') },
    )
}

/** Returns the stream of external messages, which have neither time nor lt. */
function external(
  reader: Reader,
  { drivers, rest }: Conditions,
  filter: MessageFilter,
  page: Page,
): Stream<Key> {
  const { utimes = {}, lts = {}, externals, source, destination } = filter
  const isNone =
    externals === 'exclude' ||
    !isOpen(utimes) ||
    !isOpen(lts) ||
    (source !== undefined && source !== null) ||
    destination === null ||
    filter.direction === 'out'
  if (isNone) return () => []
  const indexed = drivers.filter(({ column }) => column !== 'source')
  const driver = leastDriver(reader, indexed, [UNDATED], false)
  const way = direction(page.sort)
  const order = `${base64Prefix('m.hash')} ${way}, m.id ${way}`
  return stream(reader, [...drivenBy(drivers, driver), UNDATED, ...rest], order)
}

function stream(reader: Reader, pieces: readonly Piece[], order: string): Stream<Key> {
  const { sql, values } = where(pieces)
  return (limit, offset) =>
    reader.all<Key>(`${KEY}${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, offset])
}

function drivenBy(drivers: readonly Driver[], by: Driver | undefined): Piece[] {
  return drivers.map((driver) => driverPiece(driver, driver === by ? '' : '+'))
}

/**
 * Returns the driver with the fewest rows. A body has only an index by lt: in another order it drives only if its
 * rows can be sorted.
 */
function leastDriver(
  reader: Reader,
  drivers: readonly Driver[],
  others: readonly Piece[],
  isByLt: boolean,
): Driver | undefined {
  const needsCount = (driver: Driver) => driver.column === 'body' && !isByLt
  const [only, ...more] = drivers
  if (only === undefined || (more.length === 0 && !needsCount(only))) return only
  const counted = drivers
    .map((driver) => {
      const most = needsCount(driver) ? SORTABLE : PROBE
      return { driver, most, rows: countMessages(reader, [driverPiece(driver, ''), ...others], most + 1) }
    })
    .filter(({ driver, rows, most }) => !needsCount(driver) || rows <= most)
  return counted.sort((a, b) => a.rows - b.rows)[0]?.driver
}

/** Counts messages; stops at `most`. */
export function countMessages(reader: Reader, pieces: readonly Piece[], most: number): number {
  const { sql, values } = where(pieces)
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM messages m${sql} LIMIT ?) few`,
    [...values, most],
  )
  return Number(row?.rows ?? 0n)
}

/** Reads and sorts all named messages. They are few. */
function byHashes(
  reader: Reader,
  hashes: readonly Buffer[],
  { drivers, rest }: Conditions,
  { utimes = {}, lts = {}, externals }: MessageFilter,
  { limit, offset, sort }: Page,
): readonly Key[] {
  const column = isOpen(utimes) ? '+m.created_lt' : '+m.created_at'
  const conditions = [
    ...drivenBy(drivers, undefined),
    ...rest,
    ...within('+m.created_at', utimes),
    ...within('+m.created_lt', lts),
    ...(externals === undefined
      ? []
      : [{ sql: `${column} IS ${externals === 'only' ? 'NULL' : 'NOT NULL'}`, values: [] }]),
  ]
  const found = findNamed(reader, hashes, conditions)
  const time = (key: Key) => (isOpen(utimes) ? key.created_lt : key.created_at)
  return found
    .sort((a, b) => compareTimes(time(a), time(b), sort) || byBase64(a.hash, b.hash, sort))
    .slice(offset, offset + limit)
}

/** Finds messages by hash or normalized hash. */
export function findNamed(reader: Reader, hashes: readonly Buffer[], conditions: readonly Piece[]): Key[] {
  const rows = ['m.hash', 'm.hash_norm'].flatMap((column) => {
    const { sql, values } = where([among(column, hashes), ...conditions])
    return reader.all<Key>(KEY + sql, values)
  })
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Compares times. As in PostgreSQL, NULL is above all values. */
function compareTimes(a: bigint | null, b: bigint | null, sort: Page['sort']): number {
  if (a !== null && b !== null) return byNumber(a, b, sort)
  return byNumber(a === null ? 1n : 0n, b === null ? 1n : 0n, sort)
}
