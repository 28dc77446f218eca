import { messageOf } from '#shared/messageOf.ts'
import { startWorkerThread } from '../../platform/rpc/workerThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import type { Rebuilt } from './rebuildIndex.ts'
import type { RebuildContract, RebuildProgress } from './rebuildWorker.ts'
import { TransferError } from './transferError.ts'

/** A rebuild of an index in a thread of its own. */
export type Rebuild = {
  /** Rejects with TransferError if the index cannot be rebuilt, or the rebuild was stopped. */
  readonly done: Promise<Rebuilt>
  /** Returns the progress; undefined before the archive is read. */
  progress(): RebuildProgress | undefined
  /** Stops the rebuild; a new one continues it. Resolves when the thread has ended. */
  stop(): Promise<void>
}

/**
 * Starts to rebuild the index in a folder; see rebuildIndex.
 * @param fetchZeroStates see RebuildOptions
 */
export function startRebuild(
  index: { readonly dir: string; readonly chain: string },
  fetchZeroStates: () => Promise<readonly BlockFile[] | undefined>,
): Rebuild {
  const thread = startWorkerThread<RebuildContract>({
    name: 'index rebuild',
    url: workerUrl(import.meta.url, 'rebuildWorker'),
    options: undefined,
    host: { zeroStates: fetchZeroStates },
    failure: (failure) => new TransferError(failure.kind === 'ended' ? failure.reason : failure.kind),
  })
  const stopping = new AbortController()
  let progress: RebuildProgress | undefined
  const done = thread
    .call('rebuild', index, {
      signal: stopping.signal,
      onProgress(value) {
        progress = value
      },
    })
    .catch((error: unknown) => {
      throw new TransferError(messageOf(error), { cause: error })
    })
  void Promise.allSettled([done]).then(async () => {
    // A stopped rebuild is still running.
    if (!stopping.signal.aborted) await thread.terminate()
  })
  return {
    done,
    progress: () => progress,
    async stop() {
      stopping.abort(new Error('it was stopped'))
      await thread.close()
    },
  }
}
