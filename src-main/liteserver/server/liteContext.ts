import type { ByteCache } from '../../chain/archive/byteCache.ts'
import type { ChainStore } from '../../chain/archive/chainStore.ts'
import type { MethodRunner } from './methodRun.ts'
import type { ProofCache } from './proofCache.ts'

/** What every handler is given. */
export type LiteContext = {
  readonly store: ChainStore
  /** Unix seconds. */
  now(): number
  /**
   * Takes an external message (a bag of cells that begins as one). Rejects with LiteServerError (see unacceptable)
   * where it isn't accepted. Absent where blocks are only read.
   */
  accept?(body: Buffer): Promise<void>
  /** Absent: `runSmcMethod` is an unknown query. */
  readonly methods?: MethodRunner
  /** Answers to queries whose answers never change, by the query's bytes. */
  readonly answers?: ByteCache<Buffer>
  readonly proofs?: ProofCache
}
