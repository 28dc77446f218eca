import { loadByIds } from './accountIds.ts'
import { type Page, type Piece, where } from './conditions.ts'
import {
  countMessages,
  type Driver,
  driverPiece,
  findNamed,
  type MessageFilter,
  messageConditions,
} from './messages.ts'
import type { Reader } from './reader.ts'
import { byNumber } from './streams.ts'

type Key = { readonly id: bigint; readonly lt: bigint; readonly account: bigint }

/**
 * Maximum number of messages whose transactions are looked up and sorted; with more messages, the newest transactions
 * are checked one by one.
 */
const FOLLOWED = 20_000

/** The requested sides of a message. */
type Sides = { readonly received: boolean; readonly sent: boolean }

/**
 * Finds the row numbers of the transactions that received (in) or sent (out) the messages of a filter, newest first.
 * With an opcode, only receivers are found (compatibility-v3 §5.7).
 */
export function findTransactionsByMessage(
  reader: Reader,
  filter: Omit<MessageFilter, 'utimes' | 'lts' | 'externals'>,
  page: Pick<Page, 'limit' | 'offset'>,
): bigint[] {
  const { direction, ...message } = filter
  const conditions = messageConditions(reader, message)
  if (conditions === undefined) return []
  const sides = {
    received: direction !== 'out',
    sent: direction !== 'in' && filter.opcode === undefined,
  }
  const { hashes = [] } = filter
  const bare = conditions.drivers.map((driver) => driverPiece(driver, '+'))
  if (hashes.length > 0) {
    const messages = findNamed(reader, hashes, bare).map(({ id }) => id)
    return newestFirst(followed(reader, messages, sides), page)
  }
  const body = conditions.drivers.find(({ column }) => column === 'body')
  if (body === undefined) return sides.received ? byOpcode(reader, conditions.drivers, page) : []
  const pieces = conditions.drivers.map((driver) => driverPiece(driver, driver === body ? '' : '+'))
  if (countMessages(reader, pieces, FOLLOWED + 1) > FOLLOWED) return lookedThrough(reader, bare, sides, page)
  const { sql, values } = where(pieces)
  const messages = reader.all<{ id: bigint }>(`SELECT m.id FROM messages m${sql}`, values)
  const ids = messages.map(({ id }) => id)
  return newestFirst(followed(reader, ids, sides), page)
}

/**
 * Finds receivers of messages by opcode: by the account's index if the filter has a destination, otherwise by the
 * opcode's.
 */
function byOpcode(
  reader: Reader,
  drivers: readonly Driver[],
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): bigint[] {
  const pieces = drivers.flatMap((driver): Piece[] => {
    const { column, value } = driver
    if (column === 'opcode')
      return [{ sql: `${hasAccount(drivers) ? '+' : ''}t.in_opcode = ?`, values: [value] }]
    if (column !== 'destination') return [{ sql: 'm.id = t.in_msg', values: [] }, driverPiece(driver, '+')]
    // No transaction receives an external-out message.
    return [value === null ? { sql: 'FALSE', values: [] } : { sql: 't.account = ?', values: [value] }]
  })
  const from = drivers.some(({ column }) => column === 'source')
    ? 'FROM transactions t CROSS JOIN messages m'
    : 'FROM transactions t'
  const { sql, values } = where(pieces)
  return reader
    .all<{ id: bigint }>(`SELECT t.id ${from}${sql} ORDER BY t.lt DESC, t.account LIMIT ? OFFSET ?`, [
      ...values,
      limit,
      offset,
    ])
    .map(({ id }) => id)
}

function hasAccount(drivers: readonly Driver[]): boolean {
  return drivers.some(({ column }) => column === 'destination')
}

/** Looks up the transactions at the requested ends of messages; each is returned once. */
function followed(reader: Reader, messages: readonly bigint[], { received, sent }: Sides): Key[] {
  const keys = [
    ...(received
      ? loadByIds<Key>(reader, 'SELECT id, lt, account FROM transactions', 'in_msg', messages)
      : []),
    ...(sent
      ? loadByIds<Key>(
          reader,
          'SELECT t.id, t.lt, t.account FROM messages m JOIN transactions t ON t.id = m.out_tx',
          'm.id',
          messages,
        )
      : []),
  ]
  return [...new Map(keys.map((key) => [key.id, key])).values()]
}

function newestFirst(keys: readonly Key[], { limit, offset }: Pick<Page, 'limit' | 'offset'>): bigint[] {
  return keys
    .toSorted((a, b) => byNumber(a.lt, b.lt, 'desc') || byNumber(a.account, b.account, 'asc'))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}

/** Checks transactions from the newest on. With many messages, enough of the newest transactions match. */
function lookedThrough(
  reader: Reader,
  message: readonly Piece[],
  { received, sent }: Sides,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): bigint[] {
  const ends = [...(received ? ['m.id = t.in_msg'] : []), ...(sent ? ['m.out_tx = t.id'] : [])]
  const pieces = ends.map((end) => {
    const { sql, values } = where([{ sql: end, values: [] }, ...message])
    return { sql: `EXISTS (SELECT 1 FROM messages m${sql})`, values }
  })
  const either = pieces.map(({ sql }) => sql).join(' OR ')
  return reader
    .all<{ id: bigint }>(
      `SELECT t.id FROM transactions t WHERE ${either} ORDER BY t.lt DESC, t.account LIMIT ? OFFSET ?`,
      [...pieces.flatMap(({ values }) => values), limit, offset],
    )
    .map(({ id }) => id)
}

/**
 * Finds the neighbours of a transaction in its trace, by ascending lt: `in` is the sender of its message, `out` the
 * receivers of its messages.
 */
export function findAdjacentTransactions(
  reader: Reader,
  hash: Buffer,
  direction: 'in' | 'out' | 'both',
): bigint[] {
  const senders = `SELECT p.id, p.lt, p.account FROM transactions t
    JOIN messages m ON m.id = t.in_msg JOIN transactions p ON p.id = m.out_tx WHERE t.hash = ?`
  const receivers = `SELECT c.id, c.lt, c.account FROM transactions t
    JOIN messages m ON m.out_tx = t.id JOIN transactions c ON c.in_msg = m.id WHERE t.hash = ?`
  const keys = [
    ...(direction === 'out' ? [] : reader.all<Key>(senders, [hash])),
    ...(direction === 'in' ? [] : reader.all<Key>(receivers, [hash])),
  ]
  return keys
    .sort((a, b) => byNumber(a.lt, b.lt, 'asc') || byNumber(a.account, b.account, 'asc'))
    .map(({ id }) => id)
}
