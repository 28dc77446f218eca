import { setTimeout as sleep } from 'node:timers/promises'
import { isServersFault } from '../../liteserver/pool/serverFaults.ts'
import type { StdAddress } from '../../store/facts.ts'
import type { DiskLimit } from '../diskLimit.ts'
import type { IndexNetwork } from '../fetch/asker.ts'
import { type HistoryReader, readHistory } from './accountHistory.ts'

/** Reads all of an account's history; goes on where it was left, for the index remembers what it has. */
export type AccountBackfill = {
  run(account: StdAddress, told: (count: number) => void, signal: AbortSignal): Promise<void>
}

/** Transactions that are written at once. */
const STRETCH = 256
const PAUSE_MS = 2_000

export function createAccountBackfill(
  context: HistoryReader & { readonly network: IndexNetwork; readonly diskLimit: DiskLimit },
): AccountBackfill {
  const { network, diskLimit } = context
  return {
    async run(account, told, signal) {
      for (;;) {
        signal.throwIfAborted()
        await diskLimit.check()
        try {
          const { count, isComplete } = await readHistory(
            context,
            network.session({ signal }),
            account,
            STRETCH,
          )
          told(count)
          if (isComplete) return
        } catch (error) {
          if (signal.aborted || !isServersFault(error)) throw error
          await sleep(PAUSE_MS, undefined, { signal })
        }
      }
    },
  }
}
