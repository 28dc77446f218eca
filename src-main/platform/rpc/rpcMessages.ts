import type { TransferredError } from './errorTransfer.ts'

/** Calls and answers have the same form in both directions. */
export type CallMessage =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  /** The caller has stopped waiting. */
  | { readonly kind: 'abort'; readonly id: number }
export type AnswerMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: TransferredError }

/** A message to a thread. */
export type ThreadCommand = CallMessage | AnswerMessage | { readonly kind: 'close' }

/** A message from a thread. */
export type ThreadReport =
  | CallMessage
  | AnswerMessage
  | { readonly kind: 'ready'; readonly value: unknown }
  | { readonly kind: 'event'; readonly name: string; readonly value: unknown }
  /** The error that ends the thread. */
  | { readonly kind: 'failed'; readonly error: TransferredError }
