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

/** Number of transactions that are written together. */
const BATCH = 256
const PAUSE_MS = 2_000

/** Creates the backfill. It pauses and retries while no liteserver answers. */
export function createAccountBackfill(
  context: HistoryReader & { readonly network: IndexNetwork; readonly diskLimit: DiskLimit },
): AccountBackfill {
  const { network, store, diskLimit } = context
  return {
    async run(account, onProgress, signal) {
      let size = await store.historySize(account)
      for (;;) {
        signal.throwIfAborted()
        await diskLimit.check()
        try {
          const { count, isContinued, isComplete } = await readHistory(
            context,
            network.session({ signal }),
            account,
            BATCH,
          )
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
