import { availableParallelism } from 'node:os'
import { createIdleTimers } from '../platform/idleTimers.ts'
import { TvmBusyError, TvmDeadlineError, TvmNotRunError } from './tvmErrors.ts'
import { startTvmThread, type TvmThread } from './tvmThread.ts'
import type { TvmJob, TvmOutput } from './workerMessages.ts'

export type TvmPoolOptions = {
  /** Threads at most; each takes 40 MB and more (docs/performance.md). Default: the cores, 2 to 4. */
  readonly threads?: number
  /** Runs waiting for a thread; one more is refused. */
  readonly queued?: number
  /** Longest time of one run in its thread, ms. */
  readonly runMs?: number
  /** Time without a run after which a thread ends, ms. */
  readonly idleMs?: number
  /** WebAssembly memory from which a thread gets no more runs and ends after those it has, bytes. */
  readonly maxMemoryBytes?: number
  /** How a thread is started; tests bring their own. */
  readonly startThread?: () => TvmThread
}

export type RunOptions = { readonly signal?: AbortSignal | undefined }

/** Threads that run the TVM emulator, started when first needed. */
export type TvmPool = {
  /**
   * Runs a job. Rejects with TvmBusyError (queue full, closed), TvmDeadlineError, TvmCrashError (the emulator
   * broke; only this run fails), TvmExceptionError, TvmInputError, or the signal's reason; a running job is then ended
   * with its thread.
   */
  run<J extends TvmJob>(job: J, options?: RunOptions): Promise<TvmOutput<J>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

const DEFAULT_QUEUED = 1024
const DEFAULT_RUN_MS = 10_000
/** A start takes about half a second: more than the pause between a client's requests. */
const DEFAULT_IDLE_MS = 15_000
/** A fresh emulator has 18 MB, 8 of them its stack. */
const DEFAULT_MAX_MEMORY_BYTES = 64 << 20
const MIN_THREADS = 2
const MAX_THREADS = 4
/** One running and one that follows without waiting for us; more would only wait behind a long one. */
const RUNS_PER_THREAD = 2

type Waiting = {
  /** Runs it; resolves when the thread is free again, or gone. */
  start(thread: TvmThread): Promise<void>
  refuse(error: Error): void
}

export function createTvmPool(options: TvmPoolOptions = {}): TvmPool {
  const {
    threads: maxThreads = Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism())),
    queued: maxQueued = DEFAULT_QUEUED,
    runMs = DEFAULT_RUN_MS,
    idleMs = DEFAULT_IDLE_MS,
    maxMemoryBytes = DEFAULT_MAX_MEMORY_BYTES,
    startThread = startTvmThread,
  } = options
  /** Threads with the number of runs that they have. */
  const loads = new Map<TvmThread, number>()
  const idle = createIdleTimers(idleMs, drop)
  const queue = new Set<Waiting>()
  let closed = false

  /** The thread with the fewest runs that has room, or a new one where all have something to do. */
  function threadWithRoom(): TvmThread | undefined {
    const [least] = [...loads].filter(([thread, load]) => !isFull(thread, load)).sort(([, a], [, b]) => a - b)
    if (least?.[1] === 0) return least[0]
    if (loads.size < maxThreads && !closed) return addThread()
    return least?.[0]
  }

  function isFull(thread: TvmThread, load: number): boolean {
    return load >= RUNS_PER_THREAD || (load > 0 && thread.memoryBytes >= maxMemoryBytes)
  }

  function dispatch(): void {
    for (const waiting of queue) {
      const thread = threadWithRoom()
      if (!thread) return
      queue.delete(waiting)
      idle.stop(thread)
      loads.set(thread, (loads.get(thread) ?? 0) + 1)
      void waiting.start(thread).then(() => {
        finished(thread)
        dispatch()
      })
    }
  }

  /** Ends a thread whose memory has grown large, once its runs are done, or that stays without a run. */
  function finished(thread: TvmThread): void {
    const load = (loads.get(thread) ?? 0) - 1
    if (load < 0) return
    loads.set(thread, load)
    if (load > 0) return
    if (thread.memoryBytes >= maxMemoryBytes) drop(thread)
    else idle.start(thread)
  }

  function addThread(): TvmThread {
    const thread = startThread()
    loads.set(thread, 0)
    void thread.ended.then(() => {
      idle.stop(thread)
      loads.delete(thread)
      dispatch()
    })
    return thread
  }

  /** Ends a thread whose run must not go on; what waited behind it goes to others. */
  function drop(thread: TvmThread): void {
    idle.stop(thread)
    loads.delete(thread)
    void thread.close()
  }

  function run<J extends TvmJob>(job: J, { signal }: RunOptions = {}): Promise<TvmOutput<J>> {
    if (closed) return Promise.reject(new TvmBusyError('the TVM is closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (queue.size >= maxQueued) return Promise.reject(new TvmBusyError('too many runs wait for the TVM'))
    const { promise, resolve, reject } = Promise.withResolvers<TvmOutput<J>>()
    /** Where it is running at this moment. */
    let running: TvmThread | undefined
    const abort = () => {
      queue.delete(waiting)
      if (running) drop(running)
      reject(signal?.reason)
    }
    const waiting: Waiting = {
      refuse: reject,
      async start(thread) {
        let timer: NodeJS.Timeout | undefined
        try {
          await thread.ready
          if (signal?.aborted) return
          const output = await thread.run(job, () => {
            running = thread
            timer = setTimeout(() => {
              drop(thread)
              reject(new TvmDeadlineError(runMs))
            }, runMs)
          })
          resolve(output as TvmOutput<J>)
        } catch (error) {
          if (error instanceof TvmNotRunError && closed) reject(new TvmBusyError('the TVM is closed'))
          else if (error instanceof TvmNotRunError && !signal?.aborted) queue.add(waiting)
          else reject(error)
        } finally {
          running = undefined
          clearTimeout(timer)
        }
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    queue.add(waiting)
    dispatch()
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    run,
    get stats() {
      const running = [...loads.values()].reduce((sum, load) => sum + load, 0)
      return { threads: loads.size, running, queued: queue.size }
    },
    async close() {
      closed = true
      for (const waiting of queue) waiting.refuse(new TvmBusyError('the TVM is closed'))
      queue.clear()
      await Promise.all([...loads.keys()].map((thread) => thread.close()))
    },
  }
}
