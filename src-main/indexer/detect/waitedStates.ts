import { RecentMap } from '../../platform/recentMap.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { ReadThrough } from '../indexer.ts'

/** Number of accounts that are fetched concurrently. */
const WIDTH = 4
/** Time limit for one account, ms. */
const FETCH_MS = 15_000
/** Accounts that could not be read are retried after a pause that doubles each time, ms. */
const FIRST_PAUSE_MS = 5_000
const LAST_PAUSE_MS = 3_600_000
const MAX_BACKOFFS = 4_096

/** Fetches the states for which contracts wait. */
export type WaitedStates = {
  /** Fetches those of `accounts` that are not backing off; resolves to the number of read states. Never rejects. */
  fetch(accounts: readonly StdAddress[], signal: AbortSignal): Promise<number>
}

/** Creates the fetcher, with an own backoff for each account. */
export function createWaitedStates(readThrough: Pick<ReadThrough, 'state'>): WaitedStates {
  const pauses = new RecentMap<{ readonly until: number; readonly pause: number }>(MAX_BACKOFFS)

  async function fetchOne(account: StdAddress, signal: AbortSignal): Promise<number> {
    const key = account.toString('latin1')
    const before = pauses.get(key)
    if (before && before.until > performance.now()) return 0
    const pause = before ? Math.min(2 * before.pause, LAST_PAUSE_MS) : FIRST_PAUSE_MS
    // Also after success: the contract can wait for something else.
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
