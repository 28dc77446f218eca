import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { isServerFault } from '../../liteserver/pool/serverFaults.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { DiskLimit } from '../diskLimit.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import { type HistoryReader, type HistoryReading, readHistory } from './accountHistory.ts'

/**
 * The backfill of an account's whole history. It continues from the stored part of the history; `onProgress` is called
 * with the number of newly read transactions, and of those that the history has: also after a kill, since which the job
 * is not saved.
 */
export type AccountBackfill = {
  run(
    account: StdAddress,
    onProgress: (count: number, size: number) => void,
    signal: AbortSignal,
  ): Promise<void>
}

/** Maximum number of transactions of a piece of the history; several pieces are read at once. */
const PIECE = 256
/** Number of transactions of a piece if they are as frequent as those that were read last. */
const USUAL_PIECE = 96
/** Number of reads in one piece after no server had older states. */
const SINGLE_READS = 8
const PAUSE_MS = 2_000

/** Creates the backfill. It pauses and retries while no liteserver answers. */
export function createAccountBackfill(
  context: HistoryReader & { readonly network: IndexNetwork; readonly diskLimit: DiskLimit },
): AccountBackfill {
  const { network, store, diskLimit } = context
  return {
    async run(account, onProgress, signal) {
      let size = await store.historySize(account)
      const pieces = readPieces(context, account)
      for (;;) {
        signal.throwIfAborted()
        await diskLimit.check()
        try {
          const { count, isContinued, isComplete } = await pieces.next(network.session({ signal }))
          size = isContinued ? size + count : count
          onProgress(count, size)
          if (isComplete) return
        } catch (error) {
          if (signal.aborted || !isServerFault(error)) throw error
          await sleep(PAUSE_MS, undefined, { signal })
        }
      }
    },
  }
}

/** Reads an account's history piece by piece, each below the known ones; new transactions come with the next piece. */
export type HistoryPieces = {
  /** Rejects as readHistory does; a later call goes on. */
  next(session: NetworkSession): Promise<HistoryReading>
}

/** Reads pieces of a history, several of them side by side once it is known how frequent transactions are. */
export function readPieces(context: HistoryReader, account: StdAddress): HistoryPieces {
  let spacing: number | undefined
  let singleReads = 0
  return {
    async next(session) {
      const oldest = (await context.store.accountHistory(account))?.oldest?.mcSeqno
      const places =
        spacing !== undefined && oldest !== undefined && singleReads === 0
          ? { seqno: oldest - 1, spacing }
          : undefined
      const reading = await readHistory(context, session, account, PIECE, places)
      const { count, isContinued, pieces } = reading
      const after = (await context.store.accountHistory(account))?.oldest?.mcSeqno
      if (isContinued && oldest !== undefined) spacing = spacingOf(oldest, after, count)
      singleReads = places && pieces === 1 ? SINGLE_READS : Math.max(0, singleReads - 1)
      return reading
    },
  }
}

/**
 * Returns the number of masterchain blocks that have USUAL_PIECE transactions, if `count` of them are from block `first`
 * to block `last`.
 */
function spacingOf(last: number, first: number | undefined, count: number): number | undefined {
  if (first === undefined || count === 0) return undefined
  return Math.max(1, Math.ceil(((last - first) / count) * USUAL_PIECE))
}
