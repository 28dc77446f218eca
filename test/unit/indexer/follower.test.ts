import { afterEach, describe, expect, it } from 'vitest'
import { startFollower } from '../../../src-main/indexer/follower.ts'
import type { Ingest } from '../../../src-main/indexer/ingest.ts'
import { formatRanges } from '../../../src-main/indexer/ranges.ts'
import type { SeqnoRange } from '../../../src-main/store/indexStore.ts'

type Run = { readonly newestFirst: boolean; readonly ranges: string[]; end(): void }

/** A follower whose blocks are written only when a test says so. */
function following(first: number, head: number) {
  const chain = { head, coverage: [] as readonly SeqnoRange[] }
  const runs: Run[] = []
  const ingest: Ingest = {
    coverage: () => chain.coverage,
    async run(ranges, { newestFirst, signal, further }) {
      const ended = Promise.withResolvers<void>()
      const run = { newestFirst, ranges: [formatRanges(ranges)], end: () => ended.resolve() }
      runs.push(run)
      signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })
      const reading = async () => {
        for await (const more of further?.(signal) ?? []) run.ranges.push(formatRanges(more))
      }
      await Promise.all([ended.promise, reading()])
    },
  }
  const session = { last: async () => ({ seqno: chain.head }) }
  const context = {
    network: { bestSeqno: () => chain.head },
    client: { request: (send: (one: typeof session) => unknown) => send(session), trouble: () => undefined },
    store: { coverage: () => chain.coverage },
    ingest,
    settings: () => ({ mode: 'follow', from: first }),
    startAt: async () => {},
  }
  const follower = startFollower(context as unknown as Parameters<typeof startFollower>[0])
  return {
    follower,
    chain,
    runs,
    move(to: number) {
      chain.head = to
      follower.nudge(to)
    },
  }
}

describe('the follower of an index', () => {
  let open: ReturnType<typeof following> | undefined
  afterEach(() => open?.follower.close())

  const start = (first: number, head: number) => {
    open = following(first, head)
    return open
  }

  it('passes new blocks on while earlier ones are still being read', async () => {
    const { runs, move } = start(1, 3)
    await expect.poll(() => runs.length).toBe(1)
    move(5)
    await expect.poll(() => runs[0]?.ranges).toEqual(['1-3', '4-5'])
    move(6)
    await expect.poll(() => runs[0]?.ranges).toEqual(['1-3', '4-5', '6'])
    expect(runs).toHaveLength(1)
  })

  it('passes no block on that another work has indexed meanwhile', async () => {
    const { chain, runs, move } = start(1, 3)
    await expect.poll(() => runs.length).toBe(1)
    chain.coverage = [{ first: 5, last: 6 }]
    move(7)
    await expect.poll(() => runs[0]?.ranges).toEqual(['1-3', '4, 7'])
  })

  it('closes a gap that opens while it follows from its newest end', async () => {
    const { chain, runs, move } = start(100, 103)
    await expect.poll(() => runs.length).toBe(1)
    chain.coverage = [{ first: 100, last: 103 }]
    runs[0]?.end()
    move(503)
    await expect.poll(() => runs.length).toBe(2)
    expect([runs[0]?.ranges, runs[1]?.ranges]).toEqual([['100-103'], ['376-503']])
    expect(runs[1]?.newestFirst).toBe(true)
  })

  it('stops at once when it is paused while it waits for a block, and goes on from there', async () => {
    const { follower, chain, runs, move } = start(1, 3)
    await expect.poll(() => runs.length).toBe(1)
    chain.coverage = [{ first: 1, last: 3 }]
    follower.pause()
    move(4)
    expect(follower.state().state).toBe('paused')
    follower.resume()
    await expect.poll(() => runs.map(({ ranges }) => ranges)).toEqual([['1-3'], ['4']])
  })
})
