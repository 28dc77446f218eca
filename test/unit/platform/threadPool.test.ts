import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createThreadPool,
  type PooledThread,
  type ThreadPool,
} from '../../../src-main/platform/threadPool.ts'

type FakeThread = PooledThread & { readonly becomeReady: () => void; readonly endJob: () => void }

describe('createThreadPool', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** A pool of two threads with one job each; processors have spare time, or memory is short, as `state` says. */
  function poolOf() {
    const state = { isSpare: false, isShort: false }
    const threads: FakeThread[] = []
    const pool: ThreadPool<FakeThread> = createThreadPool<FakeThread>({
      maxThreads: 2,
      jobsPerThread: 1,
      canGrow: () => state.isSpare,
      isMemoryShort: () => state.isShort,
      start() {
        const ready = Promise.withResolvers<void>()
        const thread: FakeThread = {
          ready: ready.promise,
          ended: new Promise(() => {}),
          becomeReady: ready.resolve,
          endJob: () => {},
          close: async () => {},
        }
        threads.push(thread)
        return thread
      },
    })
    const add = (count: number) => {
      for (let index = 0; index < count; index++) {
        pool.add({
          refuse() {},
          run: (thread) => new Promise((resolve) => Object.assign(thread, { endJob: resolve })),
        })
      }
    }
    return { state, threads, pool, add }
  }

  it('starts no second thread while processors have no spare time and jobs end', async () => {
    const { threads, pool, add } = poolOf()
    add(3)
    threads[0]?.becomeReady()
    for (let job = 0; job < 20; job++) {
      await vi.advanceTimersByTimeAsync(200)
      threads[0]?.endJob()
      add(1)
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(pool.stats).toEqual({ threads: 1, running: 1, queued: 2 })
  })

  it('starts a second thread for a job that has waited for a second', async () => {
    const { threads, pool, add } = poolOf()
    add(20)
    threads[0]?.becomeReady()
    for (let job = 0; job < 4; job++) {
      await vi.advanceTimersByTimeAsync(200)
      expect(pool.stats.threads).toBe(1)
      threads[0]?.endJob()
    }
    await vi.advanceTimersByTimeAsync(250)
    expect(pool.stats.threads).toBe(2)
  })

  it('starts a second thread for waiting jobs when processors have spare time', async () => {
    const { state, pool, add } = poolOf()
    add(3)
    expect(pool.stats).toEqual({ threads: 1, running: 1, queued: 2 })
    state.isSpare = true
    await vi.advanceTimersByTimeAsync(250)
    expect(pool.stats).toEqual({ threads: 2, running: 2, queued: 1 })
  })

  it('starts a second thread for jobs that wait behind a long one, not behind a thread that starts', async () => {
    const { threads, pool, add } = poolOf()
    add(2)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(pool.stats).toEqual({ threads: 1, running: 1, queued: 1 })
    threads[0]?.becomeReady()
    await vi.advanceTimersByTimeAsync(750)
    expect(pool.stats).toEqual({ threads: 2, running: 2, queued: 0 })
  })

  it('starts a second thread only behind a long job while the process is short of memory', async () => {
    const { state, threads, pool, add } = poolOf()
    state.isSpare = true
    state.isShort = true
    add(20)
    threads[0]?.becomeReady()
    for (let job = 0; job < 8; job++) {
      await vi.advanceTimersByTimeAsync(200)
      expect(pool.stats.threads).toBe(1)
      threads[0]?.endJob()
    }
    await vi.advanceTimersByTimeAsync(750)
    expect(pool.stats.threads).toBe(2)
  })

  it('does not take a pause before two jobs for a long job', async () => {
    const { threads, pool, add } = poolOf()
    add(1)
    threads[0]?.becomeReady()
    await vi.advanceTimersByTimeAsync(0)
    threads[0]?.endJob()
    await vi.advanceTimersByTimeAsync(10_000)
    add(2)
    expect(pool.stats).toEqual({ threads: 1, running: 1, queued: 1 })
  })
})
