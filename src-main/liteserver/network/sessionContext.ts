import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { Lru } from '../../platform/lru.ts'
import type { PoolSession } from '../pool/poolSession.ts'
import type { AccountAnswer, BlockHeaderInfo, EarlierBlocks } from '../session.ts'
import type { ChainedTransaction } from '../verify/transactions.ts'
import type { Masterchain } from './masterchain.ts'

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
  readonly headers: Lru<string, BlockHeaderInfo>
  /** The hash of the state after a block. */
  readonly stateHashes: Lru<string, Buffer>
  /** Blocks by the position of their lookup. */
  readonly lookups: Lru<string, BlockIdExt>
  /** All shard blocks of a masterchain block. */
  readonly shards: Lru<string, readonly BlockIdExt[]>
  /** The shard blocks of a masterchain block that account answers proved. */
  readonly accountShards: Lru<string, readonly BlockIdExt[]>
  /** Accounts as they were at a masterchain block, by address and blockKey. */
  readonly accounts: Lru<string, AccountAnswer>
  /** Transactions in their account's history, by transactionKey. */
  readonly transactions: Lru<string, ChainedTransaction>
  readonly configs: Lru<string, Cell>
  /** Parameters by block and number. Cells are wrapped, so that absence is cached too. */
  readonly configParams: Lru<string, { readonly cell: Cell | undefined }>
  /** The cells of configs and configParams, by hash: the entries of different blocks share equal ones. */
  readonly configCells: Lru<string, Cell>
  readonly earlierBlocks: Lru<string, EarlierBlocks>
}

/** Returns new caches with their limits. */
export function emptyCaches(): VerifiedCaches {
  return {
    shardBlocks: new Lru(16_384),
    headers: new Lru(4096),
    stateHashes: new Lru(4096),
    lookups: new Lru(4096),
    shards: new Lru(512),
    accountShards: new Lru(512),
    accounts: new Lru(512),
    transactions: new Lru(1024),
    configs: new Lru(8),
    configParams: new Lru(256),
    configCells: new Lru(64),
    earlierBlocks: new Lru(16),
  }
}

/** Returns a block's key in caches. It contains the file hash: an id with another file hash is another id. */
export function blockKey(id: BlockIdExt): string {
  const place = `${id.workchain}:${id.shard}:${id.seqno}`
  return `${place}:${id.rootHash.toString('latin1')}${id.fileHash.toString('latin1')}`
}
