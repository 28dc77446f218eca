import { afterEach, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { LiteServerError, NoServerError } from '../../../../src-main/liteserver/errors.ts'
import { LitePool, type LitePoolOptions } from '../../../../src-main/liteserver/pool/litePool.ts'
import type { PoolServer } from '../../../../src-main/liteserver/pool/poolServer.ts'
import { PoolSession } from '../../../../src-main/liteserver/pool/poolSession.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { fakeClock } from './fakeClock.ts'
import { answerOf, type FakeServer, fakeServers } from './fakeServers.ts'

const open: LitePool[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

/** A query for the server's identity. */
const whoAreYou = { fn: liteApi.getTime, request: {}, check: ({ now }: { now: number }) => now }

/** Servers that answer after `delayMs` on the pool's clock, `Infinity` for queries that they never answer. */
async function poolOf(delays: readonly number[], options: Partial<LitePoolOptions> = {}) {
  const clock = fakeClock()
  const random = new SeededRandom('slow servers')
  const { servers, connect } = fakeServers(delays.length)
  const delayMs = [...delays]
  for (const [index, server] of servers.entries()) {
    server.answer = async (query) => {
      // A hanging server still names its head: only queries of requests wait for ever.
      const isPoll = query.name !== 'getTime'
      const delay = delayMs[index] ?? 0
      const wait = isPoll && delay === Infinity ? 150 : delay
      await new Promise<void>((resolve) => wait < Infinity && clock.after(wait, resolve))
      return answerOf(server, query)
    }
  }
  const pool = new LitePool({
    servers: servers.map(({ address }) => address),
    connect,
    clock,
    random: () => random.below(1000) / 1000,
    onHead: (_, info) => pool.noteBest(info.last.seqno),
    ...options,
  })
  open.push(pool)
  await clock.advance(1_000)
  for (const server of servers) server.asked.length = 0
  /** Asks with a session of its own, and returns who answered after how many milliseconds. */
  async function ask(): Promise<{ readonly server: number; readonly ms: number }> {
    const begun = clock.now()
    const answer = new PoolSession(pool).ask(whoAreYou)
    let server: number | undefined
    const settled = answer.then((value) => {
      server = value
    })
    while (server === undefined && clock.now() - begun < 60_000) await clock.advance(10)
    await settled
    return { server: server ?? -1, ms: clock.now() - begun }
  }
  const queries = () => servers.map(({ asked }) => asked.filter(({ name }) => name === 'getTime').length)
  return { pool, clock, servers, delayMs, ask, queries }
}

const at = (pool: LitePool, index: number) => pool.servers[index] as PoolServer

describe('servers that answer polls and no other queries', () => {
  it('cost no time after the first minute, three of four', async () => {
    const { ask, clock, pool } = await poolOf([Infinity, Infinity, 150, Infinity])
    const begun = clock.now()
    while (clock.now() - begun < 60_000) {
      await ask()
      await clock.advance(1_000)
    }
    const times: number[] = []
    for (let asked = 0; asked < 100; asked++) {
      times.push((await ask()).ms)
      await clock.advance(1_000)
    }
    times.sort((a, b) => a - b)
    expect(times[90]).toBeLessThanOrEqual(300)
    expect(pool.stats().servers.map(({ timeouts }) => timeouts > 0)).toEqual([true, true, false, true])
  })

  it('are backed off longer after each query without an answer, also if their polls are answered', async () => {
    const { clock, pool } = await poolOf([Infinity, 150])
    const server = at(pool, 0)
    const backOffs: number[] = []
    for (let failure = 0; failure < 4; failure++) {
      const asked = server.ask(Buffer.from(encodeTime())).catch(() => {})
      await clock.advance(10_000)
      await asked
      backOffs.push(Math.round((server.unavailableUntil - clock.now()) / 1_000))
      await clock.advance(server.unavailableUntil - clock.now() + 1_500)
      expect(pool.isAlive(server)).toBe(true)
    }
    expect(backOffs).toEqual([10, 20, 40, 80])
  })

  it.each(['wait', 'head'] as const)(
    'stay backed off and on trial when they name their head: %s',
    async (kind) => {
      const { clock, pool } = await poolOf([Infinity, 150])
      const server = at(pool, 0)
      const asked = server.ask(Buffer.from(encodeTime())).catch(() => {})
      await clock.advance(10_000)
      await asked
      const until = server.unavailableUntil
      const head = server.ask(encodeLiteQuery(liteApi.getMasterchainInfo, {}), { kind })
      await clock.advance(1_000)
      await head
      expect([server.unavailableUntil, server.isOnTrial]).toEqual([until, true])
    },
  )

  it('are used again as before once they answer', async () => {
    const { ask, clock, pool, delayMs, queries } = await poolOf([Infinity, 150])
    for (let asked = 0; asked < 10; asked++) await ask()
    await clock.advance(100_000)
    expect(at(pool, 0).isOnTrial).toBe(true)
    delayMs[0] = 20
    for (let asked = 0; asked < 60; asked++) await ask()
    expect(at(pool, 0).isOnTrial).toBe(false)
    const before = queries()[0] ?? 0
    for (let asked = 0; asked < 20; asked++) await ask()
    expect((queries()[0] ?? 0) - before).toBeGreaterThan(10)
  })
})

describe('a query', () => {
  it('goes to a second server after the usual time of the first, and the first answer wins', async () => {
    const { ask, delayMs, clock } = await poolOf([20, 100])
    for (let asked = 0; asked < 20; asked++) expect(await ask()).toEqual({ server: 0, ms: 20 })
    delayMs[0] = 5_000
    const answered = await ask()
    expect(answered.server).toBe(1)
    expect(answered.ms).toBeLessThanOrEqual(200)
    await clock.advance(5_000)
  })

  it('goes to a second server for at most one in ten', async () => {
    const { ask, delayMs, queries } = await poolOf([30, 30, 30])
    const random = new SeededRandom('delays')
    for (let asked = 0; asked < 300; asked++) {
      for (const index of delayMs.keys())
        delayMs[index] = random.below(25) === 0 ? 1_000 : 20 + random.below(30)
      await ask()
    }
    const sent = queries().reduce((sum, count) => sum + count, 0)
    // Eight may be saved up.
    expect(sent).toBeLessThanOrEqual(300 * 1.1 + 8)
    expect(sent).toBeGreaterThan(304)
  })

  it('goes to the server that answers first', async () => {
    const { ask, queries } = await poolOf([200, 40, 120])
    for (let asked = 0; asked < 20; asked++) await ask()
    expect(queries()).toEqual([0, 20, 0])
  })
})

/** Refuses queries beyond `perSecond` in one second of the clock. */
function limitRate(server: FakeServer, now: () => number, perSecond: number, code = 228): void {
  let second = 0
  let count = 0
  const answer = server.answer
  server.answer = (query) => {
    if (query.name !== 'getTime') return answerOf(server, query)
    if (Math.floor(now() / 1_000) !== second) {
      second = Math.floor(now() / 1_000)
      count = 0
    }
    count++
    if (count > perSecond) return encodeLiteServerError({ code, message: 'ratelimit' })
    return answer ? answer(query) : answerOf(server, query)
  }
}

describe('a server that limits the rate of queries', () => {
  it.each([228, 429])(
    'is asked at the rate that it shows, and no client sees the refusals (%d)',
    async (code) => {
      const { pool, clock, servers } = await poolOf([20])
      limitRate(servers[0] as FakeServer, () => clock.now(), 5, code)
      const answers: Promise<number>[] = []
      for (let second = 0; second < 60; second++) {
        for (let asked = 0; asked < 3; asked++) answers.push(new PoolSession(pool).ask(whoAreYou))
        await clock.advance(1_000)
      }
      await clock.advance(30_000)
      expect(await Promise.all(answers)).toEqual(answers.map(() => 0))
      const burst = Array.from({ length: 20 }, () => new PoolSession(pool).ask(whoAreYou))
      const settled = Promise.allSettled(burst)
      await clock.advance(30_000)
      expect((await settled).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(15)
      const { queriesPerSecond, rateRefusals } = pool.stats().servers[0] ?? {}
      expect(queriesPerSecond).toBeLessThanOrEqual(6)
      expect(rateRefusals).toBeLessThan(20)
    },
  )

  it('passes its queries on to the others', async () => {
    const { pool, clock, servers, queries } = await poolOf([20, 40])
    limitRate(servers[0] as FakeServer, () => clock.now(), 2)
    const answers = Array.from({ length: 40 }, () => new PoolSession(pool).ask(whoAreYou))
    await clock.advance(5_000)
    const given = await Promise.all(answers)
    expect(given.filter((server) => server === 1).length).toBeGreaterThan(20)
    expect(queries()[1]).toBeGreaterThan(20)
    expect(pool.stats().servers[0]?.state).toBe('alive')
  })

  it('waits for its turn where every server limits the rate, however many wait', async () => {
    const { pool, clock, servers } = await poolOf([20, 20, 20, 20])
    for (const server of servers) limitRate(server, () => clock.now(), 4)
    const outcomes: string[] = []
    const burst = async () => {
      const answers = Array.from({ length: 40 }, () =>
        new PoolSession(pool).ask(whoAreYou).then(
          () => outcomes.push('answered'),
          (error: Error) => outcomes.push(error.message),
        ),
      )
      for (let step = 0; outcomes.length < answers.length && step < 2_000; step++) await clock.advance(10)
      await Promise.all(answers)
    }
    // The first burst shows the limits.
    await burst()
    outcomes.length = 0
    await clock.advance(3_000)
    await burst()
    expect(outcomes.filter((outcome) => outcome !== 'answered')).toEqual([])
  })

  it('keeps no query for longer than another server takes, however many wait for its turn', async () => {
    const { pool, clock, servers, queries } = await poolOf([20, 60])
    limitRate(servers[0] as FakeServer, () => clock.now(), 4)
    const burst = async (count: number) => {
      const begun = clock.now()
      const times: number[] = []
      const answers = Array.from({ length: count }, async () => {
        await new PoolSession(pool).ask(whoAreYou)
        times.push(clock.now() - begun)
      })
      // Second queries would hide a wait: other queries have used them up.
      while (pool.takeHedge());
      for (let step = 0; times.length < count && step < 1_000; step++) await clock.advance(10)
      await Promise.all(answers)
      return Math.max(...times)
    }
    // The first burst shows the limit.
    await burst(30)
    await clock.advance(3_000)
    expect(pool.stats().servers[0]?.queriesPerSecond).toBeLessThanOrEqual(8)
    for (let round = 0; round < 5; round++) expect(await burst(30)).toBeLessThanOrEqual(700)
    expect(queries()[0]).toBeGreaterThan(10)
  })

  it('is not taken for silent because queries wait for their turn', async () => {
    const { pool, clock, servers } = await poolOf([20])
    limitRate(servers[0] as FakeServer, () => clock.now(), 1)
    const answers = Array.from({ length: 60 }, () => new PoolSession(pool).ask(whoAreYou))
    const settled = Promise.allSettled(answers)
    await clock.advance(45_000)
    const kinds = new Set(
      (await settled).map((one) => (one.status === 'fulfilled' ? 'answered' : one.reason.code)),
    )
    expect(kinds).toEqual(new Set(['answered', 'rate-limited']))
    expect(pool.stats().servers[0]).toMatchObject({ state: 'alive', timeouts: 0 })
  })

  it('is believed when it states the rate', async () => {
    const { pool, clock, servers } = await poolOf([20])
    const [server] = servers as [FakeServer]
    server.answer = (query) =>
      query.name === 'getTime' && server.asked.length === 1
        ? encodeLiteServerError({ code: 429, message: 'rate limit is 4 requests per second' })
        : answerOf(server, query)
    const answer = new PoolSession(pool).ask(whoAreYou)
    await clock.advance(3_000)
    expect(await answer).toBe(0)
    expect(at(pool, 0).queriesPerSecond).toBe(4)
  })

  it('refuses other things with its own words still', async () => {
    const { pool, servers } = await poolOf([0])
    const [server] = servers as [FakeServer]
    server.answer = (query) =>
      query.name === 'getTime'
        ? encodeLiteServerError({ code: 651, message: 'block is not in db' })
        : answerOf(server, query)
    await expect(new PoolSession(pool).ask(whoAreYou)).rejects.toThrow(LiteServerError)
    expect(at(pool, 0).queriesPerSecond).toBeUndefined()
  })
})

describe('the concurrency of a server', () => {
  it('halves when answers do not come, and grows with the answers', async () => {
    const { pool, clock, delayMs } = await poolOf([20])
    const server = at(pool, 0)
    expect(server.width).toBe(16)
    const askMany = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => server.ask(Buffer.from(encodeTime()))))
    const first = askMany(64)
    await clock.advance(1_000)
    await first
    const grown = server.width
    expect(grown).toBeGreaterThan(16)
    delayMs[0] = Infinity
    const silent = askMany(8)
    await clock.advance(10_000)
    await silent
    expect(server.width).toBe(Math.floor(grown / 2))
  })
})

describe('the lag of a server', () => {
  /** A pool whose best block is 1,000, of a chain with `blocks` blocks in ten seconds. */
  async function behind(seqno: number, blocks: number) {
    const { pool, clock, servers } = await poolOf([0, 0])
    Object.assign(servers[0] as FakeServer, { seqno: 1_000 })
    Object.assign(servers[1] as FakeServer, { seqno })
    pool.noteBest(1_000 - blocks, 1_700_000_000)
    pool.noteBest(1_000, 1_700_000_010)
    await clock.advance(1_500)
    return pool.stats().servers[1]
  }

  it('counts in seconds where blocks are fast', async () => {
    expect(await behind(985, 50)).toMatchObject({ state: 'alive', lag: 15, lagSeconds: 10 })
    expect(await behind(940, 50)).toMatchObject({ state: 'lagging', lagSeconds: 12 })
  })

  it('is the one at the time of its last poll, not of the time since', async () => {
    const { pool, clock, servers } = await poolOf([0], { limits: { pollMs: 30_000 } })
    expect(pool.stats().servers[0]).toMatchObject({ lag: undefined, lagSeconds: undefined })
    pool.noteBest(998, 1_700_000_000)
    pool.noteBest(1_000, 1_700_000_010)
    Object.assign(servers[0] as FakeServer, { seqno: 999 })
    await clock.advance(30_000)
    expect(pool.stats().servers[0]).toMatchObject({ lag: 1, lagSeconds: 10 })
    pool.noteBest(1_010, 1_700_000_060)
    expect(pool.stats().servers[0]).toMatchObject({ lag: 1, lagSeconds: 10 })
  })

  it('is judged as soon as the head is known that its first poll came before', async () => {
    const { pool, clock } = await poolOf([0, 0], { limits: { pollMs: 30_000 }, onHead: () => {} })
    expect(pool.stats().servers.map(({ state }) => state)).toEqual(['alive', 'alive'])
    pool.noteBest(148, 1_700_000_048)
    await clock.advance(2_000)
    // Of the 52 seconds, three are those since the polls.
    pool.noteBest(152, 1_700_000_052)
    expect(pool.stats().servers[0]).toMatchObject({ state: 'lagging', lag: 49, lagSeconds: 49 })
  })

  it('leaves the time out that passed between the first poll and the first heads', async () => {
    const { pool, clock } = await poolOf([0], { limits: { pollMs: 30_000 }, onHead: () => {} })
    await clock.advance(10_000)
    pool.noteBest(111, 1_700_000_011)
    await clock.advance(5_000)
    pool.noteBest(116, 1_700_000_016)
    expect(pool.stats().servers[0]).toMatchObject({ state: 'alive', lag: 0 })
    pool.noteBest(200, 1_700_000_100)
    expect(pool.stats().servers[0]).toMatchObject({ state: 'alive', lag: 0 })
  })

  it('counts in blocks where they are slow', async () => {
    expect(await behind(997, 2)).toMatchObject({ state: 'alive', lag: 3 })
    expect(await behind(996, 2)).toMatchObject({ state: 'lagging' })
  })
})

describe('a pool without requests', () => {
  it('sends at most one query in ten seconds in all, and wakes at the next use', async () => {
    const { pool, clock, servers } = await poolOf([20, 20, 20, 20])
    await clock.advance(120_000)
    for (const server of servers) server.asked.length = 0
    await clock.advance(600_000)
    expect(servers.flatMap(({ asked }) => asked).length).toBeLessThanOrEqual(60)
    pool.noteUse()
    await clock.advance(100)
    expect(servers.every(({ asked }) => asked.length > 0)).toBe(true)
    await expect(new PoolSession(pool, { archival: true }).ask(whoAreYou)).rejects.toThrow(NoServerError)
  })
})

function encodeTime(): Uint8Array {
  return encodeLiteQuery(liteApi.getTime, {})
}

describe('what a server keeps of old blocks', () => {
  const blockAt = (seqno: number) => ({
    fn: liteApi.getBlockHeader,
    request: { id: mcBlock(seqno), mode: 0 },
    check: ({ id }: { id: { seqno: number } }) => id.seqno,
  })
  const stateAt = (seqno: number) => ({
    fn: liteApi.getConfigAll,
    request: { id: mcBlock(seqno), mode: 0 },
    check: ({ id }: { id: { seqno: number } }) => id.seqno,
  })

  /** Servers at block 5,000 that keep blocks and states from the given seqnos on; the latency grows with the index. */
  async function keeping(...from: readonly { readonly block: number; readonly state: number }[]) {
    const scene = await poolOf(from.map((_, index) => 10 + 100 * index))
    for (const [index, server] of scene.servers.entries()) {
      server.seqno = 5_000
      const first = from[index] ?? { block: 0, state: 0 }
      const later = server.answer
      server.answer = async (query) => {
        const usual = await later?.(query)
        if (query.name !== 'getBlockHeader' && query.name !== 'getConfigAll') {
          return usual ?? answerOf(server, query)
        }
        const { id } = query.request
        const isState = query.name === 'getConfigAll'
        if (id.seqno < (isState ? first.state : first.block)) {
          return encodeLiteServerError({ code: 651, message: 'block is not in db' })
        }
        return query.name === 'getConfigAll'
          ? query.fn.encodeResponse({
              mode: 0,
              id,
              stateProof: Buffer.alloc(0),
              configProof: Buffer.alloc(0),
            })
          : query.fn.encodeResponse({ id, mode: 0, headerProof: Buffer.alloc(0) })
      }
    }
    await scene.clock.advance(31_000)
    for (const server of scene.servers) server.asked.length = 0
    const ask = async (query: ReturnType<typeof blockAt> | ReturnType<typeof stateAt>) => {
      const session = new PoolSession(scene.pool)
      const answer =
        query.fn === liteApi.getConfigAll
          ? session.ask(stateAt(query.request.id.seqno))
          : session.ask(blockAt(query.request.id.seqno))
      const settled = answer.catch(() => {})
      await scene.clock.advance(5_000)
      await settled
      return answer
    }
    const asked = () =>
      scene.servers.map((server) => server.asked.filter(({ name }) => /Header|Config/.test(name)).length)
    return { ...scene, ask, asked }
  }

  it('is learned from refusals, and decides who is asked about old blocks', async () => {
    const { ask, asked, pool } = await keeping({ block: 4_000, state: 4_900 }, { block: 0, state: 4_500 })
    expect(await ask(blockAt(3_000))).toBe(3_000)
    expect(asked()).toEqual([1, 1])
    expect(await ask(blockAt(2_000))).toBe(2_000)
    expect(asked()).toEqual([1, 2])
    // Newer blocks, and states, are not what it refused.
    expect(await ask(blockAt(4_500))).toBe(4_500)
    expect(asked()).toEqual([2, 2])
    expect(await ask(stateAt(4_600))).toBe(4_600)
    expect(asked()).toEqual([3, 3])
    const { retention } = at(pool, 0)
    const canHave = (kind: 'block' | 'state', seqno: number) =>
      retention.canHave({ kind, workchain: -1, seqno })
    expect([canHave('block', 3_000), canHave('block', 3_001)]).toEqual([false, true])
    expect([canHave('state', 4_600), canHave('state', 4_601)]).toEqual([false, true])
  })

  it('is looked for on every server before a refusal counts', async () => {
    const pruned = { block: 4_000, state: 4_000 }
    const { ask, asked } = await keeping(pruned, pruned, pruned, { block: 0, state: 0 })
    expect(await ask(blockAt(1_000))).toBe(1_000)
    expect(asked()).toEqual([1, 1, 1, 1])
    const { ask: askNone, asked: askedNone } = await keeping(pruned, pruned, pruned)
    await expect(askNone(blockAt(1_000))).rejects.toThrow('not in db')
    expect(askedNone()).toEqual([1, 1, 1])
  })

  it('is not learned from the refusal of a new block', async () => {
    const { ask, pool } = await keeping({ block: 4_990, state: 0 }, { block: 4_990, state: 0 })
    await expect(ask(blockAt(4_950))).rejects.toThrow('not in db')
    for (const { retention } of pool.servers) {
      for (const kind of ['block', 'state'] as const) {
        expect(retention.canHave({ kind, workchain: -1, seqno: 1 })).toBe(true)
      }
    }
  })
})

function mcBlock(seqno: number) {
  const hash = Buffer.alloc(32, seqno % 251)
  return { workchain: -1, shard: FULL_SHARD, seqno, rootHash: hash, fileHash: hash }
}
