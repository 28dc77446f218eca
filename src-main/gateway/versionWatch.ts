import type { ContractRuns } from '../api/v2/contractRuns.ts'
import type { LiteNetwork } from '../liteserver/session.ts'

export type VersionWatch = {
  /**
   * Returns the network's global version in the newest configuration that was read, synchronously; starts a new reading
   * if that is old.
   */
  current(): number | undefined
  close(): void
}

/** Minimum time between readings, ms: the version changes by a vote of the validators. */
const FRESH_MS = 60_000
/** Minimum time between readings before the first success, ms. */
const RETRY_MS = 1_000
const READ_DEADLINE_MS = 15_000

/** Caches the network's global version for /healthz and for estimates. */
export function watchVersion(
  network: Pick<LiteNetwork, 'session'>,
  contracts: Pick<ContractRuns, 'config' | 'knownConfig'>,
): VersionWatch {
  const closing = new AbortController()
  let isReading = false
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    isReading = true
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(READ_DEADLINE_MS)])
      const session = network.session({ signal })
      await contracts.config({ session: () => session, signal })
    } catch {
      // The state of the servers shows the reason; the last version stays.
    } finally {
      isReading = false
      readAt = performance.now()
    }
  }

  return {
    current() {
      const version = contracts.knownConfig()?.globalVersion()
      const isOld = performance.now() - readAt > (version === undefined ? RETRY_MS : FRESH_MS)
      if (isOld && !isReading && !closing.signal.aborted) void read()
      return version
    },
    close: () => closing.abort(new Error('the gateway is closing')),
  }
}
