import { base64Prefix } from '../dialect.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId, findAccounts } from './accountIds.ts'
import { findBlocksAt, seqnosWithin, shardChains } from './blocks.ts'
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
import type { Reader } from './reader.ts'
import { byBase64, byNumber, pageOf, type Stream } from './streams.ts'

/** Conditions of `/transactions`: all of them must hold. */
export type TransactionFilter = {
  readonly accounts?: readonly StdAddress[]
  readonly excludeAccounts?: readonly StdAddress[]
  readonly hashes?: readonly Buffer[]
  readonly lt?: bigint | undefined
  /** Id of the block; `shard` is an int64. */
  readonly workchain?: number | undefined
  readonly shard?: bigint | undefined
  readonly seqno?: number | undefined
  /** Row numbers of blocks. */
  readonly blocks?: readonly bigint[]
  /** Seqno of the masterchain block that committed the block. */
  readonly mcSeqno?: number | undefined
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

type Key = {
  readonly id: bigint
  readonly lt: bigint
  readonly account: bigint
  /** Set if the order is by time. */
  readonly now?: bigint
  readonly hash?: Buffer
}

/** Order of a page (compatibility-v3 §5.5), as SQL and between rows. */
type Order = { readonly sql: string; compare(a: Key, b: Key): number }

function orderOf({ hashes = [], lt, utimes = {} }: TransactionFilter, sort: Sort): Order {
  const way = direction(sort)
  if (hashes.length > 0) {
    return {
      sql: `${base64Prefix('t.hash')} ${way}, t.id ${way}`,
      compare: (a, b) => byBase64(a.hash ?? NOTHING, b.hash ?? NOTHING, sort),
    }
  }
  if (lt !== undefined)
    return { sql: `t.account ${way}`, compare: (a, b) => byNumber(a.account, b.account, sort) }
  const byLt = (a: Key, b: Key) => byNumber(a.lt, b.lt, sort) || byNumber(a.account, b.account, 'asc')
  if (isOpen(utimes)) return { sql: `t.lt ${way}, t.account`, compare: byLt }
  return {
    sql: `t.now ${way}, t.lt ${way}, t.account`,
    compare: (a, b) => byNumber(a.now ?? 0n, b.now ?? 0n, sort) || byLt(a, b),
  }
}

const NOTHING = Buffer.alloc(0)
const FROM = 'FROM transactions t'

/** Finds the row numbers of a page's transactions, in its order. */
export function findTransactions(reader: Reader, filter: TransactionFilter, page: Page): bigint[] {
  const order = orderOf(filter, page.sort)
  return pageOf(transactionStreams(reader, filter, page.sort, order), order.compare, page).map(({ id }) => id)
}

/**
 * Returns the streams of a filter. The driving condition of each is an index with the page's order; the other
 * conditions are checked row by row.
 */
function transactionStreams(
  reader: Reader,
  filter: TransactionFilter,
  sort: Sort,
  order: Order,
): Stream<Key>[] {
  const { hashes = [], lt, seqno, mcSeqno, workchain, shard, utimes = {}, lts = {} } = filter
  const accounts = filter.accounts && findAccounts(reader, filter.accounts)
  if (accounts?.length === 0 && filter.accounts?.length !== 0) return []
  const excluded = (filter.excludeAccounts ?? []).flatMap((address) => findAccountId(reader, address) ?? [])
  // Without the time, an index by lt has all selected columns.
  const key = `SELECT t.id, t.lt, t.account${isOpen(utimes) ? '' : ', t.now'}`
  const byAccounts = accounts !== undefined && accounts.length > 0
  const stream = (select: string, pieces: readonly Piece[], by: string): Stream<Key> => {
    const { sql, values } = where(pieces)
    const text = `${select}${sql} ORDER BY ${by} LIMIT ? OFFSET ?`
    return (limit, offset) => reader.all<Key>(text, [...values, limit, offset])
  }
  const without = excluded.length > 0 ? [among('+t.account', excluded, 'NOT IN')] : []
  const ofAccounts = byAccounts
    ? [
        among(
          '+t.account',
          accounts.map(({ id }) => id),
        ),
      ]
    : []
  const times = [...within('+t.now', utimes), ...within('+t.lt', lts)]
  const ofBlock = blockConditions(filter)

  if (hashes.length > 0) {
    const rest = [
      ...ofAccounts,
      ...without,
      ...equals('+t.lt', lt),
      ...equals('+t.mc_seqno', mcSeqno),
      ...times,
      ...ofBlock.pieces,
    ]
    return [stream(`${key}, t.hash ${FROM}${ofBlock.join}`, [among('t.hash', hashes), ...rest], order.sql)]
  }
  const blocks = seqno === undefined ? filter.blocks : findBlocksAt(reader, { workchain, shard, seqno })
  if (blocks !== undefined) {
    const rest = [
      ...ofAccounts,
      ...without,
      ...equals('t.lt', lt),
      ...times,
      ...equals('+t.mc_seqno', mcSeqno),
    ]
    return blocks.map((block) =>
      // All transactions of a block have the same time.
      stream(
        `${key} ${FROM}`,
        [...equals('t.block', block), ...rest],
        lt === undefined ? ltOrder(sort) : order.sql,
      ),
    )
  }
  if (mcSeqno !== undefined) {
    const rest = [...ofAccounts, ...without, ...equals('t.lt', lt), ...times, ...ofBlock.pieces]
    return [stream(`${key} ${FROM}${ofBlock.join}`, [...equals('t.mc_seqno', mcSeqno), ...rest], order.sql)]
  }
  if (byAccounts) {
    const way = direction(sort)
    const rest = [...without, ...equals('t.lt', lt), ...ofBlock.pieces]
    const [bounds, by] = isOpen(utimes)
      ? [within('t.lt', lts), `t.lt ${way}`]
      : [[...within('t.now', utimes), ...within('+t.lt', lts)], `t.now ${way}, t.lt ${way}`]
    return accounts.map(({ id }) =>
      stream(`${key} ${FROM}${ofBlock.join}`, [...equals('t.account', id), ...bounds, ...rest], by),
    )
  }
  if (lt !== undefined) {
    const rest = [...without, ...times, ...ofBlock.pieces]
    return [stream(`${key} ${FROM}${ofBlock.join}`, [...equals('t.lt', lt), ...rest], order.sql)]
  }
  if (workchain !== undefined || shard !== undefined) {
    return shardChains(reader, { workchain, shard }).map((chain) => {
      const span = within('b.seqno', seqnosWithin(reader, chain, utimes, lts))
      const of = [...equals('b.workchain', chain.workchain), ...equals('b.shard', chain.shard), ...span]
      return stream(
        `${key} FROM blocks b JOIN transactions t ON t.block = b.id`,
        [...of, ...without, ...times],
        `b.seqno ${direction(sort)}, ${ltOrder(sort)}`,
      )
    })
  }
  const driving = isOpen(utimes) ? within('t.lt', lts) : [...within('t.now', utimes), ...within('+t.lt', lts)]
  return [stream(`${key} ${FROM}`, [...driving, ...without], order.sql)]
}

function ltOrder(sort: Sort): string {
  return `t.lt ${direction(sort)}, t.account`
}

/** Builds the join and conditions of the block's id, for rows that another condition finds. */
function blockConditions({ workchain, shard, seqno }: TransactionFilter): {
  readonly join: string
  readonly pieces: readonly Piece[]
} {
  const pieces = [
    ...equals('+b.workchain', workchain),
    ...equals('+b.shard', shard),
    ...equals('+b.seqno', seqno),
  ]
  return pieces.length === 0
    ? { join: '', pieces }
    : { join: ' CROSS JOIN blocks b', pieces: [{ sql: 'b.id = t.block', values: [] }, ...pieces] }
}
