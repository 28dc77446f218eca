import type { ByteCache } from '../../chain/archive/byteCache.ts'
import type { ChainStore } from '../../chain/archive/chainStore.ts'
import type { MethodRunner } from './methodRun.ts'
import type { ProofCache } from './proofCache.ts'

/** The context of all handlers. */
export type LiteContext = {
  readonly store: ChainStore
  /** Unix seconds. */
  now(): number
  /**
   * Accepts an external message: a bag of cells that starts like one. Rejects with LiteServerError (see unacceptable)
   * if the message is not accepted. Absent if the chain is read-only.
   */
  accept?(body: Buffer): Promise<void>
  /** If absent, `runSmcMethod` is an unknown query. */
  readonly methods?: MethodRunner
  /** Answers to queries whose answers never change, by the query's bytes. */
  readonly answers?: ByteCache<Buffer>
  readonly proofs?: ProofCache
}
