import type { ClassifiedBatch } from '../../store/actionFacts.ts'

/** Rows of the queue as of the batch. */
export type ClassificationSize = {
  /** Traces, those of the batch included; counted up to MAX_COUNTED. */
  readonly pending: number
  /** Those of them that are of new blocks. */
  readonly urgent: number
  /** Those of them that a pass over all traces did not queue. */
  readonly due: number
}

export type ClassifyAnswer = { readonly batch: ClassifiedBatch; readonly size: ClassificationSize }

/** Calls of the classification service: parameters and results. */
export type ClassifyCalls = {
  /** Classifies the next traces of the queue whose accounts detection has looked at. */
  batch: { params: { readonly limit: number; readonly budgetMs: number }; result: ClassifyAnswer }
  /** Classifies the traces of these transactions (hashes) now, those that are classified already excepted. */
  traces: { params: readonly Buffer[]; result: ClassifiedBatch }
  /** Returns the actions of single messages of a trace (its number), which a rule could not be run on. */
  basic: { params: number; result: ClassifiedBatch }
}

export type ClassifyFailure = 'store' | 'failed'

/** Returns the key under which the service works on a trace. */
export function traceKey(trace: bigint): Buffer {
  const key = Buffer.alloc(8)
  key.writeBigInt64BE(trace)
  return key
}

/** Returns the number of the trace of a key. */
export function traceOfKey(key: Buffer): number {
  return Number(key.readBigInt64BE())
}
