import { describe, expect, it } from 'vitest'
import { FetchQueue, type QueuePriority } from '../../../src-main/metadata/fetchQueue.ts'

const LIMITS = { running: 4, perGroup: 2, waiting: 10 }

/** Tasks that the test ends, and the keys in the order in which they were started. */
function controlled() {
  const started: string[] = []
  const running = new Map<string, PromiseWithResolvers<string>>()
  const task = (key: string, group = key, priority: QueuePriority = 'background') => ({
    key,
    group,
    priority,
    run() {
      started.push(key)
      const work = Promise.withResolvers<string>()
      running.set(key, work)
      return work.promise
    },
  })
  const settle = async (key: string) => {
    running.get(key)?.resolve(`result of ${key}`)
    running.delete(key)
    await new Promise(setImmediate)
  }
  return { started, running, task, settle }
}

const busy = expect.objectContaining({ code: 'busy' })

describe('the fetch queue', () => {
  it('runs a bounded number at once, and of one group', async () => {
    const { started, task, settle } = controlled()
    const queue = new FetchQueue<string>(LIMITS)
    for (const key of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) void queue.add(task(key, key.slice(0, 1)))
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
    await settle('b1')
    expect(started.slice(4)).toEqual(['b3'])
    await settle('a1')
    expect(started.slice(5)).toEqual(['a3'])
    expect(queue.stats).toEqual({ running: 4, waiting: 0, dropped: 0 })
  })

  it('gives one result to all who add a key, and runs it again later', async () => {
    const { started, task, settle } = controlled()
    const queue = new FetchQueue<string>(LIMITS)
    const results = Promise.all([queue.add(task('a')), queue.add(task('a')), queue.add(task('a'))])
    await settle('a')
    expect(await results).toEqual(Array(3).fill('result of a'))
    void queue.add(task('a'))
    expect(started).toEqual(['a', 'a'])
  })

  it("runs clients' tasks first, and moves ahead what a client adds again", async () => {
    const { started, task, settle } = controlled()
    const queue = new FetchQueue<string>({ ...LIMITS, running: 1 })
    for (const key of ['now', 'b1', 'b2', 'b3']) void queue.add(task(key))
    void queue.add(task('c1', 'c1', 'client'))
    void queue.add(task('b3', 'b3', 'client'))
    for (const key of ['now', 'c1', 'b3', 'b1']) await settle(key)
    expect(started).toEqual(['now', 'c1', 'b3', 'b1', 'b2'])
  })

  it('refuses what finds it full, and pushes out background tasks for clients', async () => {
    const { task } = controlled()
    const queue = new FetchQueue<string>({ running: 1, perGroup: 1, waiting: 2 })
    void queue.add(task('now'))
    const [first] = [queue.add(task('b1')), queue.add(task('b2'))]
    await expect(queue.add(task('b3'))).rejects.toEqual(busy)
    void queue.add(task('c1', 'c1', 'client'))
    await expect(first).rejects.toEqual(busy)
    void queue.add(task('c2', 'c2', 'client'))
    await expect(queue.add(task('c3', 'c3', 'client'))).rejects.toEqual(busy)
    expect(queue.stats).toEqual({ running: 1, waiting: 2, dropped: 4 })
  })

  it('passes a failure on and goes on with the next task', async () => {
    const queue = new FetchQueue<string>({ ...LIMITS, running: 1 })
    const failing = {
      key: 'a',
      group: 'a',
      priority: 'client',
      run: () => Promise.reject(new Error('no')),
    } as const
    await expect(queue.add(failing)).rejects.toThrow('no')
    await expect(queue.add({ ...failing, run: async () => 'yes' })).resolves.toBe('yes')
  })

  it('rejects what waits when it is closed, and everything after', async () => {
    const { task } = controlled()
    const queue = new FetchQueue<string>({ ...LIMITS, running: 1 })
    void queue.add(task('a'))
    const waiting = queue.add(task('b'))
    queue.close()
    await expect(waiting).rejects.toThrow('fetching was stopped')
    await expect(queue.add(task('c'))).rejects.toThrow('fetching was stopped')
  })
})
