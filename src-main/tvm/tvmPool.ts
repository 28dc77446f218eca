import { availableParallelism } from 'node:os'
import { isMemoryShort } from '../platform/memoryPressure.ts'
import { hasSpareProcessor } from '../platform/spareProcessors.ts'
import { createThreadPool, type PooledJob } from '../platform/threadPool.ts'
import { TvmBusyError, TvmDeadlineError, TvmNotRunError } from './tvmErrors.ts'
import { startTvmThread, type TvmThread } from './tvmThread.ts'
import type { TvmJob, TvmOutput } from './workerMessages.ts'

/** Limits of a TvmPool. */
export type TvmPoolOptions = {
  /** The maximum number of threads, at least 40 MB each (docs/performance.md). Default: the cores, 2 to 4. */
  readonly threads?: number
  /** The maximum number of queued runs; further ones are rejected. */
  readonly queued?: number
  /** The time limit of one run in its thread, in milliseconds. */
  readonly runMs?: number
  /** Milliseconds without a run after which a thread ends. */
  readonly idleMs?: number
  /** Bytes of WebAssembly memory from which on a thread gets no more runs and ends after its current ones. */
  readonly maxMemoryBytes?: number
  /** Starts a thread; replaced in tests. */
  readonly startThread?: () => TvmThread
  /** Returns whether another thread is worth its memory: see ThreadPoolOptions; replaced in tests. */
  readonly canGrow?: () => boolean
}

/** Options of one run. */
export type RunOptions = { readonly signal?: AbortSignal | undefined }

/** A pool of threads that run the TVM emulator, started on demand. */
export type TvmPool = {
  /**
   * Runs a job. Rejects with TvmBusyError (queue full, closed), TvmDeadlineError, TvmCrashError (the emulator failed;
   * other runs are not affected), TvmExceptionError, TvmInputError, or the signal's reason; an aborted running job is
   * terminated with its thread.
   */
  run<J extends TvmJob>(job: J, options?: RunOptions): Promise<TvmOutput<J>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

const DEFAULT_QUEUED = 1024
const DEFAULT_RUN_MS = 10_000
/** Longer than the pauses between a client's requests, since a start takes about half a second. */
const DEFAULT_IDLE_MS = 15_000
/** A new emulator takes 18 MB, 8 of them for its stack. */
const DEFAULT_MAX_MEMORY_BYTES = 64 << 20
const MIN_THREADS = 2
const MAX_THREADS = 4
/** One running and one that follows without a round trip to the pool; more could wait behind a long one. */
const RUNS_PER_THREAD = 2

/** Returns a pool. It starts no thread before the first run. */
export function createTvmPool(options: TvmPoolOptions = {}): TvmPool {
  const {
    threads: maxThreads = Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism())),
    queued: maxQueued = DEFAULT_QUEUED,
    runMs = DEFAULT_RUN_MS,
    idleMs = DEFAULT_IDLE_MS,
    maxMemoryBytes = DEFAULT_MAX_MEMORY_BYTES,
    startThread = startTvmThread,
    canGrow = hasSpareProcessor,
  } = options
  const pool = createThreadPool<TvmThread>({
    start: startThread,
    maxThreads,
    jobsPerThread: RUNS_PER_THREAD,
    idleMs,
    isWornOut: (thread) => thread.memoryBytes >= maxMemoryBytes,
    canGrow,
    isMemoryShort,
  })
  let closed = false

  function run<J extends TvmJob>(job: J, { signal }: RunOptions = {}): Promise<TvmOutput<J>> {
    if (closed) return Promise.reject(new TvmBusyError('the TVM is closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (pool.stats.queued >= maxQueued)
      return Promise.reject(new TvmBusyError('too many runs wait for the TVM'))
    const { promise, resolve, reject } = Promise.withResolvers<TvmOutput<J>>()
    /** The thread on which it runs now. */
    let running: TvmThread | undefined
    const abort = () => {
      pool.remove(waiting)
      if (running) pool.drop(running)
      reject(signal?.reason)
    }
    const waiting: PooledJob<TvmThread> = {
      refuse: () => reject(new TvmBusyError('the TVM is closed')),
      async run(thread) {
        let timer: NodeJS.Timeout | undefined
        try {
          await thread.ready
          if (signal?.aborted) return
          const output = await thread.run(job, () => {
            running = thread
            timer = setTimeout(() => {
              pool.drop(thread)
              reject(new TvmDeadlineError(runMs))
            }, runMs)
          })
          resolve(output as TvmOutput<J>)
        } catch (error) {
          if (error instanceof TvmNotRunError && closed) reject(new TvmBusyError('the TVM is closed'))
          else if (error instanceof TvmNotRunError && !signal?.aborted) pool.putBack(waiting)
          else reject(error)
        } finally {
          running = undefined
          clearTimeout(timer)
        }
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    pool.add(waiting)
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    run,
    get stats() {
      return pool.stats
    },
    async close() {
      closed = true
      await pool.close()
    },
  }
}
