import { startThread } from '../platform/startThread.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import { TvmCrashError, TvmExceptionError, TvmInputError, TvmNotRunError } from './tvmErrors.ts'
import type { GetMethodOutput, MessageOutput, TvmJob, TvmReport, TvmRequest } from './workerMessages.ts'

/** A thread with an emulator. It runs jobs one after the other. */
export type TvmThread = {
  /** Resolves when the thread can run jobs; rejects with TvmCrashError. */
  readonly ready: Promise<void>
  /** The size in bytes of its WebAssembly memory after the last run, 0 before the first. */
  readonly memoryBytes: number
  /**
   * Runs a job after the earlier ones; `onStart` is called when it starts. Rejects with TvmInputError or
   * TvmExceptionError, with TvmCrashError if the thread ends during the run, or with TvmNotRunError if it ends earlier.
   */
  run(job: TvmJob, onStart: () => void): Promise<GetMethodOutput | MessageOutput>
  /** Resolves when the thread has ended, for any reason. */
  readonly ended: Promise<void>
  /** Terminates the thread at once, even during a run. */
  close(): Promise<void>
}

/** The time limit of the emulator's start in milliseconds. */
const START_MS = 60_000

type Pending = {
  readonly id: number
  onStart(): void
  resolve(output: GetMethodOutput | MessageOutput): void
  reject(error: Error): void
}

/** Starts a thread. The emulator compiles in it for about half a second. */
export function startTvmThread(): TvmThread {
  const worker = startThread('tvm', workerUrl(import.meta.url, 'tvmWorker'))
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  /** The sent jobs in order; the first one is running. */
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
  // Avoids an unhandled rejection when there is no waiter.
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
        // An idle emulator must not keep the process alive.
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
