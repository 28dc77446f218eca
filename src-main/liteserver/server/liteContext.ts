import type { ByteCache } from '../../chain/archive/byteCache.ts'
import type { ChainStore } from '../../chain/archive/chainStore.ts'
import type { ProofCache } from './proofCache.ts'

/** What every handler is given. */
export type LiteContext = {
  readonly store: ChainStore
  /** Unix seconds. */
  now(): number
  /** Answers to queries whose answers never change, by the query's bytes. */
  readonly answers?: ByteCache<Buffer>
  readonly proofs?: ProofCache
}
