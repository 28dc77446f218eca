import { describe, expect, it } from 'vitest'
import { TvmBusyError, TvmCrashError } from '../../../src-main/tvm/tvmErrors.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import type { TvmThread } from '../../../src-main/tvm/tvmThread.ts'
import type { GetMethodOutput, TvmJob } from '../../../src-main/tvm/workerMessages.ts'

const job = (name: string): TvmJob => ({ kind: 'get-method', params: name, stack: '', config: '' })
const output: GetMethodOutput = { stack: '', gasUsed: '1', exitCode: 0, missingLibrary: undefined, vmLog: '' }

/** Threads that answer when told. */
function fakeThreads() {
  const started: { thread: TvmThread; jobs: string[]; answer(): void; crash(): void }[] = []
  const startThread = () => {
    const ended = Promise.withResolvers<void>()
    const jobs: string[] = []
    let pending: PromiseWithResolvers<GetMethodOutput> | undefined
    const crash = () => {
      pending?.reject(new TvmCrashError('test'))
      ended.resolve()
    }
    const thread: TvmThread = {
      ready: Promise.resolve(),
      ended: ended.promise,
      run(asked) {
        jobs.push(asked.kind === 'get-method' ? asked.params : asked.message)
        pending = Promise.withResolvers()
        return pending.promise
      },
      close: async () => crash(),
    }
    started.push({ thread, jobs, answer: () => pending?.resolve(output), crash })
    return thread
  }
  return { started, startThread }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the pool of TVM threads', () => {
  it('starts threads when needed, no more than allowed, and queues the rest', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 2, startThread })
    expect(pool.stats).toEqual({ threads: 0, running: 0, queued: 0 })
    const runs = ['a', 'b', 'c'].map((name) => pool.run(job(name)))
    await settle()
    expect(pool.stats).toEqual({ threads: 2, running: 2, queued: 1 })
    started[1]?.answer()
    await runs[1]
    await settle()
    expect(started.map(({ jobs }) => jobs)).toEqual([['a'], ['b', 'c']])
    for (const { answer } of started) answer()
    await Promise.all(runs)
    await settle()
    expect(pool.stats).toEqual({ threads: 2, running: 0, queued: 0 })
  })

  it('fails only the run whose thread broke', async () => {
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

  it('refuses more waiting runs than its bound, and all of them when closed', async () => {
    const { startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, queued: 1, startThread })
    const running = pool.run(job('a'))
    const waiting = pool.run(job('b'))
    await expect(pool.run(job('c'))).rejects.toThrow(TvmBusyError)
    const refused = expect(waiting).rejects.toThrow(TvmBusyError)
    const ended = expect(running).rejects.toThrow(TvmCrashError)
    await settle()
    await pool.close()
    await Promise.all([refused, ended])
    await expect(pool.run(job('d'))).rejects.toThrow('closed')
  })

  it('forgets a waiting run that was given up', async () => {
    const { started, startThread } = fakeThreads()
    const pool = createTvmPool({ threads: 1, startThread })
    const running = pool.run(job('a'))
    const stop = new AbortController()
    const waiting = pool.run(job('b'), { signal: stop.signal })
    await settle()
    stop.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    started[0]?.answer()
    await running
    await settle()
    expect(started[0]?.jobs).toEqual(['a'])
  })
})
