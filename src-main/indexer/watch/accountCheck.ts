import { LiteServerError } from '../../liteserver/errors.ts'
import type { DiskLimit } from '../diskLimit.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import { type HistoryReader, readHistory } from '../readThrough/accountHistory.ts'
import { type PieceReading, readContracts } from './ownContracts.ts'
import { type PartSources, readParts } from './readParts.ts'
import {
  isDeepEnough,
  type KeptHistory,
  makeContractsDue,
  readStored,
  type WatchedEntry,
} from './watchedEntry.ts'

/** Dependencies of checking accounts. */
export type CheckContext = PartSources &
  HistoryReader & {
    readonly network: IndexNetwork
    readonly diskLimit: Pick<DiskLimit, 'check'>
  }

/** The check of a watched account for new transactions. */
export type AccountCheck = {
  /**
   * Reads one piece of a history, or what its traces lack, then the token contracts of the account. Resolves to whether
   * there is more to read. Rejects as sessions and the store do, with DiskLimitError and with the signal's reason.
   */
  check(entry: WatchedEntry, signal: AbortSignal): Promise<boolean>
  /** Returns the number of fetches of parts that run. */
  fetches(): number
}

/** Creates the check of watched accounts. */
export function createAccountCheck(context: CheckContext): AccountCheck {
  const { network, diskLimit, store, readThrough, detection } = context
  let fetches = 0
  const counted = async <T>(fetch: Promise<T>): Promise<T> => {
    fetches++
    return fetch.finally(() => fetches--)
  }
  const sources: PartSources = {
    ...context,
    readThrough: { trace: (...args) => counted(readThrough.trace(...args)) },
    detection: { detect: (...args) => counted(detection.detect(...args)) },
  }

  /** Reads one piece of a history, and what its traces lack if it is deep enough. */
  async function read(kept: KeptHistory, signal: AbortSignal): Promise<PieceReading> {
    if (kept.known === undefined) await readStored(store, kept)
    const session = network.session({ signal })
    let refusal: LiteServerError | undefined
    if (!isDeepEnough(kept)) {
      try {
        await kept.pieces.next(session)
      } catch (error) {
        // What the liteservers have of it is recorded, and its traces are read.
        if (!(error instanceof LiteServerError)) throw error
        refusal = error
      }
      await readStored(store, kept)
      if (!refusal && !isDeepEnough(kept)) return { hasMore: true, trouble: undefined }
    } else if ((await session.last()).seqno !== kept.known?.mcSeqno) {
      // An account that did not exist has no history that new transactions continue.
      if (kept.known?.newestLt === 0n) await kept.pieces.next(session)
      else await readHistory(context, session, kept.account, 0)
      await readStored(store, kept)
      if (!isDeepEnough(kept)) return { hasMore: true, trouble: undefined }
    }
    const parts = await readParts(sources, kept.account, { signal, backOff: kept.parts })
    kept.openTraces = parts.open
    return { hasMore: parts.hasProgress, trouble: parts.trouble, refusal }
  }

  return {
    async check(entry, signal) {
      await diskLimit.check()
      if (entry.known === undefined) await readStored(store, entry)
      if (!isDeepEnough(entry) || entry.state === 'waiting') entry.state = 'reading'
      if (entry.failures > 0) entry.detail = undefined
      const newestLt = entry.known?.newestLt
      const own = await read(entry, signal)
      if (own.hasMore || entry.known?.newestLt !== newestLt) makeContractsDue(entry)
      if (own.trouble !== undefined) entry.detail = own.trouble
      if (own.hasMore) return true
      const ofContracts = await readContracts({ ...context, read }, entry, signal)
      const trouble = own.trouble ?? ofContracts.trouble
      if (own.refusal && !ofContracts.hasMore) throw own.refusal
      if (trouble !== undefined || entry.openTraces === 0) entry.detail = trouble
      return ofContracts.hasMore
    },
    fetches: () => fetches,
  }
}
