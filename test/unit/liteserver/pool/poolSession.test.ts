import { beginCell } from '@ton/core'
import { afterEach, describe, expect, it } from 'vitest'
import { PrunedBranchError } from '../../../../src-main/chain/tlb.ts'
import {
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
} from '../../../../src-main/liteserver/errors.ts'
import { LitePool } from '../../../../src-main/liteserver/pool/litePool.ts'
import { PoolSession, type PoolSessionOptions } from '../../../../src-main/liteserver/pool/poolSession.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { fakeClock } from './fakeClock.ts'
import { answerOf, type FakeServer, fakeServers, NOT_FOUND } from './fakeServers.ts'

const open: LitePool[] = []
afterEach(() => {
  for (const pool of open.splice(0)) pool.close()
})

/** Opens a session over `count` polled servers; the first one is always chosen first. */
async function sessionOf(
  count: number,
  prepare: (servers: FakeServer[]) => void = () => {},
  options?: PoolSessionOptions,
) {
  const clock = fakeClock()
  const { servers, connect } = fakeServers(count)
  prepare(servers)
  const pool = new LitePool({
    servers: servers.map(({ address }) => address),
    connect,
    clock,
    random: () => 0,
    onHead: (_, info) => pool.noteBest(info.last.seqno),
  })
  open.push(pool)
  await clock.advance(100)
  for (const server of servers) server.asked.length = 0
  return { pool, clock, servers, session: new PoolSession(pool, options) }
}

/** A query for the server's identity, which every server answers truly by default. */
const whoAreYou = { fn: liteApi.getTime, request: {}, check: ({ now }: { now: number }) => now }

/** The same, taking the given servers' answers for false. */
const whoAreYouTruly = (...liars: number[]) => ({
  ...whoAreYou,
  check({ now }: { now: number }) {
    if (liars.includes(now)) throw new ProofError('account', 'swapped')
    return now
  },
})

const refuse = (error: { code: number; message: string }) => (server: FakeServer) => {
  server.answer = (query) =>
    query.name === 'getTime' ? encodeLiteServerError(error) : answerOf(server, query)
}

describe('PoolSession', () => {
  it('stays on one server', async () => {
    const { session } = await sessionOf(3)
    expect([await session.ask(whoAreYou), await session.ask(whoAreYou)]).toEqual([0, 0])
    expect(session.servers).toEqual([0])
  })

  it('quarantines a server whose answer lacks a cell that its check reads, and uses another', async () => {
    const { session, pool } = await sessionOf(2)
    const check = ({ now }: { now: number }) => {
      if (now === 0) throw new PrunedBranchError('BlkPrevInfo', '', beginCell().endCell())
      return now
    }
    expect(await session.ask({ ...whoAreYou, check })).toBe(1)
    expect(pool.stats().servers[0]).toMatchObject({ state: 'quarantined', proofFailures: 1 })
  })

  it('quarantines a server after a false answer and continues with another', async () => {
    const { session, pool } = await sessionOf(3)
    expect(await session.ask(whoAreYouTruly(0, 1))).toBe(2)
    expect(await session.ask(whoAreYou)).toBe(2)
    expect(session.servers).toEqual([2])
    expect(pool.stats()).toMatchObject({ alive: 1, proofFailures: 2 })
    expect(pool.stats().servers[0]).toMatchObject({
      state: 'quarantined',
      lastError: 'liteserver 10.0.0.1:0: account proof does not hold: swapped',
    })
  })

  it('names server and check when all lied', async () => {
    const { session } = await sessionOf(2)
    const lie = session.ask(whoAreYouTruly(0, 1))
    await expect(lie).rejects.toBeInstanceOf(ProofError)
    await expect(lie).rejects.toMatchObject({ server: '10.0.0.1:1', check: 'account', reason: 'swapped' })
    await expect(session.ask(whoAreYou)).rejects.toBeInstanceOf(ProofError)
  })

  it('treats an answer that is not TL as false', async () => {
    const { session, pool } = await sessionOf(2, ([first]) => {
      if (first) first.answer = (query) => answerOf(first, query).subarray(0, 3)
    })
    expect(await session.ask(whoAreYou)).toBe(1)
    expect(pool.stats().servers[0]).toMatchObject({
      state: 'quarantined',
      lastError: expect.stringContaining('Not enough'),
    })
  })

  it('uses another server after a broken connection or a timeout', async () => {
    const { session, servers, clock, pool } = await sessionOf(3)
    Object.assign(servers[0] as FakeServer, { isDown: true })
    Object.assign(servers[1] as FakeServer, { isSilent: true })
    const answer = session.ask(whoAreYou)
    await clock.advance(10_000)
    expect(await answer).toBe(2)
    expect(pool.stats().servers.map(({ failures, timeouts }) => [failures > 0, timeouts > 0])).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })

  it('rejects with the timeout if no server answers', async () => {
    const { session, servers, clock } = await sessionOf(2)
    for (const server of servers) server.isSilent = true
    const answer = session.ask(whoAreYou).catch((error: unknown) => error)
    await clock.advance(30_000)
    expect(await answer).toBeInstanceOf(LiteTimeoutError)
  })

  it('reopens a broken connection if there is no other server', async () => {
    const { session, servers } = await sessionOf(1)
    const [server] = servers as [FakeServer]
    let isBroken = true
    server.answer = (query) => {
      if (query.name !== 'getTime' || !isBroken) return answerOf(server, query)
      isBroken = false
      throw new LiteConnectionError('10.0.0.1:0', 'the server closed the connection')
    }
    expect(await session.ask(whoAreYou)).toBe(0)
  })

  it('keeps the code and text of a refusal', async () => {
    const refusal = { code: -400, message: 'transaction hash mismatch' }
    const { session } = await sessionOf(1, ([only]) => only && refuse(refusal)(only))
    const answer = session.ask(whoAreYou)
    await expect(answer).rejects.toBeInstanceOf(LiteServerError)
    await expect(answer).rejects.toMatchObject(refusal)
    expect(session.servers).toEqual([0])
  })

  it('takes one more opinion on a refusal', async () => {
    const refusal = { code: -400, message: 'transaction hash mismatch' }
    const { session } = await sessionOf(2, ([first]) => first && refuse(refusal)(first))
    expect(await session.ask(whoAreYou)).toBe(1)
    expect(session.servers).toEqual([0, 1])
  })

  it('uses an archival server for blocks that the first one lacks, and stays on it', async () => {
    const { session } = await sessionOf(3, ([first, , last]) => {
      if (first) refuse(NOT_FOUND)(first)
      if (last) last.keepsOldBlocks = true
    })
    expect(await session.ask(whoAreYou)).toBe(2)
    expect(await session.ask(whoAreYou)).toBe(2)
    expect(session.servers).toEqual([0, 2])
  })

  it('tries one other server if none is archival, and rejects with its error', async () => {
    const { session, servers } = await sessionOf(3, (all) => all.forEach(refuse(NOT_FOUND)))
    await expect(session.ask(whoAreYou)).rejects.toMatchObject(NOT_FOUND)
    expect(servers.map(({ asked }) => asked.length)).toEqual([1, 1, 0])
  })

  it('reports the refusal if the other server fails', async () => {
    const { session, servers } = await sessionOf(2, ([first]) => first && refuse(NOT_FOUND)(first))
    Object.assign(servers[1] as FakeServer, { isDown: true })
    await expect(session.ask(whoAreYou)).rejects.toMatchObject(NOT_FOUND)
  })

  it('uses archival servers only if requested', async () => {
    const prepare = (servers: FakeServer[]) =>
      Object.assign(servers[2] as FakeServer, { keepsOldBlocks: true })
    const { session } = await sessionOf(3, prepare, { archival: true })
    expect(await session.ask(whoAreYou)).toBe(2)
    const { session: none } = await sessionOf(3, () => {}, { archival: true })
    await expect(none.ask(whoAreYou)).rejects.toThrow(NoServerError)
    await expect(none.ask(whoAreYou)).rejects.toThrow('no archival liteserver of 3 is available')
  })

  const message = { fn: liteApi.sendMessage, request: { body: Buffer.from('b') }, check: () => 1 }
  const sendsTo = (servers: readonly FakeServer[]) =>
    servers.map(({ asked }) => asked.filter(({ name }) => name === 'sendMessage').length)
  /** Answers a sendMessage so, and the rest as usual. */
  const onSend = (server: FakeServer | undefined, answer: () => Buffer) => {
    if (server) server.answer = (query) => (query.name === 'sendMessage' ? answer() : answerOf(server, query))
  }
  const broken = () => {
    throw new LiteConnectionError('10.0.0.1:0', 'the server closed the connection')
  }
  const refused = () => encodeLiteServerError({ code: 0, message: 'not accepted' })
  const accepted = () => liteApi.sendMessage.encodeResponse({ status: 1 })

  it('sends a message once to each of five servers; one success is enough', async () => {
    const { session, servers } = await sessionOf(7, (all) => {
      for (const server of all) onSend(server, refused)
      onSend(all[0], broken)
      onSend(all[3], accepted)
    })
    expect(await session.askSeveral(5, message)).toBe(1)
    expect(sendsTo(servers)).toEqual([1, 1, 1, 1, 1, 0, 0])
    expect(session.servers).toContain(3)
  })

  it('sends nothing again, and prefers a refusal to a broken connection as the error', async () => {
    const { session, servers } = await sessionOf(2, (all) => {
      onSend(all[0], broken)
      onSend(all[1], refused)
    })
    await expect(session.askSeveral(5, message)).rejects.toThrow('not accepted')
    expect(sendsTo(servers)).toEqual([1, 1])
    const { session: alone, servers: one } = await sessionOf(1, ([only]) => onSend(only, broken))
    await expect(alone.askSeveral(5, message)).rejects.toThrow(LiteConnectionError)
    expect(sendsTo(one)).toEqual([1])
  })

  it('lets a server that is behind wait for the block that a query needs', async () => {
    const { session, servers } = await sessionOf(1)
    await session.ask({ ...whoAreYou, needsSeqno: 100 })
    await session.ask({ ...whoAreYou, needsSeqno: 101 })
    expect(servers[0]?.asked.map(({ wait }) => wait)).toEqual([undefined, { seqno: 101, timeoutMs: 3000 }])
  })

  it('rejects when its caller aborts', async () => {
    const caller = new AbortController()
    const { session, servers } = await sessionOf(2, () => {}, { signal: caller.signal })
    Object.assign(servers[0] as FakeServer, { isSilent: true })
    const answer = session.ask(whoAreYou)
    caller.abort(new Error('the client left'))
    await expect(answer).rejects.toThrow('the client left')
    expect(servers[1]?.asked).toEqual([])
  })

  it('tries at most four servers', async () => {
    const { session, servers } = await sessionOf(6)
    await expect(session.ask(whoAreYouTruly(0, 1, 2, 3, 4, 5))).rejects.toBeInstanceOf(ProofError)
    expect(servers.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1, 0, 0])
  })
})
