import { afterEach, describe, expect, it } from 'vitest'
import { LiteConnectionError, NoServerError, ProofError } from '../../../../src-main/liteserver/errors.ts'
import { LitePool, type LitePoolOptions } from '../../../../src-main/liteserver/pool/litePool.ts'
import type { PoolServer } from '../../../../src-main/liteserver/pool/poolServer.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { fakeClock } from './fakeClock.ts'
import { fakeServers } from './fakeServers.ts'

const open: LitePool[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

/** A pool over `count` fake servers whose heads are believed. */
function poolOf(count: number, options: Partial<LitePoolOptions> = {}) {
  const clock = fakeClock()
  const { servers, connect } = fakeServers(count)
  const pool = new LitePool({
    servers: servers.map(({ address }) => address),
    connect,
    clock,
    random: () => 0,
    onHead: (_, info) => pool.noteBest(info.last.seqno),
    ...options,
  })
  open.push(pool)
  const states = () => pool.stats().servers.map(({ state }) => state)
  return { pool, clock, servers, states }
}

const at = (pool: LitePool, index: number) => pool.servers[index] as PoolServer

describe('LitePool', () => {
  it('polls every server once a second while in use, every ten seconds when idle', async () => {
    const { pool, clock, servers } = poolOf(1)
    await clock.advance(10_000)
    const heads = () => servers[0]?.asked.filter(({ name }) => name === 'getMasterchainInfo').length
    expect(heads()).toBe(11)
    await clock.advance(60_000)
    const before = heads() as number
    await clock.advance(60_000)
    expect((heads() as number) - before).toBeLessThanOrEqual(7)
    await pool.waitForServer()
    await clock.advance(10_000)
    expect((heads() as number) - before).toBeGreaterThanOrEqual(15)
  })

  it('counts as alive who is at most three blocks behind', async () => {
    const { pool, clock, servers, states } = poolOf(3)
    Object.assign(servers[1] as object, { seqno: 97 })
    Object.assign(servers[2] as object, { seqno: 96 })
    await clock.advance(1_500)
    expect(states()).toEqual(['alive', 'alive', 'lagging'])
    expect(pool.stats()).toMatchObject({ alive: 2, best: 100 })
    expect(pool.stats().servers[2]).toMatchObject({ seqno: 96, lag: 4 })
    Object.assign(servers[2] as object, { seqno: 98 })
    await clock.advance(1_000)
    expect(states()).toEqual(['alive', 'alive', 'alive'])
  })

  it('backs a failed server off for ten seconds, and twice as long after each further failure', async () => {
    const { clock, servers, states, pool } = poolOf(2)
    const [first] = servers
    Object.assign(first as object, { isDown: true })
    await clock.advance(500)
    expect(states()).toEqual(['failed', 'alive'])
    expect(at(pool, 0).unavailableUntil).toBe(10_000)
    await clock.advance(10_000)
    expect(pool.stats().servers[0]).toMatchObject({ state: 'failed', failures: 2 })
    expect(at(pool, 0).unavailableUntil).toBe(30_000)
    Object.assign(first as object, { isDown: false })
    await clock.advance(19_000)
    expect(states()).toEqual(['failed', 'alive'])
    await clock.advance(1_000)
    expect(states()).toEqual(['alive', 'alive'])
  })

  it('counts queries that fail together as one failure', async () => {
    const { pool, clock, servers } = poolOf(1)
    await clock.advance(100)
    Object.assign(servers[0] as object, { isSilent: true })
    const query = encodeLiteQuery(liteApi.getTime, {})
    const asked = [1, 2, 3].map(() =>
      at(pool, 0)
        .ask(query)
        .catch((error: Error) => error.name),
    )
    await clock.advance(10_000)
    expect(await Promise.all(asked)).toEqual(['LiteTimeoutError', 'LiteTimeoutError', 'LiteTimeoutError'])
    expect(pool.stats().servers[0]).toMatchObject({ state: 'failed' })
    expect(at(pool, 0).unavailableUntil - clock.now()).toBeLessThanOrEqual(10_000)
  })

  it('quarantines a server for an hour after a false answer, then for two', async () => {
    const { pool, clock, states } = poolOf(2)
    await clock.advance(100)
    at(pool, 1).quarantine(new ProofError('account', 'swapped'))
    expect(states()).toEqual(['alive', 'quarantined'])
    expect(pool.stats()).toMatchObject({ proofFailures: 1 })
    await clock.advance(3_599_000)
    expect(states()).toEqual(['alive', 'quarantined'])
    await clock.advance(12_000)
    expect(states()).toEqual(['alive', 'alive'])
    at(pool, 1).quarantine(new ProofError('account', 'swapped again'))
    await clock.advance(3_700_000)
    expect(states()).toEqual(['alive', 'quarantined'])
  })

  it('finds out who keeps old blocks, at the start and every two minutes', async () => {
    const { pool, clock, servers } = poolOf(2)
    Object.assign(servers[1] as object, { keepsOldBlocks: true })
    await clock.advance(500)
    expect(pool.stats().servers.map(({ archival }) => archival)).toEqual([false, true])
    expect(pool.choose({ archival: true })?.index).toBe(1)
    Object.assign(servers[0] as object, { keepsOldBlocks: true })
    for (let second = 0; second < 125; second++) {
      await pool.waitForServer()
      await clock.advance(1_000)
    }
    expect(pool.stats().servers.map(({ archival }) => archival)).toEqual([true, true])
  })

  it('chooses the server that promises the shorter wait', async () => {
    const draws = [0, 0.99]
    const { pool, clock } = poolOf(2, { random: () => draws[drawn++ % 2] as number })
    let drawn = 0
    await clock.advance(100)
    Object.defineProperty(at(pool, 0), 'latencyMs', { value: 80 })
    Object.defineProperty(at(pool, 1), 'latencyMs', { value: 20 })
    expect(pool.choose()?.index).toBe(1)
    Object.defineProperty(at(pool, 1), 'inFlight', { value: 9 })
    expect(pool.choose()?.index).toBe(0)
  })

  it("waits for the first server's poll, and rejects if no server is alive", async () => {
    const { pool, clock, servers } = poolOf(1)
    const early = pool.waitForServer()
    await clock.advance(10)
    expect((await early).index).toBe(0)
    Object.assign(servers[0] as object, { isDown: true })
    await clock.advance(1_000)
    await expect(pool.waitForServer()).rejects.toThrow(NoServerError)
    await expect(pool.waitForServer()).rejects.toMatchObject({
      message: 'no liteserver of 1 is available: liteserver 10.0.0.1:0: connection reset',
      cause: { message: 'liteserver 10.0.0.1:0: connection reset' },
    })
  })

  it('rejects with the proof error if every server is quarantined', async () => {
    const { pool, clock } = poolOf(1)
    await clock.advance(100)
    at(pool, 0).quarantine(new ProofError('account', 'swapped', { server: '10.0.0.1:0' }))
    await expect(pool.waitForServer()).rejects.toThrow('liteserver 10.0.0.1:0: account proof does not hold')
  })

  it('waits for the confirmation of a server that closes connections with early queries', async () => {
    const { servers, connect } = fakeServers(1)
    const eager: (boolean | undefined)[] = []
    const { pool, clock, states } = poolOf(1, {
      servers: servers.map(({ address }) => address),
      connect: async (server) => {
        eager.push(server.isEager)
        const connection = await connect(server)
        if (!server.isEager) return connection
        const closing = new LiteConnectionError('10.0.0.1:0', 'the server closed the connection')
        return { ...connection, isConfirmed: false, closed: true, query: () => Promise.reject(closing) }
      },
    })
    await clock.advance(1)
    expect(states()).toEqual(['alive'])
    expect(eager).toEqual([true, false])
    expect(at(pool, 0).counts.failures).toBe(0)
  })

  it('is over when closed', async () => {
    const { pool, clock, servers } = poolOf(1)
    await clock.advance(100)
    pool.close()
    const asked = servers[0]?.asked.length
    await clock.advance(10_000)
    expect(servers[0]?.asked.length).toBe(asked)
    await expect(pool.waitForServer()).rejects.toThrow('the network is closed')
  })

  it('ends an attempt to connect when it is closed, so that the process can end', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { pool, clock } = poolOf(1, {
      connect: ({ signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    })
    await clock.advance(1)
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    pool.close()
    expect(signals[0]?.aborted).toBe(true)
    expect(String(signals[0]?.reason)).toContain('the network is closed')
  })
})
