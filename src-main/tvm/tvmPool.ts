import { availableParallelism } from 'node:os'
import { TvmBusyError, TvmDeadlineError, TvmNotRunError } from './tvmErrors.ts'
import { startTvmThread, type TvmThread } from './tvmThread.ts'
import type { TvmJob, TvmOutput } from './workerMessages.ts'

export type TvmPoolOptions = {
  /** Threads at most; each takes some 130 MB. Default: the cores, 2 to 4. */
  readonly threads?: number
  /** Runs waiting for a thread; one more is refused. */
  readonly queued?: number
  /** Longest time of one run in its thread, ms. */
  readonly runMs?: number
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
    startThread = startTvmThread,
  } = options
  /** Threads with the number of runs that they have. */
  const loads = new Map<TvmThread, number>()
  const queue = new Set<Waiting>()
  let closed = false

  /** The thread with the fewest runs that has room, or a new one where all have something to do. */
  function threadWithRoom(): TvmThread | undefined {
    const [least] = [...loads].sort(([, a], [, b]) => a - b)
    if (least?.[1] === 0) return least[0]
    if (loads.size < maxThreads && !closed) return addThread()
    return least && least[1] < RUNS_PER_THREAD ? least[0] : undefined
  }

  function dispatch(): void {
    for (const waiting of queue) {
      const thread = threadWithRoom()
      if (!thread) return
      queue.delete(waiting)
      loads.set(thread, (loads.get(thread) ?? 0) + 1)
      void waiting.start(thread).then(() => {
        const load = loads.get(thread)
        if (load !== undefined) loads.set(thread, load - 1)
        dispatch()
      })
    }
  }

  function addThread(): TvmThread {
    const thread = startThread()
    loads.set(thread, 0)
    void thread.ended.then(() => {
      loads.delete(thread)
      dispatch()
    })
    return thread
  }

  /** Ends a thread whose run must not go on; what waited behind it goes to others. */
  function drop(thread: TvmThread): void {
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
