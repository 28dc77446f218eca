import { messageOf } from '#shared/messageOf.ts'
import type { CallFailure } from '../platform/rpc/rpcCaller.ts'
import { startWorkerThread } from '../platform/rpc/workerThread.ts'
import type { PooledThread } from '../platform/threadPool.ts'
import { workerUrl } from '../platform/workerUrl.ts'
import { TvmCrashError, TvmExceptionError, TvmInputError, TvmNotRunError } from './tvmErrors.ts'
import type { TvmContract, TvmJob, TvmOutput } from './workerMessages.ts'

/** A thread with an emulator. It runs jobs one after the other. */
export type TvmThread = PooledThread & {
  /** Resolves when the thread can run jobs; rejects with TvmCrashError. */
  readonly ready: Promise<unknown>
  /** The size in bytes of its WebAssembly memory after the last run, 0 before the first. */
  readonly memoryBytes: number
  /**
   * Runs a job after the earlier ones; `onStart` is called when it starts. Rejects with TvmInputError or
   * TvmExceptionError, with TvmCrashError if the thread ends during the run, or with TvmNotRunError if it ends earlier.
   */
  run(job: TvmJob, onStart: () => void): Promise<TvmOutput>
}

/** The time limit of the emulator's start in milliseconds. */
const START_MS = 60_000

/** Starts a thread. The emulator compiles in it for about half a second. */
export function startTvmThread(): TvmThread {
  const thread = startWorkerThread<TvmContract>({
    name: 'tvm',
    url: workerUrl(import.meta.url, 'tvmWorker'),
    options: undefined,
    errors: { TvmExceptionError, TvmInputError },
    failure: errorOf,
    startMs: START_MS,
  })
  const ready = thread.ready.catch((error: unknown) => {
    throw error instanceof TvmCrashError ? error : new TvmCrashError(messageOf(error))
  })
  // Avoids an unhandled rejection when there is no waiter.
  ready.catch(() => {})
  let memoryBytes = 0
  return {
    ready,
    get memoryBytes() {
      return memoryBytes
    },
    ended: thread.ended,
    async run(job, onStart) {
      const result = await thread.call('run', job, { onStart })
      memoryBytes = result.memoryBytes
      return result.output
    },
    close: thread.terminate,
  }
}

function errorOf(failure: CallFailure): Error {
  const isRunning = failure.kind === 'ended' && failure.wasRunning
  return isRunning ? new TvmCrashError(failure.reason) : new TvmNotRunError()
}
