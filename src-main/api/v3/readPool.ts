import { availableParallelism } from 'node:os'
import { ApiError } from '#shared/apiError.ts'
import { createIdleTimers } from '../../platform/idleTimers.ts'
import type { AnswerTo, AnyQuestion } from './readMessages.ts'
import { type ReadThread, startReadThread } from './readThread.ts'

export type ReadPoolOptions = {
  /** The index's database (IndexStore.file). */
  readonly file: string
  /** Threads that answer; each takes some 40 MB. Default: 2 where there are as many cores. */
  readonly threads?: number
  /** Questions waiting for a thread; one more is refused. */
  readonly queued?: number
  /** Time without a question after which a thread ends, ms. */
  readonly idleMs?: number
  /** How a thread is started; tests bring their own. */
  readonly startThread?: (file: string) => ReadThread
}

export type AskOptions = {
  readonly signal?: AbortSignal | undefined
  /** Time limit in milliseconds, the wait for a thread included: at most 3000 (compatibility-v3 §1.2). */
  readonly timeoutMs?: number | undefined
}

/** Threads that answer questions of v3 from the index, started when first needed. */
export type ReadPool = {
  /** Rejects with ApiError (503 too many wait, or closed; 504 it took too long), StoreError, or the signal's reason. */
  ask<Question extends AnyQuestion>(question: Question, options?: AskOptions): Promise<AnswerTo<Question>>
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  close(): Promise<void>
}

export const MAX_QUERY_MS = 3_000
/** The same question can be answered in a moment. */
const SOON = { retryAfter: 1 }
const MAX_THREADS = 2
/** How long a thread may take to open the index. */
const START_MS = 30_000
const DEFAULT_QUEUED = 256
/** A start takes a quarter of a second: more than the pause between the pages that a user looks at. */
const DEFAULT_IDLE_MS = 40_000
/** Ended threads that the database still holds; nobody starts more meanwhile. */
const MAX_ENDING = 2

type Waiting = { start(thread: ReadThread): Promise<void>; refuse(error: Error): void }

export function createReadPool(options: ReadPoolOptions): ReadPool {
  const {
    file,
    threads: maxThreads = Math.min(MAX_THREADS, availableParallelism()),
    queued: maxQueued = DEFAULT_QUEUED,
    idleMs = DEFAULT_IDLE_MS,
    startThread = startReadThread,
  } = options
  const idle = new Set<ReadThread>()
  const idleTimers = createIdleTimers(idleMs, drop)
  const busy = new Set<ReadThread>()
  const ending = new Set<ReadThread>()
  const queue = new Set<Waiting>()
  let closed = false

  function freeThread(): ReadThread | undefined {
    const [thread] = idle
    if (thread) return thread
    if (busy.size >= maxThreads || ending.size >= MAX_ENDING) return undefined
    return addThread()
  }

  function addThread(): ReadThread {
    const thread = startThread(file)
    idle.add(thread)
    void thread.ended.then(() => {
      idleTimers.stop(thread)
      for (const set of [idle, busy, ending]) set.delete(thread)
      dispatch()
    })
    return thread
  }

  function dispatch(): void {
    if (closed) return
    for (const waiting of queue) {
      const thread = freeThread()
      if (!thread) return
      queue.delete(waiting)
      idle.delete(thread)
      idleTimers.stop(thread)
      busy.add(thread)
      void waiting.start(thread).then(() => {
        if (busy.delete(thread)) {
          idle.add(thread)
          idleTimers.start(thread)
        }
        dispatch()
      })
    }
  }

  /** Ends a thread, with its query: nothing else can stop one. */
  function drop(thread: ReadThread): void {
    idle.delete(thread)
    busy.delete(thread)
    ending.add(thread)
    void thread.close()
    dispatch()
  }

  function ask<Question extends AnyQuestion>(
    question: Question,
    { signal, timeoutMs = MAX_QUERY_MS }: AskOptions = {},
  ): Promise<AnswerTo<Question>> {
    if (closed) return Promise.reject(new ApiError(503, 'the index is closed', SOON))
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (queue.size >= maxQueued)
      return Promise.reject(new ApiError(503, 'too many questions wait for the index', SOON))
    const most = Math.min(MAX_QUERY_MS, Math.max(1, timeoutMs))
    const { promise, resolve, reject } = Promise.withResolvers<AnswerTo<Question>>()
    let running: ReadThread | undefined
    const giveUp = (error: unknown) => {
      queue.delete(waiting)
      if (running) drop(running)
      reject(error)
    }
    // Who left does not wait; the thread may finish what it began, in its time.
    const abort = () => {
      queue.delete(waiting)
      reject(signal?.reason)
    }
    let timer = setTimeout(() => giveUp(new ApiError(503, 'the index is too busy to answer', SOON)), most)
    const waiting: Waiting = {
      refuse: reject,
      async start(thread) {
        running = thread
        clearTimeout(timer)
        timer = setTimeout(() => giveUp(new ApiError(503, 'the index did not open in time', SOON)), START_MS)
        try {
          await thread.ready
          clearTimeout(timer)
          timer = setTimeout(() => giveUp(new ApiError(504, `the query took longer than ${most} ms`)), most)
          resolve((await thread.ask(question)) as AnswerTo<Question>)
        } catch (error) {
          reject(error)
        } finally {
          running = undefined
          clearTimeout(timer)
        }
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    queue.add(waiting)
    dispatch()
    return promise.finally(() => {
      if (!running) clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  return {
    ask,
    get stats() {
      return { threads: idle.size + busy.size, running: busy.size, queued: queue.size }
    },
    async close() {
      closed = true
      for (const waiting of queue) waiting.refuse(new ApiError(503, 'the index is closed', SOON))
      queue.clear()
      await Promise.all([...idle, ...busy, ...ending].map((thread) => thread.close()))
    },
  }
}
