import { afterEach, describe, expect, test } from 'vitest'
import type { ReadName } from '../../../../src-main/api/v3/context.ts'
import type { ReadAnswer, ReadQuery } from '../../../../src-main/api/v3/reading.ts'
import { createReadPool, type ReadPool } from '../../../../src-main/api/v3/readPool.ts'
import type { ReadThread } from '../../../../src-main/api/v3/readThread.ts'
import { indexSample } from '../../store/queries/sampleIndex.ts'

const OPTIONS = { addressBook: true, metadata: true, testOnly: false, offline: true, head: 0 }
const question = (operation: ReadName): ReadQuery => ({ operation, values: {}, options: OPTIONS })
const ENDLESS = question('traces')
const SHORT = question('blocks')
const ANSWER: ReadAnswer = { kind: 'refused', status: 404, text: 'nothing' }

/** Threads that answer at once, but never to ENDLESS. */
function fakeThreads() {
  const threads: { isClosed: boolean; readonly ended: Promise<void> }[] = []
  const startThread = (): ReadThread => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const state = { isClosed: false, ended: promise }
    const gone = Promise.withResolvers<never>()
    gone.promise.catch(() => {})
    threads.push(state)
    return {
      ready: Promise.resolve(),
      ended: promise,
      query: async (question) =>
        'operation' in question && question.operation === ENDLESS.operation ? gone.promise : ANSWER,
      async close() {
        state.isClosed = true
        gone.reject(new Error('the thread ended'))
        resolve()
      },
    }
  }
  return { threads, startThread, ended: (index: number) => threads[index]?.ended }
}

let pool: ReadPool | undefined
afterEach(() => pool?.close())

describe('the pool of readers', () => {
  test('terminates the thread of a request that takes too long, and answers the requests queued behind it', async () => {
    const { threads, startThread } = fakeThreads()
    pool = createReadPool({ file: '', threads: 1, startThread })
    const endless = pool.query(ENDLESS, { timeoutMs: 20 })
    const behind = pool.query(SHORT)
    await expect(endless).rejects.toMatchObject({ status: 504, message: 'the query took longer than 20 ms' })
    expect(await behind).toEqual(ANSWER)
    expect(threads.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  test('does not delay other requests by a long one', async () => {
    const { threads, startThread } = fakeThreads()
    pool = createReadPool({ file: '', threads: 2, startThread })
    const endless = pool.query(ENDLESS, { timeoutMs: 1000 })
    endless.catch(() => {})
    for (let i = 0; i < 5; i++) expect(await pool.query(SHORT)).toEqual(ANSWER)
    expect(threads).toHaveLength(2)
  })

  test('ends threads that have been idle for a time and starts another when it is needed', async () => {
    const { threads, startThread, ended } = fakeThreads()
    pool = createReadPool({ file: '', threads: 1, idleMs: 1, startThread })
    expect(await pool.query(SHORT)).toEqual(ANSWER)
    await ended(0)
    expect(pool.stats.threads).toBe(0)
    expect(await pool.query(SHORT)).toEqual(ANSWER)
    expect(threads).toHaveLength(2)
  })

  test('refuses requests beyond the limit of its queue', async () => {
    const { startThread } = fakeThreads()
    pool = createReadPool({ file: '', threads: 1, queued: 1, startThread })
    const asked = [1, 2].map(() => pool?.query(ENDLESS, { timeoutMs: 50 }).catch(() => {}))
    await expect(pool.query(SHORT)).rejects.toMatchObject({ status: 503 })
    await Promise.all(asked)
  })

  test('rejects with the reason of an abort, and keeps the thread', async () => {
    const { threads, startThread } = fakeThreads()
    pool = createReadPool({ file: '', threads: 1, startThread })
    const leaving = new AbortController()
    const asked = pool.query(ENDLESS, { signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect(threads).toMatchObject([{ isClosed: false }])
  })

  test('returns bytes from real threads, and the error of an index that they cannot open', async () => {
    const index = indexSample(1, 3)
    try {
      pool = createReadPool({ file: index.file })
      const answer = await pool.query(question('masterchainInfo'))
      expect(answer).toMatchObject({ kind: 'json', status: 200, coverage: '1-3' })
      const json = answer.kind === 'json' ? Buffer.from(answer.json).toString() : ''
      expect(JSON.parse(json)).toMatchObject({ last: { seqno: 3 }, first: { seqno: 1 } })
      await pool.close()
      pool = createReadPool({ file: `${index.file}.none` })
      await expect(pool.query(question('masterchainInfo'))).rejects.toThrow(/index/)
    } finally {
      index.remove()
    }
  })
})
