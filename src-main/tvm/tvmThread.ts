import { Worker } from 'node:worker_threads'
import { TvmCrashError, TvmInputError } from './tvmErrors.ts'
import type { GetMethodOutput, MessageOutput, TvmJob, TvmReport, TvmRequest } from './workerMessages.ts'

/** One thread with an emulator; it runs one job at a time. */
export type TvmThread = {
  /** Resolves when it can run jobs; rejects with TvmCrashError. */
  readonly ready: Promise<void>
  /** Rejects with TvmCrashError when the thread ends first, or TvmInputError. */
  run(job: TvmJob): Promise<GetMethodOutput | MessageOutput>
  /** Resolves when the thread is gone, for whatever reason. */
  readonly ended: Promise<void>
  /** Ends the thread at once, in the midst of a run if need be. */
  close(): Promise<void>
}

/** How long the emulator may take to start, ms. */
const START_MS = 60_000

/** Beside this file: as a source when run from sources, as a bundle of its own when built. */
function workerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './tvmWorker.ts' : './tvmWorker.js', import.meta.url)
}

type Pending = {
  readonly id: number
  resolve(output: GetMethodOutput | MessageOutput): void
  reject(error: Error): void
}

export function startTvmThread(): TvmThread {
  const worker = new Worker(workerUrl(), { name: 'tvm' })
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let pending: Pending | undefined
  let lastId = 0
  let reason = 'its thread ended'

  const fail = (error: Error) => {
    ready.reject(error)
    pending?.reject(error)
    pending = undefined
  }
  const timer = setTimeout(() => {
    reason = `it did not start within ${START_MS} ms`
    void worker.terminate()
  }, START_MS)
  timer.unref()
  // Who waits for it handles the rejection; nobody may.
  ready.promise.catch(() => {})

  worker.on('message', (report: TvmReport) => {
    switch (report.kind) {
      case 'ready':
        clearTimeout(timer)
        ready.resolve()
        break
      case 'broken':
        reason = report.reason
        break
      case 'done':
      case 'refused': {
        if (pending?.id !== report.id) break
        const { resolve, reject } = pending
        pending = undefined
        // An idle emulator keeps no process alive.
        worker.unref()
        if (report.kind === 'done') resolve(report.output)
        else reject(new TvmInputError(report.reason))
      }
    }
  })
  worker.on('error', (error: Error) => {
    reason = error.message
  })
  worker.on('exit', () => {
    clearTimeout(timer)
    fail(new TvmCrashError(reason))
    ended.resolve()
  })

  return {
    ready: ready.promise,
    ended: ended.promise,
    run(job) {
      const { promise, resolve, reject } = Promise.withResolvers<GetMethodOutput | MessageOutput>()
      pending = { id: ++lastId, resolve, reject }
      worker.ref()
      worker.postMessage({ id: lastId, job } satisfies TvmRequest)
      return promise
    },
    async close() {
      await worker.terminate()
    },
  }
}
