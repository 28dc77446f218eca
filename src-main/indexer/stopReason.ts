import { messageOf } from '#shared/messageOf.ts'
import { StoreError } from '../store/indexStore.ts'
import { DiskLimitError } from './diskLimit.ts'

/** The reason why work on the index stopped, as a message for the user, and the delay before the next attempt, ms. */
export type StopReason = { readonly reason: string; readonly retryMs: number }

const SOON_MS = 2_000
const LATER_MS = 10_000
/** Delay of errors that only the user can resolve. */
export const NEVER_MS = 2 ** 31 - 1

/** Converts an error to a reason with a delay. */
export function stopReasonOf(error: unknown): StopReason {
  const reason = messageOf(error)
  if (error instanceof DiskLimitError) return { reason, retryMs: LATER_MS }
  if (!(error instanceof StoreError)) return { reason, retryMs: SOON_MS }
  switch (error.code) {
    case 'disk-full':
    case 'locked':
    case 'failed':
      return { reason, retryMs: LATER_MS }
    default:
      return { reason, retryMs: NEVER_MS }
  }
}

/** Returns whether work continues without the user once the missing resource is available. */
export function isRetried({ retryMs }: StopReason): boolean {
  return retryMs < NEVER_MS
}
