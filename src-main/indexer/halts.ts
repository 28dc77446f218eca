import { StoreError } from '../store/indexStore.ts'
import { DiskLimitError } from './diskLimit.ts'

/** Why work on the index stops, in a sentence for the user, and how long until it is tried again by itself. */
export type Halt = { readonly reason: string; readonly retryMs: number }

const SOON_MS = 2_000
const LATER_MS = 10_000
/** Nothing but the user can change it. */
export const NEVER_MS = 2 ** 31 - 1

export function haltOf(error: unknown): Halt {
  const reason = error instanceof Error ? error.message : String(error)
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

/** Nobody needs to do anything but make what is missing available. */
export function isTriedAgain({ retryMs }: Halt): boolean {
  return retryMs < NEVER_MS
}
