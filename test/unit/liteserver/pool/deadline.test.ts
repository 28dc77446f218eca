import { describe, expect, it } from 'vitest'
import { LiteTimeoutError } from '../../../../src-main/liteserver/errors.ts'
import { withDeadline } from '../../../../src-main/liteserver/pool/deadline.ts'
import { fakeClock } from './fakeClock.ts'

describe('withDeadline', () => {
  it('resolves with the result of a task that ends in time', async () => {
    const clock = fakeClock()
    const deadline = { timeoutMs: 100, stage: 'query' }
    expect(await withDeadline(clock, deadline, async () => 'done')).toBe('done')
  })

  it('rejects when the time is over, even if the task does not listen', async () => {
    const clock = fakeClock()
    let heard: unknown
    const late = withDeadline(clock, { timeoutMs: 100, stage: 'query' }, (signal) => {
      signal.addEventListener('abort', () => {
        heard = signal.reason
      })
      return new Promise<never>(() => {})
    })
    const outcome = late.catch((error: unknown) => error)
    await clock.advance(100)
    const error = await outcome
    expect(error).toBeInstanceOf(LiteTimeoutError)
    expect(error).toMatchObject({ stage: 'query', timeoutMs: 100 })
    expect(heard).toBe(error)
  })

  it('passes the reason of the caller on', async () => {
    const caller = new AbortController()
    const deadline = { timeoutMs: 100, stage: 'query', signal: caller.signal }
    const work = withDeadline(fakeClock(), deadline, () => new Promise<never>(() => {}))
    caller.abort(new Error('the client left'))
    await expect(work).rejects.toThrow('the client left')
    await expect(withDeadline(fakeClock(), deadline, async () => 'never')).rejects.toThrow('the client left')
  })
})
