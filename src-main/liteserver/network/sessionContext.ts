import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { PoolSession } from '../pool/poolSession.ts'
import type { AccountAnswer, BlockHeaderInfo, EarlierBlocks } from '../session.ts'
import { Lru } from '../verify/lru.ts'
import type { ChainedTransaction } from '../verify/transactions.ts'
import type { Masterchain } from './masterchain.ts'

/** What all questions of one session share. */
export type SessionContext = {
  readonly pool: PoolSession
  readonly masterchain: Masterchain
  readonly caches: VerifiedCaches
  /** False: nothing is asked for only to prove what another answer said. */
  readonly verify: boolean
}

/** Verified things that never change, each kind bounded; keys are built of root hashes. */
export type VerifiedCaches = {
  /** Shard blocks that the masterchain is proved to commit to, by blockKey. */
  readonly shardBlocks: Lru<string, BlockIdExt>
  readonly headers: Lru<string, BlockHeaderInfo>
  /** The hash of the state after a block. */
  readonly stateHashes: Lru<string, Buffer>
  /** The block at a place, by what it was looked up by. */
  readonly lookups: Lru<string, BlockIdExt>
  /** All shard blocks of a masterchain block. */
  readonly shards: Lru<string, readonly BlockIdExt[]>
  /** Those shard blocks of a masterchain block that account answers proved. */
  readonly accountShards: Lru<string, readonly BlockIdExt[]>
  /** Accounts as they were at a masterchain block, by address and blockKey. */
  readonly accounts: Lru<string, AccountAnswer>
  /** Transactions in their account's history, by transactionKey. */
  readonly transactions: Lru<string, ChainedTransaction>
  readonly configs: Lru<string, Cell>
  /** Parameters by block and number; `undefined` cells are wrapped, for absence is an answer too. */
  readonly configParams: Lru<string, { readonly cell: Cell | undefined }>
  readonly earlierBlocks: Lru<string, EarlierBlocks>
}

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
    earlierBlocks: new Lru(16),
  }
}

/** A block's name in caches. File hash included: an id with another one is another id. */
export function blockKey(id: BlockIdExt): string {
  const place = `${id.workchain}:${id.shard}:${id.seqno}`
  return `${place}:${id.rootHash.toString('latin1')}${id.fileHash.toString('latin1')}`
}
