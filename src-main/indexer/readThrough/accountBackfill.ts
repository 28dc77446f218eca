import { setTimeout as sleep } from 'node:timers/promises'
import { isServerFault } from '../../liteserver/pool/serverFaults.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { DiskLimit } from '../diskLimit.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import { type HistoryReader, readHistory } from './accountHistory.ts'

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
      let known = await store.accountHistory(account)
      let spacing: number | undefined
      let singleReads = 0
      for (;;) {
        signal.throwIfAborted()
        await diskLimit.check()
        try {
          const oldest = known?.oldest?.mcSeqno
          const places =
            spacing !== undefined && oldest !== undefined && singleReads === 0
              ? { seqno: oldest - 1, spacing }
              : undefined
          const reading = await readHistory(context, network.session({ signal }), account, PIECE, places)
          const { count, isContinued, isComplete, pieces } = reading
          known = await store.accountHistory(account)
          if (isContinued && oldest !== undefined) spacing = spacingOf(oldest, known?.oldest?.mcSeqno, count)
          singleReads = places && pieces === 1 ? SINGLE_READS : Math.max(0, singleReads - 1)
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

/**
 * Returns the number of masterchain blocks that have USUAL_PIECE transactions, if `count` of them are from block `first`
 * to block `last`.
 */
function spacingOf(last: number, first: number | undefined, count: number): number | undefined {
  if (first === undefined || count === 0) return undefined
  return Math.max(1, Math.ceil(((last - first) / count) * USUAL_PIECE))
}
