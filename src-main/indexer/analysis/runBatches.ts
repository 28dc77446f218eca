import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeSignal } from '../wakeSignal.ts'

/** Pause before the next batch, ms; `idle` and `idleMs` end early when the loop is woken. */
export type BatchPause = number | 'idle' | { readonly idleMs: number }

const IDLE_MS = 2_000

/** Calls `runBatch` again and again with the pauses that it returns, until `closed` is aborted. */
export async function runBatches(
  runBatch: () => Promise<BatchPause>,
  { wakeSignal, closed }: { readonly wakeSignal: WakeSignal; readonly closed: AbortSignal },
): Promise<void> {
  while (!closed.aborted) {
    const pause = await runBatch()
    if (closed.aborted) return
    if (pause === 'idle') await wakeSignal.wait(IDLE_MS)
    else if (typeof pause === 'object') await wakeSignal.wait(pause.idleMs)
    else if (pause > 0) await sleep(pause, undefined, { signal: closed }).catch(() => {})
  }
}
