import { availableParallelism } from 'node:os'
import { ApiError } from '#shared/apiError.ts'
import { isMemoryShort } from '../../platform/memoryPressure.ts'
import { hasSpareProcessor } from '../../platform/spareProcessors.ts'
import { createThreadPool, type PooledJob } from '../../platform/threadPool.ts'
import type { AnswerTo, AnyQuery } from './readMessages.ts'
import { type ReadThread, startReadThread } from './readThread.ts'

export type ReadPoolOptions = {
  /** The index's database (IndexStore.file). */
  readonly file: string
  /** Maximum number of threads, about 40 MB each. Default: the number of cores, at most 2. */
  readonly threads?: number
  /** Maximum number of queries that wait for a thread; further ones are rejected. */
  readonly queued?: number
  /** Time without a query after which a thread ends, ms. */
  readonly idleMs?: number
  /** Starts a thread; replaced in tests. */
  readonly startThread?: (file: string) => ReadThread
  /** Returns whether another thread is worth its memory: see ThreadPoolOptions; replaced in tests. */
  readonly canGrow?: () => boolean
}

export type QueryOptions = {
  readonly signal?: AbortSignal | undefined
  /** Time limit in milliseconds, the wait for a thread included: at most 3000 (compatibility-v3 §1.2). */
  readonly timeoutMs?: number | undefined
}

/** A pool of threads that answer v3 queries from the index. They start on demand. */
export type ReadPool = {
  /** Rejects with ApiError (503 queue full or closed; 504 time limit), StoreError, or the signal's reason. */
  query<Query extends AnyQuery>(query: Query, options?: QueryOptions): Promise<AnswerTo<Query>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

const MAX_QUERY_MS = 3_000
/** The same query can succeed a moment later. */
const SOON = { retryAfter: 1 }
const MAX_THREADS = 2
/** Time limit for opening the index, ms. */
const START_MS = 30_000
const DEFAULT_QUEUED = 256
/** Longer than the pause between two pages that a user reads: a start takes a quarter of a second. */
const DEFAULT_IDLE_MS = 40_000
/** Maximum number of dropped threads whose queries still run; above it no new thread starts. */
const MAX_ENDING = 2

export function createReadPool(options: ReadPoolOptions): ReadPool {
  const {
    file,
    threads: maxThreads = Math.min(MAX_THREADS, availableParallelism()),
    queued: maxQueued = DEFAULT_QUEUED,
    idleMs = DEFAULT_IDLE_MS,
    startThread = startReadThread,
    canGrow = hasSpareProcessor,
  } = options
  const pool = createThreadPool<ReadThread>({
    start: () => startThread(file),
    maxThreads,
    jobsPerThread: 1,
    idleMs,
    maxEnding: MAX_ENDING,
    canGrow,
    isMemoryShort,
  })
  let closed = false

  function runQuery<Query extends AnyQuery>(
    query: Query,
    { signal, timeoutMs = MAX_QUERY_MS }: QueryOptions = {},
  ): Promise<AnswerTo<Query>> {
    if (closed) return Promise.reject(new ApiError(503, 'the index is closed', SOON))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (pool.stats.queued >= maxQueued)
      return Promise.reject(new ApiError(503, 'too many queries wait for the index', SOON))
    const most = Math.min(MAX_QUERY_MS, Math.max(1, timeoutMs))
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<Query>>()
    let running: ReadThread | undefined
    const fail = (error: unknown) => {
      pool.remove(waiting)
      // A query cannot be stopped otherwise.
      if (running) pool.drop(running)
      reject(error)
    }
    // The thread can finish the query; its result is ignored.
    const abort = () => {
      pool.remove(waiting)
      reject(signal?.reason)
    }
    let timer = setTimeout(() => fail(new ApiError(503, 'the index is too busy to answer', SOON)), most)
    const waiting: PooledJob<ReadThread> = {
      refuse: () => reject(new ApiError(503, 'the index is closed', SOON)),
      async run(thread) {
        running = thread
        clearTimeout(timer)
        timer = setTimeout(() => fail(new ApiError(503, 'the index did not open in time', SOON)), START_MS)
        try {
          await thread.ready
          clearTimeout(timer)
          timer = setTimeout(() => fail(new ApiError(504, `the query took longer than ${most} ms`)), most)
          resolve((await thread.query(query)) as AnswerTo<Query>)
        } catch (error) {
          reject(error)
        } finally {
          running = undefined
          clearTimeout(timer)
        }
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    pool.add(waiting)
    return promise.finally(() => {
      if (!running) clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  return {
    query: runQuery,
    get stats() {
      return pool.stats
    },
    async close() {
      closed = true
      await pool.close()
    },
  }
}
