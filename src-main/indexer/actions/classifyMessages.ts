import type { ClassifiedBatch } from '../../store/classifiedTraces.ts'

/** Size of the queue at the start of a batch. */
export type ClassificationSize = {
  /** Number of traces, including those of the batch; counted up to MAX_COUNTED. */
  readonly pending: number
  /** Number of them that are of new blocks. */
  readonly urgent: number
  /** Number of them that were queued for another reason than a pass over all traces. */
  readonly due: number
}

/** The result of a batch. */
export type ClassifyAnswer = { readonly batch: ClassifiedBatch; readonly size: ClassificationSize }

/** Calls of the classification service: parameters and results. */
export type ClassifyCalls = {
  /** Classifies the next queued traces of which detection has inspected all accounts. */
  batch: { params: { readonly limit: number; readonly budgetMs: number }; result: ClassifyAnswer }
  /** Classifies the traces of these transactions (hashes) now, except those that are already classified. */
  traces: { params: readonly Buffer[]; result: ClassifiedBatch }
  /** Returns the actions of single messages of a trace (its number) on which the rules could not be run. */
  basic: { params: number; result: ClassifiedBatch }
}

/** A failure of the service: of the store, or any other. */
export type ClassifyFailure = 'store' | 'failed'

/** Returns the key of a trace for the current item. */
export function traceKey(trace: bigint): Buffer {
  const key = Buffer.alloc(8)
  key.writeBigInt64BE(trace)
  return key
}

/** Returns the number of the trace with a key. */
export function traceOfKey(key: Buffer): number {
  return Number(key.readBigInt64BE())
}
