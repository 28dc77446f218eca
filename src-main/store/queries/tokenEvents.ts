import { ADDRESS_FORMS, type AddressForm } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { loadByIds } from './accountIds.ts'
import { type Addresses, accountNumbers, matchesNothing } from './accountNumbers.ts'
import {
  among,
  direction,
  equals,
  isOpen,
  type Page,
  type Piece,
  type Sort,
  type Window,
  where,
  within,
} from './conditions.ts'
import type { Reader, SqlRow } from './reader.ts'
import { byNumber, pageOf, type Stream } from './streams.ts'
import { BROKEN_TRACE } from './traces.ts'

/**
 * Common parts of the tables of transfers and burns (compatibility-v3 §14.3). A row's number is that of its
 * transaction.
 */

/** A table of token events. */
export type EventTable = 'jetton_transfers' | 'jetton_burns' | 'nft_transfers'

/** Conditions of a list of events: all of them must hold. */
export type EventFilter = {
  /** The contracts that executed the request: `account`. */
  readonly contracts?: Addresses
  /** Accounts of which one must be in one of `partyColumns`. */
  readonly parties?: Addresses
  readonly partyColumns?: readonly string[]
  /** The jetton or collection. */
  readonly tokens?: Addresses
  readonly tokenColumn?: string
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

type Key = { readonly tx: bigint; readonly lt: bigint; readonly now?: bigint }
type Order = { readonly sql: string; compare(a: Key, b: Key): number }

/** If several conditions could drive the query, the one with the fewest rows does. Counting stops here. */
const PROBE = 1_000

/** Returns the transactions of a page's events: sorted by time if the filter has a time, otherwise by lt. */
export function findEvents(reader: Reader, table: EventTable, filter: EventFilter, page: Page): bigint[] {
  const drivers = driversOf(reader, filter)
  if (drivers === undefined) return []
  const { utimes = {}, lts = {} } = filter
  const isByLt = isOpen(utimes)
  // The partial indexes lack rows that are never listed.
  const listed: Piece[] = table === 'jetton_transfers' ? [{ sql: 'aborted = 0', values: [] }] : []
  const times = isByLt ? within('lt', lts) : [...within('now', utimes), ...within('+lt', lts)]
  const driver = leastDriver(reader, table, drivers, [...listed, ...times])
  const checked = drivers.filter((other) => other !== driver).map(({ check }) => check)
  const order = orderOf(page.sort, isByLt)
  const streams = (driver?.lists ?? [[]]).map((pieces): Stream<Key> => {
    const { sql, values } = where([...pieces, ...listed, ...times, ...checked])
    const text = `SELECT tx, lt${isByLt ? '' : ', now'} FROM ${table}${sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`
    return (limit, offset) => reader.all<Key>(text, [...values, limit, offset])
  })
  return pageOf(streams, order.compare, page).map(({ tx }) => tx)
}

function orderOf(sort: Sort, isByLt: boolean): Order {
  const way = direction(sort)
  const byLt = (a: Key, b: Key) => byNumber(a.lt, b.lt, sort) || byNumber(a.tx, b.tx, sort)
  return isByLt
    ? { sql: `lt ${way}, tx ${way}`, compare: byLt }
    : {
        sql: `now ${way}, lt ${way}, tx ${way}`,
        compare: (a, b) => byNumber(a.now ?? 0n, b.now ?? 0n, sort) || byLt(a, b),
      }
}

/** A condition in two forms: as lists that an index has in order, disjoint, and as a check of a row. */
type Driver = { readonly lists: readonly (readonly Piece[])[]; readonly check: Piece }

/** Returns the filter's conditions; undefined if an account of it is unknown, because then nothing matches. */
function driversOf(reader: Reader, filter: EventFilter): Driver[] | undefined {
  const { partyColumns = [], tokenColumn = '' } = filter
  const contracts = accountNumbers(reader, filter.contracts)
  const parties = accountNumbers(reader, filter.parties)
  const tokens = accountNumbers(reader, filter.tokens)
  if (matchesNothing(contracts, parties, tokens)) return undefined
  return [
    ...(contracts ? [listDriver('account', contracts)] : []),
    ...(parties ? [partyDriver(partyColumns, parties)] : []),
    ...(tokens ? [listDriver(tokenColumn, tokens)] : []),
  ]
}

function listDriver(column: string, numbers: readonly bigint[]): Driver {
  return { lists: numbers.map((number) => equals(column, number)), check: among(`+${column}`, numbers) }
}

/**
 * Builds the condition of either column. An event with one of `numbers` in both columns is in the list of the first.
 */
function partyDriver(columns: readonly string[], numbers: readonly bigint[]): Driver {
  const [first, second] = columns
  if (first === undefined) throw new Error('a filter by party needs a column')
  const ofFirst = listDriver(first, numbers)
  if (second === undefined) return ofFirst
  const others = among(`+${first}`, numbers, 'NOT IN')
  const ofSecond = listDriver(second, numbers)
  return {
    lists: [...ofFirst.lists, ...ofSecond.lists.map((pieces) => [...pieces, others])],
    check: {
      sql: `(${ofFirst.check.sql} OR ${ofSecond.check.sql})`,
      values: [...ofFirst.check.values, ...ofSecond.check.values],
    },
  }
}

function leastDriver(
  reader: Reader,
  table: EventTable,
  drivers: readonly Driver[],
  others: readonly Piece[],
): Driver | undefined {
  const [only, ...more] = drivers
  if (only === undefined || more.length === 0) return only
  let least: { readonly driver: Driver; readonly rows: number } | undefined
  for (const driver of drivers) {
    const most = least?.rows ?? PROBE
    let rows = 0
    for (const pieces of driver.lists) {
      if (rows < most) rows += countRows(reader, table, [...pieces, ...others], most - rows)
    }
    if (least === undefined || rows < least.rows) least = { driver, rows }
  }
  return least?.driver
}

function countRows(reader: Reader, table: EventTable, pieces: readonly Piece[], most: number): number {
  const { sql, values } = where(pieces)
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM ${table}${sql} LIMIT ?) few`,
    [...values, most],
  )
  return Number(row?.rows ?? 0n)
}

/** The common fields of events: the transaction, its trace, and the request. */
export type EventRecord = {
  readonly hash: Buffer
  readonly lt: bigint
  readonly now: number
  readonly isAborted: boolean
  readonly traceId: Buffer | undefined
  /** As in TransactionRecord: `traceId` is not the trace's id. */
  readonly isTraceBroken: boolean
  readonly contract: StdAddress
  readonly queryId: bigint
  readonly response: PartyRecord
  readonly customPayload: Buffer | undefined
}

/** An address field of a message. */
export type PartyRecord = StdAddress | Exclude<AddressForm, 'std'>

/** The common columns of events. */
export type EventRow = SqlRow & {
  readonly tx: bigint
  readonly hash: Buffer
  readonly trace: Buffer | null
  readonly trace_state: bigint | null
  readonly account: bigint
  readonly lt: bigint
  readonly now: bigint
  readonly aborted: bigint
  readonly query_id: bigint
  readonly response: bigint | null
  readonly response_form: bigint
  readonly custom_payload: Buffer | null
}

/**
 * Loads rows of events in the order of `txs`.
 * @param columns columns of the table, whose alias is e
 */
export function loadEventRows<Row extends EventRow>(
  reader: Reader,
  table: EventTable,
  columns: string,
  txs: readonly bigint[],
): Row[] {
  const select = `SELECT e.tx, t.hash, r.hash AS trace, tr.state AS trace_state, e.account, e.lt, e.now, e.aborted, e.query_id, e.response,
      e.response_form, e.custom_payload, ${columns}
    FROM ${table} e JOIN transactions t ON t.id = e.tx
      LEFT JOIN traces tr ON tr.id = t.trace LEFT JOIN transactions r ON r.id = tr.root_tx`
  const byTx = new Map(loadByIds<Row>(reader, select, 'e.tx', txs).map((row) => [row.tx, row]))
  return txs.flatMap((tx) => byTx.get(tx) ?? [])
}

type AddressOf = (account: bigint) => StdAddress

/** Converts the common columns of an event. */
export function eventRecord(row: EventRow, addressOf: AddressOf): EventRecord {
  return {
    hash: row.hash,
    lt: row.lt,
    now: Number(row.now),
    isAborted: row.aborted === 1n,
    traceId: row.trace ?? undefined,
    isTraceBroken: row.trace_state === BROKEN_TRACE,
    contract: addressOf(row.account),
    queryId: BigInt.asUintN(64, row.query_id),
    response: partyRecord(row.response, row.response_form, addressOf),
    customPayload: row.custom_payload ?? undefined,
  }
}

/** Returns an account's address; without an account, the form of the field. */
export function partyRecord(account: bigint | null, form: bigint, addressOf: AddressOf): PartyRecord {
  if (account !== null) return addressOf(account)
  const name = ADDRESS_FORMS[Number(form)]
  if (name === undefined || name === 'std') throw new Error(`the index has an address of form ${form}`)
  return name
}
