import type { Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import { networkFileVersion, readNetworks, type StoredNetworks } from './networkFile.ts'

/** Interval of checks for a changed file, ms. */
const CHECK_INTERVAL_MS = 1_000

/** Options of watchNetworkFile. */
export type NetworkFileWatch = {
  readonly dataDir: string
  /** Called with the content after the file has changed, also by this process. */
  readonly adopt: (stored: StoredNetworks) => void
  readonly log: Pick<Logger, 'error'>
  /** Default: one second. */
  readonly intervalMs?: number
}

/**
 * Follows changes of `networks.json` by other processes and editors until it is disposed of. A file that cannot be read
 * or was deleted is logged once, and the last networks stay.
 */
export function watchNetworkFile({
  dataDir,
  adopt,
  log,
  intervalMs = CHECK_INTERVAL_MS,
}: NetworkFileWatch): Disposable {
  let version = networkFileVersion(dataDir)
  function check(): void {
    try {
      const present = networkFileVersion(dataDir)
      if (present === version) return
      version = present
      if (present === undefined) throw new Error('networks.json was deleted')
      adopt(readNetworks(dataDir))
    } catch (error) {
      log.error(`${messageOf(error)}; the networks stay as they were`)
    }
  }
  const timer = setInterval(check, intervalMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
