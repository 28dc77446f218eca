import { describe, expect, it, vi } from 'vitest'
import {
  TvmBusyError,
  TvmCrashError,
  TvmDeadlineError,
  TvmNotRunError,
} from '../../../src-main/tvm/tvmErrors.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import type { TvmThread } from '../../../src-main/tvm/tvmThread.ts'
import type { GetMethodOutput, TvmJob } from '../../../src-main/tvm/workerMessages.ts'

const job = (name: string): TvmJob => ({ kind: 'get-method', params: name, stack: '', config: '' })
const output: GetMethodOutput = { stack: '', gasUsed: '1', exitCode: 0, missingLibrary: undefined, vmLog: '' }

type Answer = PromiseWithResolvers<GetMethodOutput> & { onStart(): void }

/** Threads that answer on request. */
function fakeThreads() {
  const started: { jobs: string[]; memoryBytes: number; isClosed: boolean; answer(): void; crash(): void }[] =
    []
  const startThread = () => {
    const ended = Promise.withResolvers<void>()
    const jobs: string[] = []
    const pending: Answer[] = []
    const crash = () => {
      const [running, ...others] = pending.splice(0)
      running?.reject(new TvmCrashError('test'))
      for (const { reject } of others) reject(new TvmNotRunError())
      ended.resolve()
    }
    const thread: TvmThread = {
      ready: Promise.resolve(),
      ended: ended.promise,
      get memoryBytes() {
        return fake.memoryBytes
      },
      run(asked, onStart) {
        jobs.push('message' in asked ? asked.message : 'params' in asked ? asked.params : '')
        const answer = { ...Promise.withResolvers<GetMethodOutput>(), onStart }
        if (pending.push(answer) === 1) onStart()
        return answer.promise
      },
      async close() {
        fake.isClosed = true
        crash()
      },
    }
    const answer = () => {
      pending.shift()?.resolve(output)
      pending[0]?.onStart()
    }
    const fake = { jobs, memoryBytes: 18, isClosed: false, answer, crash }
    started.push(fake)
    return thread
  }
  return { started, startThread }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the pool of TVM threads', () => {
  it('starts threads when needed, no more than allowed, and queues the rest', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 2, startThread, canGrow: () => true })
    expect(pool.stats).toEqual({ threads: 0, running: 0, queued: 0 })
    const runs = ['a', 'b', 'c', 'd', 'e'].map((name) => pool.run(job(name)))
    await settle()
    expect(pool.stats).toEqual({ threads: 2, running: 4, queued: 1 })
    started[1]?.answer()
    await runs[1]
    await settle()
    expect(started.map(({ jobs }) => jobs)).toEqual([
      ['a', 'c'],
      ['b', 'd', 'e'],
    ])
    for (const { answer } of [...started, ...started]) answer()
    await Promise.all(runs)
    await settle()
    expect(pool.stats).toEqual({ threads: 2, running: 0, queued: 0 })
  })

  it('rejects only the run whose thread failed', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread })
    const broken = pool.run(job('bad'))
    const next = pool.run(job('good'))
    await settle()
    started[0]?.crash()
    await expect(broken).rejects.toThrow(TvmCrashError)
    await settle()
    started[1]?.answer()
    expect(await next).toBe(output)
  })

  it('moves the runs behind an endless one to another thread', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread, runMs: 20 })
    const endless = expect(pool.run(job('endless'))).rejects.toThrow(TvmDeadlineError)
    const next = pool.run(job('next'))
    await endless
    await settle()
    expect(started.map(({ jobs }) => jobs)).toEqual([['endless', 'next'], ['next']])
    started[1]?.answer()
    expect(await next).toBe(output)
  })

  it('rejects queued runs beyond its limit, and all of them when closed', async () => {
    const { startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, queued: 1, startThread })
    const running = pool.run(job('a'))
    const behind = pool.run(job('b'))
    const waiting = pool.run(job('c'))
    await expect(pool.run(job('d'))).rejects.toThrow(TvmBusyError)
    const refused = expect(waiting).rejects.toThrow(TvmBusyError)
    const ended = expect(running).rejects.toThrow(TvmCrashError)
    const unstarted = expect(behind).rejects.toThrow(TvmBusyError)
    await settle()
    await pool.close()
    await Promise.all([refused, ended, unstarted])
    await expect(pool.run(job('e'))).rejects.toThrow('closed')
  })

  it('drops a queued run that was aborted', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread })
    const running = [pool.run(job('a')), pool.run(job('b'))]
    const stop = new AbortController()
    const waiting = pool.run(job('c'), { signal: stop.signal })
    await settle()
    stop.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    for (let i = 0; i < 2; i++) started[0]?.answer()
    await Promise.all(running)
    await settle()
    expect(started[0]?.jobs).toEqual(['a', 'b'])
  })
  it('ends a thread that has had no run for a while, and starts another for the next run', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread, idleMs: 1 })
    const first = pool.run(job('first'))
    await settle()
    started[0]?.answer()
    await first
    await vi.waitFor(() => expect(pool.stats.threads).toBe(0))
    expect(started[0]?.isClosed).toBe(true)
    const next = pool.run(job('next'))
    await settle()
    started[1]?.answer()
    expect(await next).toBe(output)
  })

  it('keeps a thread that gets its next run in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { started, startThread } = fakeThreads()
      const pool = createTvmPool({ threads: 1, startThread, idleMs: 1000 })
      for (const name of ['a', 'b', 'c']) {
        const run = pool.run(job(name))
        await vi.advanceTimersByTimeAsync(0)
        started[0]?.answer()
        await run
        await vi.advanceTimersByTimeAsync(900)
      }
      expect(started).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(100)
      expect(started[0]?.isClosed).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('replaces a thread whose memory has grown large after its current runs', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread, maxMemoryBytes: 64 })
    const runs = ['a', 'b', 'c'].map((name) => pool.run(job(name)))
    await settle()
    if (started[0]) started[0].memoryBytes = 64
    started[0]?.answer()
    await settle()
    expect(started[0]?.isClosed).toBe(false)
    started[0]?.answer()
    await settle()
    expect(started.map(({ jobs, isClosed }) => ({ jobs, isClosed }))).toEqual([
      { jobs: ['a', 'b'], isClosed: true },
      { jobs: ['c'], isClosed: false },
    ])
    started[1]?.answer()
    await Promise.all(runs)
  })
})
