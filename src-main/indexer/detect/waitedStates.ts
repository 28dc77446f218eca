import type { StdAddress } from '../../store/facts.ts'
import { RecentMap } from '../../store/write/recentMap.ts'
import type { ReadThrough } from '../indexer.ts'

/** Accounts fetched at once. */
const WIDTH = 4
/** One account may take so long, milliseconds. */
const FETCH_MS = 15_000
/** Accounts that could not be read are tried again after a pause that doubles each time, milliseconds. */
const FIRST_PAUSE_MS = 5_000
const LAST_PAUSE_MS = 3_600_000
const REMEMBERED = 4_096

/** Fetches states that contracts wait for. */
export type WaitedStates = {
  /** Fetches those of `accounts` that are not backing off; resolves with how many were read. Never rejects. */
  fetch(accounts: readonly StdAddress[], signal: AbortSignal): Promise<number>
}

export function createWaitedStates(readThrough: Pick<ReadThrough, 'state'>): WaitedStates {
  const pauses = new RecentMap<{ readonly until: number; readonly pause: number }>(REMEMBERED)

  async function fetchOne(account: StdAddress, signal: AbortSignal): Promise<number> {
    const key = account.toString('latin1')
    const before = pauses.get(key)
    if (before && before.until > performance.now()) return 0
    const pause = before ? Math.min(2 * before.pause, LAST_PAUSE_MS) : FIRST_PAUSE_MS
    // Also after success: what it waits for may be something else.
    pauses.set(key, { until: performance.now() + pause, pause })
    try {
      await readThrough.state(account, { signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]) })
      return 1
    } catch {
      return 0
    }
  }

  return {
    async fetch(accounts, signal) {
      let read = 0
      const left = accounts.values()
      const work = async () => {
        for (const account of left) {
          if (signal.aborted) return
          read += await fetchOne(account, signal)
        }
      }
      await Promise.all(Array.from({ length: WIDTH }, work))
      return read
    },
  }
}
