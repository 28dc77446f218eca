import { availableParallelism } from 'node:os'
import { TvmBusyError, TvmDeadlineError } from './tvmErrors.ts'
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
   * broke; only this run fails), TvmInputError, or the signal's reason; a running job is then ended with its
   * thread.
   */
  run<J extends TvmJob>(job: J, options?: RunOptions): Promise<TvmOutput<J>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

const DEFAULT_QUEUED = 1024
const DEFAULT_RUN_MS = 10_000
const MIN_THREADS = 2
const MAX_THREADS = 4

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
  const idle: TvmThread[] = []
  const all = new Set<TvmThread>()
  const queue = new Set<Waiting>()
  let closed = false

  /** Gives threads to waiting runs; starts one more where all are taken. */
  function dispatch(): void {
    for (const waiting of queue) {
      const thread = idle.pop() ?? (all.size < maxThreads && !closed ? addThread() : undefined)
      if (!thread) return
      queue.delete(waiting)
      void waiting.start(thread).then(() => {
        if (all.has(thread)) idle.push(thread)
        dispatch()
      })
    }
  }

  function addThread(): TvmThread {
    const thread = startThread()
    all.add(thread)
    void thread.ended.then(() => {
      all.delete(thread)
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
      dispatch()
    })
    return thread
  }

  /** Ends a thread whose run must not go on; another one takes its place when needed. */
  function drop(thread: TvmThread): void {
    all.delete(thread)
    void thread.close()
  }

  function run<J extends TvmJob>(job: J, { signal }: RunOptions = {}): Promise<TvmOutput<J>> {
    if (closed) return Promise.reject(new TvmBusyError('the TVM is closed'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (queue.size >= maxQueued) return Promise.reject(new TvmBusyError('too many runs wait for the TVM'))
    const { promise, resolve, reject } = Promise.withResolvers<TvmOutput<J>>()
    const waiting: Waiting = {
      refuse(error) {
        signal?.removeEventListener('abort', cancel)
        reject(error)
      },
      async start(thread) {
        signal?.removeEventListener('abort', cancel)
        const end = (reason: unknown) => {
          drop(thread)
          reject(reason)
        }
        const abort = () => end(signal?.reason)
        signal?.addEventListener('abort', abort, { once: true })
        let timer: NodeJS.Timeout | undefined
        try {
          await thread.ready
          timer = setTimeout(() => end(new TvmDeadlineError(runMs)), runMs)
          resolve((await thread.run(job)) as TvmOutput<J>)
        } catch (error) {
          reject(error)
        } finally {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
        }
      },
    }
    const cancel = () => {
      queue.delete(waiting)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    queue.add(waiting)
    dispatch()
    return promise
  }

  return {
    run,
    get stats() {
      return { threads: all.size, running: all.size - idle.length, queued: queue.size }
    },
    async close() {
      closed = true
      for (const waiting of queue) waiting.refuse(new TvmBusyError('the TVM is closed'))
      queue.clear()
      await Promise.all([...all].map((thread) => thread.close()))
    },
  }
}
