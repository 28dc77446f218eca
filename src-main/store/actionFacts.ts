/**
 * What classification found out of traces, in the form in which it goes from the thread that classifies to the one that
 * writes.
 */

/** traces.classification (compatibility-v3 §10.1, `classification_state`). */
export const CLASSIFICATION_STATES = ['unclassified', 'failed', 'ok', 'broken'] as const
export type ClassificationStateName = (typeof CLASSIFICATION_STATES)[number]

/** Priorities of classification_queue are PRIORITY's; this one, the last, is of a pass over all traces. */
export const AGAIN_PRIORITY = 3

/** A row of classification_queue as it was read: it goes only if it is still the same. */
export type QueuedTrace = { readonly priority: number; readonly version: number }

/** A type of action with the types of all that it is a part of, in the order of their names. */
export type ActionKind = { readonly type: string; readonly ancestors: readonly string[] }

/** An action as it is stored (migration 5). */
export type PackedAction = {
  readonly actionId: Buffer
  readonly kind: number
  /** The place of its parent among the trace's actions. */
  readonly parent: number | undefined
  readonly startLt: bigint
  readonly endLt: bigint
  readonly startUtime: number
  readonly endUtime: number
  readonly success: boolean
  /** Of packNumbers. */
  readonly transactions: Buffer
  /** How many of the parties take part in the action. */
  readonly accounts: number
  /** Addresses, 33 bytes each. */
  readonly parties: Buffer
  readonly fields: Buffer
}

export type ClassifiedTrace = {
  readonly trace: number
  /** Transactions that it had: where it has others now, it is queued again. */
  readonly transactions: number
  /** Undefined where it was not in the queue; `any`: it leaves the queue in every case. */
  readonly queued: QueuedTrace | 'any' | undefined
  readonly state: ClassificationStateName
  /** For action_facts. */
  readonly facts: string | undefined
  readonly actions: readonly PackedAction[]
}

/** Results for several traces, written in one transaction. */
export type ClassifiedBatch = {
  readonly traces: readonly ClassifiedTrace[]
  /** Those that the database had not, with their numbers. */
  readonly words: readonly { readonly id: number; readonly word: string }[]
  readonly kinds: readonly (ActionKind & { readonly id: number })[]
}

/** A pass over all traces. */
export type Reclassification = {
  /** Traces that are queued or done, and of how many; numbers of traces that do not exist count too. */
  readonly done: number
  readonly total: number
  /** Actions that are others than before, are new or are gone. */
  readonly changed: number
}
