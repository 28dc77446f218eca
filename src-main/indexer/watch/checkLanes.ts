import type { WatchedEntry } from './watchedEntry.ts'

/** Checks of accounts that run side by side. Accounts that do not answer leave room for the others. */
export type CheckLanes = {
  /** Returns whether an account can be checked now: it is not being checked, and there is room. */
  hasRoom(entry: WatchedEntry): boolean
  has(entry: WatchedEntry): boolean
  /** Starts a check, which must not reject. */
  start(entry: WatchedEntry, check: () => Promise<void>): void
  /** Resolves when no check runs. */
  ended(): Promise<void>
}

/** Number of accounts that are checked at once. */
const WIDTH = 4
/** Time after which a check no longer counts among these, ms. */
const SLOW_MS = 5_000
/** Maximum number of checks, slow ones included. */
const MAX_RUNNING = 16
/** Of these, the maximum number for accounts whose last check ran into its time limit. */
const MAX_LATE = 4

/**
 * Creates lanes for checks.
 * @param onRoom is called when there can be room again
 */
export function createCheckLanes(onRoom: () => void): CheckLanes {
  const running = new Map<WatchedEntry, Promise<void>>()
  const slow = new Set<WatchedEntry>()
  let late = 0
  return {
    has: (entry) => running.has(entry),
    hasRoom: (entry) =>
      running.size < MAX_RUNNING &&
      running.size - slow.size < WIDTH &&
      !(entry.isLate && late >= MAX_LATE) &&
      !running.has(entry),
    start(entry, check) {
      const { isLate } = entry
      const timer = setTimeout(() => {
        slow.add(entry)
        onRoom()
      }, SLOW_MS).unref()
      const ended = check().finally(() => {
        clearTimeout(timer)
        running.delete(entry)
        slow.delete(entry)
        if (isLate) late--
        onRoom()
      })
      if (isLate) late++
      running.set(entry, ended)
    },
    async ended() {
      await Promise.all(running.values())
    },
  }
}
