import { afterEach, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { LitePool } from '../../../../src-main/liteserver/pool/litePool.ts'
import type { PoolServer } from '../../../../src-main/liteserver/pool/poolServer.ts'
import { PoolSession } from '../../../../src-main/liteserver/pool/poolSession.ts'
import type { LiteServerStats } from '../../../../src-main/liteserver/pool/poolStats.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { fakeClock } from './fakeClock.ts'
import { answerOf, type FakeServer, fakeServers } from './fakeServers.ts'

const open: LitePool[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

const whoAreYou = { fn: liteApi.getTime, request: {}, check: ({ now }: { now: number }) => now }

/** A masterchain lookup whose result is not checked. */
const lookUp = (seqno: number) => ({
  fn: liteApi.lookupBlock,
  request: { mode: 1, id: { workchain: -1, shard: FULL_SHARD, seqno } },
  check: () => seqno,
})

/** Servers with a head of 100,000 that answer polls at once, and other queries by `answer`. */
async function poolOf(
  count: number,
  answer?: (server: FakeServer, query: LiteQuery) => Buffer | Promise<Buffer>,
) {
  const clock = fakeClock()
  const { servers, connect } = fakeServers(count)
  for (const server of servers) {
    server.seqno = 100_000
    server.answer = (query) =>
      answer && query.name !== 'getMasterchainInfo' ? answer(server, query) : answerOf(server, query)
  }
  const pool = new LitePool({
    servers: servers.map(({ address }) => address),
    connect,
    clock,
    random: () => 0,
    onHead: (_, info) => pool.noteBest(info.last.seqno),
  })
  open.push(pool)
  await clock.advance(100)
  const at = (index: number) => pool.servers[index] as PoolServer
  const stats = (index: number) => pool.stats().servers[index] as LiteServerStats
  return { pool, clock, servers, at, stats, session: new PoolSession(pool) }
}

describe('poolStats', () => {
  it('counts refusals by their kind', async () => {
    const refusals = [
      { code: 228, message: 'ratelimit' },
      { code: 651, message: 'block is not in db' },
      { code: -400, message: 'cannot unpack' },
    ]
    let asked = 0
    const { clock, stats, at, session } = await poolOf(1, (server, query) => {
      const refusal = query.name === 'getTime' && refusals[asked++]
      return refusal ? encodeLiteServerError(refusal) : answerOf(server, query)
    })
    const { missingRefusals: atFirst } = stats(0)
    for (let query = 0; query < 3; query++) {
      const answer = session.ask(whoAreYou).catch(() => undefined)
      await clock.advance(5_000)
      await answer
    }
    expect(at(0).counts).toMatchObject({ rateRefusals: 1, otherRefusals: 1 })
    expect(stats(0).missingRefusals - atFirst).toBe(1)
  })

  it('does not count the end of a wait for the next block as a refusal', async () => {
    const { at, pool } = await poolOf(1, () => encodeLiteServerError({ code: 652, message: 'timeout' }))
    const before = at(0).counts
    const wait = { seqno: 100_001, timeoutMs: 1_000 }
    await new PoolSession(pool).ask({ ...whoAreYou, wait }).catch(() => undefined)
    expect(at(0).counts.missingRefusals).toBe(before.missingRefusals)
  })

  it('counts the queries of the last minute that were sent', async () => {
    const { pool, clock, stats, session } = await poolOf(2)
    await clock.advance(120_000)
    const idle = stats(0).recentQueries
    for (let query = 0; query < 30; query++) await session.ask(whoAreYou)
    expect(stats(0).recentQueries).toBeGreaterThanOrEqual(idle + 30)
    expect(stats(1).recentQueries).toBeLessThan(10)
    await clock.advance(200_000)
    expect(stats(0).recentQueries).toBeLessThan(10)
    expect(pool.stats().recentQueries).toBe(stats(0).recentQueries + stats(1).recentQueries)
  })

  it('has the median and the 95th percentile of the recent times', async () => {
    const times = [...Array(18).fill(40), 900, 900]
    const { clock, stats, session } = await poolOf(1, async (server, query) => {
      if (query.name === 'getTime') {
        const ms = times.shift()
        await new Promise<void>((resolve) => clock.after(ms, resolve))
      }
      return answerOf(server, query)
    })
    for (let query = 0; query < 20; query++) {
      const answer = session.ask(whoAreYou)
      await clock.advance(times[0] ?? 900)
      await answer
    }
    expect(stats(0)).toMatchObject({ medianMs: 40, percentile95Ms: 900 })
  })

  it('tells a rate that the server stated from a learned one', async () => {
    const texts = ['rate limit is 4 requests per second', 'ratelimit']
    const { clock, stats, session } = await poolOf(1, (server, query) => {
      const message = query.name === 'getTime' && texts.shift()
      return message ? encodeLiteServerError({ code: 429, message }) : answerOf(server, query)
    })
    const first = session.ask(whoAreYou).catch(() => undefined)
    await clock.advance(1_000)
    expect(stats(0)).toMatchObject({ queriesPerSecond: 4, isRateStated: true })
    await clock.advance(9_000)
    await first
    const second = session.ask(whoAreYou)
    await clock.advance(3_000)
    await second
    expect(stats(0).isRateStated).toBe(false)
  })

  it('has the oldest data that a server answered, and the newest that it refused', async () => {
    const { stats, session, clock } = await poolOf(1, (server, query) => {
      const seqno =
        query.name === 'lookupBlock' ? (query.request as ReturnType<typeof lookUp>['request']).id.seqno : 0
      return seqno < 5_000 && query.name === 'lookupBlock'
        ? encodeLiteServerError({ code: 651, message: 'block is not in db' })
        : query.fn === liteApi.lookupBlock
          ? liteApi.lookupBlock.encodeResponse({
              id: {
                workchain: -1,
                shard: FULL_SHARD,
                seqno,
                rootHash: Buffer.alloc(32),
                fileHash: Buffer.alloc(32),
              },
              mode: 0,
              headerProof: Buffer.alloc(0),
            })
          : answerOf(server, query)
    })
    for (const seqno of [90_000, 7_000, 4_000, 8_000]) {
      const answer = session.ask(lookUp(seqno)).catch(() => undefined)
      await clock.advance(100)
      await answer
    }
    expect(stats(0).archival).toBe(false)
    expect(stats(0).kept).toEqual([
      { workchain: -1, kind: 'block', oldestAnswered: 7_000, newestRefused: 4_000 },
    ])
  })

  it('counts second queries, and those that were answered first', async () => {
    const { clock, at, session, stats } = await poolOf(2, async (server, query) => {
      if (query.name === 'getTime' && server.address.port === 0)
        await new Promise<void>((resolve) => clock.after(6_000, resolve))
      return answerOf(server, query)
    })
    const answer = session.ask(whoAreYou)
    await clock.advance(2_000)
    expect(await answer).toBe(1)
    expect([at(1).counts.hedges, at(1).counts.hedgesWon]).toEqual([1, 1])
    expect(stats(0)).toMatchObject({ state: 'alive', isSilent: true, hedges: 0, hedgesWon: 0 })
    const { proved } = stats(0)
    await clock.advance(6_000)
    // Its answer came too late to be checked.
    expect(stats(0).proved).toBe(proved)
    expect(stats(1).proved).toBe(1)
  })

  it('has the time until a server that failed or lied is used again', async () => {
    const { at, stats, clock, servers } = await poolOf(2)
    at(1).quarantine(new ProofError('account', 'swapped'))
    expect(stats(1)).toMatchObject({ state: 'quarantined', unavailableMs: 3_600_000 })
    await clock.advance(600_000)
    expect(stats(1)).toMatchObject({ unavailableMs: 3_000_000 })
    expect(stats(0).unavailableMs).toBe(0)
    Object.assign(servers[0] as FakeServer, { isDown: true })
    await clock.advance(60_000)
    expect(stats(0).state).toBe('failed')
    expect(stats(0).unavailableMs).toBeGreaterThan(0)
  })
})
