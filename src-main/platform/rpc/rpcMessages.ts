import type { TransferredError } from './errorTransfer.ts'

/** Calls and their answers: the same in both directions. */
export type CallMessage =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  /** The caller does not wait any more. */
  | { readonly kind: 'abort'; readonly id: number }
export type AnswerMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: TransferredError }

/** To a thread. */
export type ThreadCommand = CallMessage | AnswerMessage | { readonly kind: 'close' }

/** From a thread. */
export type ThreadReport =
  | CallMessage
  | AnswerMessage
  | { readonly kind: 'ready'; readonly value: unknown }
  | { readonly kind: 'event'; readonly name: string; readonly value: unknown }
  /** Why the thread ends now. */
  | { readonly kind: 'failed'; readonly error: TransferredError }
