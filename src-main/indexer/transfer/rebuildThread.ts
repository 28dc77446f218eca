import { startThread } from '../../platform/startThread.ts'
import { workerUrl } from '../../platform/workerUrl.ts'
import type { Rebuilt } from './rebuildIndex.ts'
import type { RebuildProgress, RebuildReport, RebuildWorkerOptions } from './rebuildWorker.ts'
import { TransferError } from './transferError.ts'

/** A rebuild of an index in a thread of its own. */
export type Rebuild = {
  /** Rejects with TransferError if the index cannot be rebuilt, or the rebuild was stopped. */
  readonly done: Promise<Rebuilt>
  /** Undefined before the archive is read. */
  progress(): RebuildProgress | undefined
  /** Stops the rebuild, which goes on where it was when it is started again. Resolves when the thread has ended. */
  stop(): Promise<void>
}

/** Starts to rebuild the index in a folder; see rebuildIndex. */
export function startRebuild(options: RebuildWorkerOptions): Rebuild {
  const worker = startThread('index rebuild', workerUrl(import.meta.url, 'rebuildWorker'), {
    workerData: options,
  })
  const done = Promise.withResolvers<Rebuilt>()
  const ended = Promise.withResolvers<void>()
  let progress: RebuildProgress | undefined
  let reason = 'its thread ended'

  worker.on('message', (report: RebuildReport) => {
    if (report.kind === 'progress') progress = report
    else if (report.kind === 'rebuilt') done.resolve(report.rebuilt)
    else done.reject(new TransferError(report.message))
  })
  worker.on('error', (error: Error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    done.reject(new TransferError(reason))
    ended.resolve()
  })
  return {
    done: done.promise,
    progress: () => progress,
    async stop() {
      worker.postMessage('stop')
      await ended.promise
    },
  }
}
