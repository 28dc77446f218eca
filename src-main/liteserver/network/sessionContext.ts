import type { Cell } from '@ton/core'
import { ByteCache, CELL_WEIGHT } from '../../chain/archive/byteCache.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { type CacheBudget, threadCacheBudget } from '../../platform/cacheBudget.ts'
import { Lru } from '../../platform/lru.ts'
import type { PoolSession } from '../pool/poolSession.ts'
import type { AccountAnswer, BlockHeaderInfo, EarlierBlocks } from '../session.ts'
import type { ChainedTransaction } from '../verify/transactions.ts'
import type { Masterchain } from './masterchain.ts'
import { QueryFlights } from './queryFlights.ts'
import { TransactionLists } from './transactionLists.ts'

/** The context that all queries of one session share. */
export type SessionContext = {
  readonly pool: PoolSession
  readonly masterchain: Masterchain
  readonly caches: VerifiedCaches
  /** False to skip queries that only prove another answer. */
  readonly verify: boolean
}

/** Caches of verified, immutable data, each bounded. Keys contain root hashes. */
export type VerifiedCaches = {
  /** Shard blocks to which the masterchain provably commits, by blockKey. */
  readonly shardBlocks: Lru<string, BlockIdExt>
  /** Seqnos of the masterchain blocks that are the first to commit to shard blocks, by blockKey. */
  readonly commitments: Lru<string, number>
  readonly headers: Lru<string, BlockHeaderInfo>
  /** The hash of the state after a block. */
  readonly stateHashes: Lru<string, Buffer>
  /** Blocks by the position of their lookup. */
  readonly lookups: Lru<string, BlockIdExt>
  /** Headers of the last blocks that were looked up, by blockKey. */
  readonly recentBlocks: Lru<string, BlockHeaderInfo>
  /** All shard blocks of a masterchain block. */
  readonly shards: Lru<string, readonly BlockIdExt[]>
  /** The shard blocks of a masterchain block that account answers proved. */
  readonly accountShards: Lru<string, readonly BlockIdExt[]>
  /** Accounts as they were at a masterchain block, by address and blockKey. */
  readonly accounts: Lru<string, KnownAccount>
  /** The cells of `accounts` by hash: an account is seldom changed from block to block. */
  readonly accountCells: ByteCache<Cell>
  /** Transactions in their account's history, by transactionKey. */
  readonly transactions: ByteCache<ChainedTransaction>
  /** Transaction lists of blocks, by block and page: a search reads those of many blocks, and is often repeated. */
  readonly transactionLists: TransactionLists
  readonly configs: Lru<string, Cell>
  /** Parameters by block and number. Cells are wrapped, so that absence is cached too. */
  readonly configParams: Lru<string, { readonly cell: Cell | undefined }>
  /** The cells of configs and configParams, by hash: the entries of different blocks share equal ones. */
  readonly configCells: Lru<string, Cell>
  readonly earlierBlocks: Lru<string, EarlierBlocks>
  /** Queries for these data that are under way. */
  readonly flights: QueryFlights
}

/** A proved account whose cell is in VerifiedCaches.accountCells unless that has dropped it. */
export type KnownAccount = {
  readonly answer: Omit<AccountAnswer, 'account'>
  /** Undefined if there is no account. */
  readonly cellHash: Buffer | undefined
}

/** Maximum sizes of cached cells, in bytes of their bags; as objects they take 12 MB and 6 MB. */
const ACCOUNT_BYTES = 1 << 20
const TRANSACTION_BYTES = 512 << 10

/** Returns new caches with their limits. */
export function emptyCaches(budget: CacheBudget = threadCacheBudget()): VerifiedCaches {
  const cells = { weight: CELL_WEIGHT, budget }
  return {
    shardBlocks: new Lru(16_384),
    commitments: new Lru(4096),
    headers: new Lru(4096),
    stateHashes: new Lru(4096),
    lookups: new Lru(4096),
    recentBlocks: new Lru(256),
    shards: new Lru(512),
    accountShards: new Lru(512),
    accounts: new Lru(512),
    accountCells: new ByteCache(ACCOUNT_BYTES, cells),
    transactions: new ByteCache(TRANSACTION_BYTES, cells),
    transactionLists: new TransactionLists(budget),
    configs: new Lru(8),
    configParams: new Lru(256),
    configCells: new Lru(64),
    earlierBlocks: new Lru(16),
    flights: new QueryFlights(),
  }
}

/** Runs a query for immutable data, or waits for an equal one of another session. */
export function askShared<T>(
  { caches, pool }: SessionContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  return caches.flights.run(key, pool.signal, work)
}

/** Returns a block's key in caches. It contains the file hash: an id with another file hash is another id. */
export function blockKey(id: BlockIdExt): string {
  const place = `${id.workchain}:${id.shard}:${id.seqno}`
  return `${place}:${id.rootHash.toString('latin1')}${id.fileHash.toString('latin1')}`
}
