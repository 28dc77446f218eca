import { describe, expect, it } from 'vitest'
import { NoServerError } from '../../../../src-main/liteserver/errors.ts'
import { Limiter } from '../../../../src-main/liteserver/pool/limiter.ts'

/** A task that the test ends, and that records its start. */
function task(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end: () => resolve(name) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('Limiter', () => {
  it('starts as many as may run at once, the others in their order', async () => {
    const limiter = new Limiter({ concurrent: 2, queued: 2 })
    const started: string[] = []
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => task(started, name)) as [
      ReturnType<typeof task>,
      ReturnType<typeof task>,
      ReturnType<typeof task>,
      ReturnType<typeof task>,
    ]
    const all = Promise.all([a, b, c, d].map(({ run }) => limiter.run(run)))
    await turn()
    expect(started).toEqual(['a', 'b'])
    expect([limiter.running, limiter.waiting]).toEqual([2, 2])
    b.end()
    await turn()
    expect(started).toEqual(['a', 'b', 'c'])
    for (const { end } of [a, c, d]) end()
    expect(await all).toEqual(['a', 'b', 'c', 'd'])
    expect([limiter.running, limiter.waiting]).toEqual([0, 0])
  })

  it('refuses what finds no room in the queue, without starting it', async () => {
    const limiter = new Limiter({ concurrent: 1, queued: 0 })
    const started: string[] = []
    const a = task(started, 'a')
    const running = limiter.run(a.run)
    await expect(limiter.run(task(started, 'b').run)).rejects.toThrow(NoServerError)
    a.end()
    await running
    expect(started).toEqual(['a'])
  })

  it('removes a queued task whose caller aborts', async () => {
    const limiter = new Limiter({ concurrent: 1, queued: 1 })
    const started: string[] = []
    const a = task(started, 'a')
    const running = limiter.run(a.run)
    const giveUp = new AbortController()
    const waiting = limiter.run(task(started, 'b').run, giveUp.signal)
    giveUp.abort(new Error('no longer wanted'))
    await expect(waiting).rejects.toThrow('no longer wanted')
    a.end()
    await running
    expect([started, limiter.running, limiter.waiting]).toEqual([['a'], 0, 0])
  })

  it('starts the next task when one fails', async () => {
    const limiter = new Limiter({ concurrent: 1, queued: 1 })
    const failing = limiter.run(() => Promise.reject(new Error('broken')))
    const next = limiter.run(async () => 'next')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })
})
