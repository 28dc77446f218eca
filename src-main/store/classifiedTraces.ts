/** Results of classifying traces, in the form in which the classifying thread sends them to the writer thread. */

/**
 * Values of traces.classification (compatibility-v3 §10.1, `classification_state`). The rules of version 1 also made
 * traces `broken`; such a trace keeps its state until it is classified again.
 */
export const CLASSIFICATION_STATES = ['unclassified', 'failed', 'ok', 'broken'] as const
/** A state of a trace's classification. */
export type ClassificationStateName = (typeof CLASSIFICATION_STATES)[number]

/** Priority in classification_queue of a pass over all traces, after those of PRIORITY. */
export const AGAIN_PRIORITY = 3

/** A row of classification_queue as it was read. It is deleted only if it is still the same. */
export type QueuedTrace = { readonly priority: number; readonly version: number }

/** A type of action with the types of all actions that contain it, sorted by name. */
export type ActionKind = { readonly type: string; readonly ancestors: readonly string[] }

/** An action as it is stored (migration 5). */
export type PackedAction = {
  readonly actionId: Buffer
  readonly kind: number
  /** The parent's index among the trace's actions. */
  readonly parent: number | undefined
  readonly startLt: bigint
  readonly endLt: bigint
  readonly startUtime: number
  readonly endUtime: number
  readonly success: boolean
  /** In the form of packNumbers. */
  readonly transactions: Buffer
  /** How many of the parties, from the first on, take part in the action. */
  readonly accounts: number
  /** Addresses, 33 bytes each. */
  readonly parties: Buffer
  readonly fields: Buffer
}

/** The result of classifying one trace: its actions replace the stored ones. */
export type ClassifiedTrace = {
  readonly trace: number
  /**
   * Number of transactions at classification. If the trace has another number when this is written, it is queued
   * again.
   */
  readonly transactions: number
  /** The queue's row. Undefined if the trace was not queued; `any` removes it from the queue in every case. */
  readonly queued: QueuedTrace | 'any' | undefined
  readonly state: ClassificationStateName
  /** JSON for action_facts; undefined if there is none. */
  readonly facts: string | undefined
  readonly actions: readonly PackedAction[]
}

/** Results for several traces, written in one transaction. */
export type ClassifiedBatch = {
  readonly traces: readonly ClassifiedTrace[]
  /** Words that the database does not have yet, with their numbers. */
  readonly words: readonly { readonly id: number; readonly word: string }[]
  readonly kinds: readonly (ActionKind & { readonly id: number })[]
}

/** Progress of a pass over all traces. */
export type Reclassification = {
  /** Traces that are classified, and all that the pass covers; both count numbers of traces that do not exist too. */
  readonly done: number
  readonly total: number
  /** Number of actions that were changed, added or removed. */
  readonly changed: number
}
