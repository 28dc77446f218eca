import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { CallFailure } from '../../../../src-main/platform/rpc/rpcCaller.ts'
import { startWorkerThread, type WorkerThread } from '../../../../src-main/platform/rpc/workerThread.ts'
import { type TestContract, TestError, type TestStart } from './testContract.ts'

/** What `failure` made of a call without an answer. */
class Unanswered extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.kind === 'ended' ? failure.reason : failure.kind)
    this.failure = failure
  }
}

const SECRET = Buffer.from('secret')
const counted: number[] = []

function start(
  options: { start?: TestStart; startMs?: number; signal?: AbortSignal; maxPending?: number } = {},
): WorkerThread<TestContract> {
  const { start: how = 'well', ...limits } = options
  return startWorkerThread<TestContract>({
    name: 'parse',
    url: new URL('./testWorker.ts', import.meta.url),
    options: { start: how, secret: SECRET },
    errors: { TestError },
    failure: (failure) => new Unanswered(failure),
    on: { counted: (most) => counted.push(most) },
    host: {
      double: (value) => `${value}${value}`,
      refuse() {
        throw new TestError(3, 'the host refuses')
      },
    },
    ...limits,
  })
}

const own: WorkerThread<TestContract>[] = []
function startOwn(options: Parameters<typeof start>[0] = {}): WorkerThread<TestContract> {
  const thread = start(options)
  own.push(thread)
  return thread
}
afterEach(() => Promise.all(own.splice(0).map((thread) => thread.terminate())))

describe('startWorkerThread', () => {
  const thread = start()
  afterAll(() => thread.close())

  it('returns results, with Buffers as Buffers in both directions', async () => {
    expect((await thread.ready).secret).toEqual(SECRET)
    const value = { list: [Buffer.from('a'), { b: Buffer.from('b') }], n: 1n, none: undefined }
    expect(await thread.call('echo', value)).toEqual(value)
    expect(await thread.call('describe', Buffer.from('ff', 'hex'))).toBe('true ff')
  })

  it('transfers parameters and results instead of copying them', async () => {
    const params = new Uint8Array(8)
    expect(await thread.call('echo', params, { transfer: [params.buffer] })).toHaveLength(8)
    expect(params).toHaveLength(0)
    expect(await thread.call('bytes', 3)).toHaveLength(3)
  })

  it('rejects with an error of the class, fields and cause that the method threw', async () => {
    const error = await thread.call('refuse', 5).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TestError)
    expect(error).toMatchObject({ name: 'TestError', code: 5, message: 'refused', hint: 'ask again' })
    expect((error as TestError).cause).toBeInstanceOf(TestError)
    expect((error as TestError).cause).toMatchObject({ code: 6, message: 'the cause' })
    expect((error as TestError).stack).toContain('testWorker')
  })

  it('rejects parameters and results that cannot be cloned, and goes on', async () => {
    await expect(thread.call('echo', () => {})).rejects.toThrow('could not be cloned')
    expect(thread.pending).toBe(0)
    expect(await thread.call('echo', 1)).toBe(1)
  })

  it('passes intermediate values and notifications in their order', async () => {
    const progress: number[] = []
    expect(await thread.call('countTo', 3, { onProgress: (value) => progress.push(value) })).toBe(3)
    expect(progress).toEqual([1, 2, 3])
    expect(counted).toEqual([3])
  })

  it('answers calls of the thread, errors included', async () => {
    expect(await thread.call('doubled', 'ab')).toBe('abab')
    await expect(thread.call('doubled', '')).rejects.toMatchObject({ name: 'TestError', code: 3 })
  })

  it('rejects an aborted call with the reason, and aborts the signal of its method', async () => {
    const stop = new AbortController()
    const call = thread.call('untilAborted', undefined, { signal: stop.signal })
    stop.abort(new Error('no longer needed'))
    await expect(call).rejects.toThrow('no longer needed')
    expect(await thread.call('wasAborted', undefined)).toBe(true)
    await expect(thread.call('echo', 1, { signal: stop.signal })).rejects.toThrow('no longer needed')
  })

  it('rejects a call that is not answered in time, and aborts the signal of its method', async () => {
    const call = thread.call('untilAborted', undefined, { timeoutMs: 1 })
    await expect(call).rejects.toMatchObject({
      failure: { kind: 'late', method: 'untilAborted', timeoutMs: 1 },
    })
    expect(await thread.call('wasAborted', undefined)).toBe(true)
  })

  it('reports a call as started when the calls before it are answered', async () => {
    const events: string[] = []
    const calls = ['a', 'b', 'c'].map(async (name) => {
      await thread.call('echo', name, { onStart: () => events.push(`${name} starts`) })
      events.push(`${name} ends`)
    })
    expect(events).toEqual(['a starts'])
    await Promise.all(calls)
    expect(events.filter((event) => event.endsWith('starts'))).toEqual(['a starts', 'b starts', 'c starts'])
    expect(events.indexOf('a ends')).toBeLessThan(events.indexOf('c starts'))
  })

  it('rejects calls beyond the maximum', async () => {
    const limited = startOwn({ maxPending: 1 })
    const first = limited.call('echo', 1)
    await expect(limited.call('echo', 2)).rejects.toMatchObject({ failure: { kind: 'busy', pending: 1 } })
    expect(await first).toBe(1)
    expect(await limited.call('echo', 3)).toBe(3)
  })

  it('distinguishes the running call of an ended thread from the queued ones', async () => {
    const ending = startOwn()
    let hasEnded = false
    void ending.ended.then(() => {
      hasEnded = true
    })
    const seen = [ending.call('exit', 3), ending.call('echo', 1)].map((call) =>
      call.catch((error: Unanswered) => ({ ...error.failure, hasEnded })),
    )
    const end = { reason: 'its thread ended with code 3', isExpected: false, cause: undefined, kind: 'ended' }
    expect(await Promise.all(seen)).toEqual([
      { ...end, wasRunning: true, hasEnded: true },
      { ...end, wasRunning: false, hasEnded: true },
    ])
    await expect(ending.call('echo', 2)).rejects.toThrow('ended with code 3')
    await ending.close()
  })

  it('ends with the error of a method that must not go on', async () => {
    const ending = startOwn()
    await expect(ending.call('refuse', 0)).rejects.toMatchObject({
      failure: { kind: 'ended', reason: 'refused', wasRunning: true, cause: { code: 0 } },
    })
  })

  it('rejects `ready` with the class of the error that the start threw', async () => {
    const failing = startOwn({ start: 'fails' })
    const call = failing.call('echo', 1)
    await expect(failing.ready).rejects.toBeInstanceOf(TestError)
    await expect(call).rejects.toThrow('it cannot start')
    expect(await failing.ended).toMatchObject({ reason: 'it cannot start', isExpected: false })
  })

  it('terminates a thread that does not start in time, and one whose start is aborted', async () => {
    await expect(startOwn({ start: 'never', startMs: 1 }).ready).rejects.toThrow('did not start within 1 ms')
    const stop = new AbortController()
    const aborted = startOwn({ start: 'never', signal: stop.signal })
    stop.abort(new Error('not wanted'))
    await expect(aborted.ready).rejects.toThrow('not wanted')
    expect(await aborted.ended).toMatchObject({ isExpected: true })
  })

  it('terminates a thread in the middle of a call', async () => {
    const busy = startOwn()
    await busy.ready
    const call = busy.call('loop', undefined)
    await Promise.all([busy.terminate(), expect(call).rejects.toThrow('it was closed')])
  })

  it('answers the calls before a close, and rejects those after it', async () => {
    const closing = startOwn()
    const before = closing.call('echo', 1)
    const closed = closing.close()
    await expect(closing.call('echo', 2)).rejects.toThrow('it was closed')
    expect(await before).toBe(1)
    expect(await closed).toBe('closed')
  })

  it('rejects a close that fails, and terminates a thread that does not close in time', async () => {
    const failing = startOwn()
    await failing.call('failClose', 'cannot close')
    await expect(failing.close()).rejects.toMatchObject({ name: 'TestError', message: 'cannot close' })
    const busy = startOwn()
    await busy.ready
    busy.call('loop', undefined).catch(() => {})
    expect(await busy.close(1)).toBe('terminated')
  })
})
