import { startThread } from '../platform/startThread.ts'
import { TvmCrashError, TvmExceptionError, TvmInputError, TvmNotRunError } from './tvmErrors.ts'
import type { GetMethodOutput, MessageOutput, TvmJob, TvmReport, TvmRequest } from './workerMessages.ts'

/** One thread with an emulator; it runs jobs one after the other. */
export type TvmThread = {
  /** Resolves when it can run jobs; rejects with TvmCrashError. */
  readonly ready: Promise<void>
  /** Bytes of its WebAssembly memory after the last run, 0 before. */
  readonly memoryBytes: number
  /**
   * Runs a job after those before it; `onStart` is called when its turn has come. Rejects with TvmInputError or
   * TvmExceptionError, with TvmCrashError when the thread ends during the run, or with TvmNotRunError when it ended before.
   */
  run(job: TvmJob, onStart: () => void): Promise<GetMethodOutput | MessageOutput>
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
  onStart(): void
  resolve(output: GetMethodOutput | MessageOutput): void
  reject(error: Error): void
}

export function startTvmThread(): TvmThread {
  const worker = startThread('tvm', workerUrl())
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  /** In the order in which they were sent; the first one is running. */
  const pending: Pending[] = []
  let lastId = 0
  let memoryBytes = 0
  let reason = 'its thread ended'

  const fail = (error: Error) => {
    ready.reject(error)
    const [running, ...others] = pending.splice(0)
    running?.reject(error)
    for (const { reject } of others) reject(new TvmNotRunError())
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
      case 'refused':
      case 'threw': {
        const finished = pending.shift()
        if (finished?.id !== report.id) break
        const [next] = pending
        if (next) next.onStart()
        // An idle emulator keeps no process alive.
        else worker.unref()
        if (report.kind === 'done') memoryBytes = report.memoryBytes
        if (report.kind === 'done') finished.resolve(report.output)
        else if (report.kind === 'refused') finished.reject(new TvmInputError(report.reason))
        else finished.reject(new TvmExceptionError())
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
    get memoryBytes() {
      return memoryBytes
    },
    ended: ended.promise,
    run(job, onStart) {
      const { promise, resolve, reject } = Promise.withResolvers<GetMethodOutput | MessageOutput>()
      pending.push({ id: ++lastId, onStart, resolve, reject })
      if (pending.length === 1) {
        worker.ref()
        onStart()
      }
      worker.postMessage({ id: lastId, job } satisfies TvmRequest)
      return promise
    },
    async close() {
      await worker.terminate()
    },
  }
}
