import { availableParallelism } from 'node:os'
import { ApiError } from '#shared/apiError.ts'
import { createThreadPool, type PooledJob } from '../../platform/threadPool.ts'
import type { AnswerTo, AnyQuery } from './readMessages.ts'
import { type ReadThread, startReadThread } from './readThread.ts'

export type ReadPoolOptions = {
  /** The index's database (IndexStore.file). */
  readonly file: string
  /** Threads that answer; each takes some 40 MB. Default: 2 where there are as many cores. */
  readonly threads?: number
  /** Questions waiting for a thread; one more is refused. */
  readonly queued?: number
  /** Time without a query after which a thread ends, ms. */
  readonly idleMs?: number
  /** How a thread is started; tests bring their own. */
  readonly startThread?: (file: string) => ReadThread
}

export type QueryOptions = {
  readonly signal?: AbortSignal | undefined
  /** Time limit in milliseconds, the wait for a thread included: at most 3000 (compatibility-v3 §1.2). */
  readonly timeoutMs?: number | undefined
}

/** A pool of threads that answer v3 queries from the index; each is started when it is first needed. */
export type ReadPool = {
  /** Rejects with ApiError (503 too many wait, or closed; 504 it took too long), StoreError, or the signal's reason. */
  query<Query extends AnyQuery>(query: Query, options?: QueryOptions): Promise<AnswerTo<Query>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

const MAX_QUERY_MS = 3_000
/** The same query can succeed a moment later. */
const SOON = { retryAfter: 1 }
const MAX_THREADS = 2
/** How long a thread may take to open the index. */
const START_MS = 30_000
const DEFAULT_QUEUED = 256
/** A start takes a quarter of a second: more than the pause between the pages that a user looks at. */
const DEFAULT_IDLE_MS = 40_000
/** The number of dropped threads whose queries the database has not ended yet, from which on no other starts. */
const MAX_ENDING = 2

export function createReadPool(options: ReadPoolOptions): ReadPool {
  const {
    file,
    threads: maxThreads = Math.min(MAX_THREADS, availableParallelism()),
    queued: maxQueued = DEFAULT_QUEUED,
    idleMs = DEFAULT_IDLE_MS,
    startThread = startReadThread,
  } = options
  const pool = createThreadPool<ReadThread>({
    start: () => startThread(file),
    maxThreads,
    jobsPerThread: 1,
    idleMs,
    maxEnding: MAX_ENDING,
  })
  let closed = false

  function runQuery<Query extends AnyQuery>(
    query: Query,
    { signal, timeoutMs = MAX_QUERY_MS }: QueryOptions = {},
  ): Promise<AnswerTo<Query>> {
    if (closed) return Promise.reject(new ApiError(503, 'the index is closed', SOON))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (pool.stats.queued >= maxQueued)
      return Promise.reject(new ApiError(503, 'too many questions wait for the index', SOON))
    const most = Math.min(MAX_QUERY_MS, Math.max(1, timeoutMs))
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<Query>>()
    let running: ReadThread | undefined
    const giveUp = (error: unknown) => {
      pool.remove(waiting)
      // Nothing else can stop a query.
      if (running) pool.drop(running)
      reject(error)
    }
    // Who left does not wait; the thread may finish what it began, in its time.
    const abort = () => {
      pool.remove(waiting)
      reject(signal?.reason)
    }
    let timer = setTimeout(() => giveUp(new ApiError(503, 'the index is too busy to answer', SOON)), most)
    const waiting: PooledJob<ReadThread> = {
      refuse: () => reject(new ApiError(503, 'the index is closed', SOON)),
      async run(thread) {
        running = thread
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(new ApiError(503, 'the index did not open in time', SOON)), START_MS)
        try {
          await thread.ready
          clearTimeout(timer)
          timer = setTimeout(() => giveUp(new ApiError(504, `the query took longer than ${most} ms`)), most)
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
