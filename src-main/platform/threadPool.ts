import { createIdleTimers } from './idleTimers.ts'

/**
 * Time between two decisions whether waiting jobs get another thread, ms: about the time that a thread needs to start.
 */
const GROW_CHECK_MS = 250
/** Time without the end of any job after which waiting ones get another thread in any case, ms. */
const MAX_STALL_MS = 500
/**
 * Time that a job has waited after which it gets another thread in any case, ms: where other programs use the
 * processors, more threads get a larger part of them.
 */
const MAX_WAIT_MS = 1_000

/** A thread of a pool. */
export type PooledThread = {
  /** Settles when the thread can begin with its first job, or has failed to start; undefined: at once. */
  readonly ready?: Promise<unknown>
  /** Resolves when the thread has ended, for any reason. */
  readonly ended: Promise<unknown>
  /** Ends the thread at once, even during a job. */
  close(): Promise<void>
}

export type ThreadPoolOptions<Thread extends PooledThread> = {
  start(): Thread
  readonly maxThreads: number
  /** The maximum number of jobs that a thread has at a time, waiting ones included. */
  readonly jobsPerThread: number
  /** Milliseconds without a job after which a thread ends; default: never. */
  readonly idleMs?: number
  /** Maximum number of dropped threads that are still ending; no thread starts while there are as many. */
  readonly maxEnding?: number
  /** Returns whether a thread must end after its current jobs. */
  isWornOut?(thread: Thread): boolean
  /**
   * Returns whether a thread beside the first one is worth its memory (spareProcessors.ts); default: always. If not, it
   * starts when no job has ended for half a second, or one has waited for a second.
   */
  canGrow?(): boolean
  /**
   * Returns whether the process is short of memory (memoryPressure.ts); default: never. Then a thread beside the first
   * one starts only when no job has ended for half a second.
   */
  isMemoryShort?(): boolean
}

/** A job that waits for a thread. */
export type PooledJob<Thread> = {
  /** Runs in the thread. Resolves when the thread is free again or has ended; never rejects. */
  run(thread: Thread): Promise<void>
  /** Called instead if the pool is closed before. */
  refuse(): void
}

/** Threads that start on demand, and the jobs that wait for one. */
export type ThreadPool<Thread extends PooledThread> = {
  readonly stats: { readonly threads: number; readonly running: number; readonly queued: number }
  add(job: PooledJob<Thread>): void
  /** Puts a job that its thread did not start at the head of the queue. */
  putBack(job: PooledJob<Thread>): void
  /** Removes a job that still waits. */
  remove(job: PooledJob<Thread>): void
  /** Ends a thread with its jobs. */
  drop(thread: Thread): void
  close(): Promise<void>
}

export function createThreadPool<Thread extends PooledThread>(
  options: ThreadPoolOptions<Thread>,
): ThreadPool<Thread> {
  const { start, maxThreads, jobsPerThread, idleMs, isWornOut = () => false, canGrow = () => true } = options
  const { maxEnding = Number.POSITIVE_INFINITY, isMemoryShort = () => false } = options
  /** The threads and their numbers of jobs. */
  const loads = new Map<Thread, number>()
  const ending = new Set<Thread>()
  const idle = createIdleTimers(idleMs ?? 0, drop)
  const queue: PooledJob<Thread>[] = []
  /** When each job was queued, ms of performance.now(). */
  const queuedAt = new WeakMap<PooledJob<Thread>, number>()
  const starting = new Set<Thread>()
  /** When a thread last became ready, or began after a pause or ended a job; ms of performance.now(). */
  let progressAt = 0
  let growTimer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Returns an idle thread, else a new one, else the thread with the fewest jobs that has room for another. */
  function threadWithRoom(): Thread | undefined {
    const [least] = [...loads].filter(([thread, load]) => hasRoom(thread, load)).sort(([, a], [, b]) => a - b)
    if (least?.[1] === 0) return least[0]
    if (loads.size < maxThreads && ending.size < maxEnding && isThreadDue()) return addThread()
    return least?.[0]
  }

  function isThreadDue(): boolean {
    if (loads.size === 0) return true
    const now = performance.now()
    const isStalled = starting.size === 0 && now - progressAt >= MAX_STALL_MS
    if (isMemoryShort()) return isStalled
    if (canGrow()) return true
    const [oldest] = queue
    const hasWaited = oldest !== undefined && now - (queuedAt.get(oldest) ?? now) >= MAX_WAIT_MS
    return isStalled || (starting.size === 0 && hasWaited)
  }

  function hasRoom(thread: Thread, load: number): boolean {
    return load < jobsPerThread && (load === 0 || !isWornOut(thread))
  }

  function addThread(): Thread {
    const thread = start()
    loads.set(thread, 0)
    const started = () => {
      starting.delete(thread)
      progressAt = performance.now()
    }
    if (thread.ready) {
      starting.add(thread)
      thread.ready.then(started, started)
    }
    void thread.ended.then(() => {
      idle.stop(thread)
      loads.delete(thread)
      ending.delete(thread)
      starting.delete(thread)
      dispatch()
    })
    return thread
  }

  function dispatch(): void {
    while (queue.length > 0 && !isClosed) {
      const thread = threadWithRoom()
      const job = thread && queue.shift()
      if (!job) {
        if (loads.size < maxThreads) growTimer ??= setTimeout(growLater, GROW_CHECK_MS).unref()
        return
      }
      idle.stop(thread)
      const load = loads.get(thread) ?? 0
      if (load === 0) progressAt = performance.now()
      loads.set(thread, load + 1)
      void job.run(thread).then(() => {
        finished(thread)
        dispatch()
      })
    }
  }

  function growLater(): void {
    growTimer = undefined
    dispatch()
  }

  function finished(thread: Thread): void {
    progressAt = performance.now()
    const load = loads.get(thread)
    if (load === undefined) return
    loads.set(thread, load - 1)
    if (load > 1) return
    if (isWornOut(thread)) drop(thread)
    else if (idleMs !== undefined) idle.start(thread)
  }

  function drop(thread: Thread): void {
    if (!loads.delete(thread)) return
    idle.stop(thread)
    ending.add(thread)
    void thread.close()
    dispatch()
  }

  return {
    get stats() {
      const running = [...loads.values()].reduce((sum, load) => sum + load, 0)
      return { threads: loads.size, running, queued: queue.length }
    },
    add(job) {
      queuedAt.set(job, performance.now())
      queue.push(job)
      dispatch()
    },
    putBack: (job) => void queue.unshift(job),
    remove(job) {
      const index = queue.indexOf(job)
      if (index >= 0) queue.splice(index, 1)
    },
    drop,
    async close() {
      isClosed = true
      clearTimeout(growTimer)
      for (const job of queue.splice(0)) job.refuse()
      await Promise.all([...loads.keys(), ...ending].map((thread) => thread.close()))
    },
  }
}
