import { base64Prefix } from '../dialect.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccountId, findAccounts } from './accountIds.ts'
import { findBlocksAt, type ShardChain, seqnosWithin, shardChains } from './blocks.ts'
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
  const { hashes = [], lt, seqno, mcSeqno, workchain, shard } = filter
  const accounts = filter.accounts ? findAccounts(reader, filter.accounts).map(({ id }) => id) : []
  if (accounts.length === 0 && (filter.accounts ?? []).length > 0) return []
  const query = queryOf(reader, filter, { sort, order, accounts })
  if (hashes.length > 0) return [byHash(query, hashes)]
  const blocks = seqno === undefined ? filter.blocks : findBlocksAt(reader, { workchain, shard, seqno })
  if (blocks !== undefined) return blocks.map((block) => byBlock(query, block))
  if (mcSeqno !== undefined) return [byMasterchainBlock(query, mcSeqno)]
  if (accounts.length > 0) return accounts.map((account) => byAccount(query, account))
  if (lt !== undefined) return [byLt(query, lt)]
  if (workchain !== undefined || shard !== undefined) {
    return shardChains(reader, { workchain, shard }).map((chain) => byShardChain(query, chain))
  }
  return [byTime(query)]
}

/** A filter as SQL. A column is written `+t.…` in conditions for which SQLite must not use an index. */
type Query = {
  readonly reader: Reader
  readonly filter: TransactionFilter
  readonly sort: Sort
  readonly order: Order
  readonly columns: string
  readonly ofAccounts: readonly Piece[]
  readonly without: readonly Piece[]
  readonly times: readonly Piece[]
  readonly ofBlock: { readonly join: string; readonly pieces: readonly Piece[] }
}

function queryOf(
  reader: Reader,
  filter: TransactionFilter,
  { sort, order, accounts }: Pick<Query, 'sort' | 'order'> & { readonly accounts: readonly bigint[] },
): Query {
  const { excludeAccounts = [], utimes = {}, lts = {} } = filter
  const excluded = excludeAccounts.flatMap((address) => findAccountId(reader, address) ?? [])
  return {
    reader,
    filter,
    sort,
    order,
    // Without the time, an index by lt has all selected columns.
    columns: `t.id, t.lt, t.account${isOpen(utimes) ? '' : ', t.now'}`,
    ofAccounts: accounts.length > 0 ? [among('+t.account', accounts)] : [],
    without: excluded.length > 0 ? [among('+t.account', excluded, 'NOT IN')] : [],
    times: [...within('+t.now', utimes), ...within('+t.lt', lts)],
    ofBlock: blockConditions(filter),
  }
}

function streamOf({ reader }: Query, select: string, pieces: readonly Piece[], by: string): Stream<Key> {
  const { sql, values } = where(pieces)
  const text = `SELECT ${select}${sql} ORDER BY ${by} LIMIT ? OFFSET ?`
  return (limit, offset) => reader.all<Key>(text, [...values, limit, offset])
}

function byHash(query: Query, hashes: readonly Buffer[]): Stream<Key> {
  const { filter, order, columns, ofAccounts, without, times, ofBlock } = query
  const pieces = [
    among('t.hash', hashes),
    ...ofAccounts,
    ...without,
    ...equals('+t.lt', filter.lt),
    ...equals('+t.mc_seqno', filter.mcSeqno),
    ...times,
    ...ofBlock.pieces,
  ]
  return streamOf(query, `${columns}, t.hash ${FROM}${ofBlock.join}`, pieces, order.sql)
}

function byBlock(query: Query, block: bigint): Stream<Key> {
  const { filter, sort, order, columns, ofAccounts, without, times } = query
  const pieces = [
    ...equals('t.block', block),
    ...ofAccounts,
    ...without,
    ...equals('t.lt', filter.lt),
    ...times,
    ...equals('+t.mc_seqno', filter.mcSeqno),
  ]
  // All transactions of a block have the same time.
  return streamOf(query, `${columns} ${FROM}`, pieces, filter.lt === undefined ? ltOrder(sort) : order.sql)
}

function byMasterchainBlock(query: Query, mcSeqno: number): Stream<Key> {
  const { filter, order, columns, ofAccounts, without, times, ofBlock } = query
  const pieces = [
    ...equals('t.mc_seqno', mcSeqno),
    ...ofAccounts,
    ...without,
    ...equals('t.lt', filter.lt),
    ...times,
    ...ofBlock.pieces,
  ]
  return streamOf(query, `${columns} ${FROM}${ofBlock.join}`, pieces, order.sql)
}

function byAccount(query: Query, account: bigint): Stream<Key> {
  const { filter, sort, columns, without, ofBlock } = query
  const { lt, utimes = {} } = filter
  const way = direction(sort)
  const pieces = [
    ...equals('t.account', account),
    ...drivingTimes(filter),
    ...without,
    ...equals('t.lt', lt),
    ...ofBlock.pieces,
  ]
  const by = isOpen(utimes) ? `t.lt ${way}` : `t.now ${way}, t.lt ${way}`
  return streamOf(query, `${columns} ${FROM}${ofBlock.join}`, pieces, by)
}

function byLt(query: Query, lt: bigint): Stream<Key> {
  const { order, columns, without, times, ofBlock } = query
  const pieces = [...equals('t.lt', lt), ...without, ...times, ...ofBlock.pieces]
  return streamOf(query, `${columns} ${FROM}${ofBlock.join}`, pieces, order.sql)
}

function byShardChain(query: Query, chain: ShardChain): Stream<Key> {
  const { reader, filter, sort, columns, without, times } = query
  const { utimes = {}, lts = {} } = filter
  const pieces = [
    ...equals('b.workchain', chain.workchain),
    ...equals('b.shard', chain.shard),
    ...within('b.seqno', seqnosWithin(reader, chain, utimes, lts)),
    ...without,
    ...times,
  ]
  const from = 'FROM blocks b JOIN transactions t ON t.block = b.id'
  return streamOf(query, `${columns} ${from}`, pieces, `b.seqno ${direction(sort)}, ${ltOrder(sort)}`)
}

function byTime(query: Query): Stream<Key> {
  const { filter, order, columns, without } = query
  return streamOf(query, `${columns} ${FROM}`, [...drivingTimes(filter), ...without], order.sql)
}

/** Bounds of the time or lt that an index can start from. */
function drivingTimes({ utimes = {}, lts = {} }: TransactionFilter): Piece[] {
  return isOpen(utimes) ? within('t.lt', lts) : [...within('t.now', utimes), ...within('+t.lt', lts)]
}

function ltOrder(sort: Sort): string {
  return `t.lt ${direction(sort)}, t.account`
}

/** Builds the join and conditions of the block's id, for rows that another condition finds. */
function blockConditions({ workchain, shard, seqno }: TransactionFilter): Query['ofBlock'] {
  const pieces = [
    ...equals('+b.workchain', workchain),
    ...equals('+b.shard', shard),
    ...equals('+b.seqno', seqno),
  ]
  return pieces.length === 0
    ? { join: '', pieces }
    : { join: ' CROSS JOIN blocks b', pieces: [{ sql: 'b.id = t.block', values: [] }, ...pieces] }
}
