import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import type { LookupQuery } from '../../../src-main/liteserver/session.ts'
import { encodeLiteServerError } from '../../../src-main/liteserver/tl/function.ts'
import type { LiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { decodeLiteQuery } from '../../liteserver/decodeLiteQuery.ts'
import { openTestDevnet, type TestDevnet } from '../devnet/testDevnet.ts'
import { type Server, serve } from './lies/lyingServer.ts'

/** Time of an answer, ms: far enough that a head is followed and not asked for. */
const DELAY_MS = 25
const POLL = { timeout: 10_000, interval: 5 }

let chain: TestDevnet
beforeAll(async () => {
  chain = await openTestDevnet('head')
  await step()
})
afterAll(() => chain.close())

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function step(): Promise<number> {
  chain.time.now += 1
  return (await chain.devnet.step()).masterchain.seqno
}

type FarServer = Server & {
  readonly asked: LiteQuery[]
  /** The answers to questions for the head, made and not sent before this resolves. */
  held: Promise<void> | undefined
  /** Names of the queries whose answers are made. */
  readonly answered: string[]
  isSilent: boolean
  knowsWait: boolean
  /** Refuses waiting queries immediately, with the error of an ended wait. */
  hurries: boolean
  /** Changes the root hash of the block in its proofs. */
  lies: boolean
}

/** A liteserver of the chain that answers late. */
async function farServer(): Promise<FarServer> {
  const asked: LiteQuery[] = []
  const answer = liteserver({ store: chain.devnet.store, now: () => chain.time.now })
  const closing = new AbortController()
  const answered: string[] = []
  const switches = { isSilent: false, knowsWait: true, hurries: false, lies: false }
  const far = { asked, answered, held: undefined as Promise<void> | undefined, ...switches }
  const { address, close } = await serve(
    async (data) => {
      const query = decodeLiteQuery(data)
      asked.push(query)
      await sleep(DELAY_MS)
      if (query.wait && !far.knowsWait) return encodeLiteServerError({ code: 0, message: 'unknown function' })
      if (query.wait && far.hurries) return encodeLiteServerError({ code: 652, message: 'timeout' })
      const isSilent = far.isSilent && query.name !== 'getMasterchainInfo'
      return isSilent ? silence(closing.signal) : answer(data, { signal: closing.signal })
    },
    async (query, told) => {
      answered.push(query.name)
      if (query.name === 'getMasterchainInfo') await far.held
      if (!far.lies || query.name !== 'getBlockProof') return undefined
      const path = query.fn.decodeResponse(told)
      const to = { ...path.to, rootHash: Buffer.alloc(32, 9) }
      const steps = path.steps.map((link, at) => (at === path.steps.length - 1 ? { ...link, to } : link))
      return query.fn.encodeResponse({ ...path, to, steps })
    },
  )
  cleanUps.push(() => {
    closing.abort()
    return close()
  })
  return Object.assign(far, { address, close })
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

async function follow(
  servers: readonly FarServer[],
  paceMs = 0,
): Promise<{ readonly network: OpenLiteNetwork; readonly heads: number[] }> {
  const heads: number[] = []
  const network = await openLiteNetwork({
    config: { liteservers: servers.map(({ address }) => address), zeroState: chain.devnet.store.zeroState },
    followHead: { paceMs: () => paceMs, onHead: (seqno) => heads.push(seqno) },
    random: () => 0,
  })
  cleanUps.push(() => network.close())
  await network.session().last()
  await vi.waitUntil(() => servers.some(({ asked }) => asked.some(({ wait }) => wait)), POLL)
  return { network, heads }
}

const plainQuestions = ({ asked }: FarServer) => asked.filter(({ wait }) => wait === undefined)

describe('a followed head', () => {
  it('comes with its proof in one answer, and needs no question afterwards', async () => {
    const server = await farServer()
    const { network, heads } = await follow([server])
    await vi.waitUntil(() => network.stats().servers[0]?.archival !== undefined, POLL)
    server.asked.length = 0
    const seqno = await step()
    await vi.waitUntil(() => heads.includes(seqno), POLL)
    for (let asked = 0; asked < 5; asked++) expect((await network.session().last()).seqno).toBe(seqno)
    expect(plainQuestions(server)).toEqual([])
    expect(network.stats()).toMatchObject({ best: seqno, proofFailures: 0 })
  })

  it('needs no question of the first session', async () => {
    const server = await farServer()
    const network = await openLiteNetwork({
      config: { liteservers: [server.address], zeroState: chain.devnet.store.zeroState },
      followHead: { paceMs: () => 0, onHead: () => {} },
    })
    cleanUps.push(() => network.close())
    const { seqno } = await network.session().last()
    expect(seqno).toBe(chain.devnet.store.head().seqno)
    const before = server.asked.slice(0, 2).map(({ name }) => name)
    expect(before.toSorted()).toEqual(['getBlockProof', 'getMasterchainInfo'])
    expect(server.asked.filter(({ name }) => name === 'getMasterchainInfo')).toHaveLength(1)
  })

  it('is asked for when a newer block was announced', async () => {
    const server = await farServer()
    const { network } = await follow([server], 60_000)
    const seqno = await step()
    network.announce(seqno)
    expect((await network.session().last()).seqno).toBe(seqno)
  })

  it('hides no block that came after it from a session that names that block', async () => {
    const server = await farServer()
    const { network, heads } = await follow([server], 60_000)
    const known = await step()
    await vi.waitUntil(() => heads.includes(known), POLL)
    for (const workchain of [-1, 0]) {
      for (const by of ['seqno', 'utime'] as const) {
        chain.time.now += 1
        const { masterchain, shards } = await chain.devnet.step()
        expect(network.stats().newest.seqno).toBeLessThan(masterchain.seqno)
        const block = workchain === -1 ? masterchain : (shards[0] ?? expect.fail('no shard block'))
        const place: LookupQuery['by'] = by === 'seqno' ? { seqno: block.seqno } : { utime: chain.time.now }
        const found = network.session().lookupBlock({ workchain, shard: FULL_SHARD, by: place })
        expect(await found, `${workchain} by ${by}`).toEqual(block)
      }
    }
  })

  it('hides no block that comes while it is asked for', async () => {
    const server = await farServer()
    const network = await openLiteNetwork({
      config: { liteservers: [server.address], zeroState: chain.devnet.store.zeroState },
    })
    cleanUps.push(() => network.close())
    const known = await network.session().last()
    await vi.waitUntil(() => network.stats().servers[0]?.archival !== undefined, POLL)
    server.answered.length = 0
    const held = Promise.withResolvers<void>()
    server.held = held.promise
    const before = network.session().last()
    await vi.waitUntil(() => server.answered.includes('getMasterchainInfo'), POLL)
    const seqno = await step()
    const found = network.session().masterchainBlock(seqno)
    await vi.waitUntil(() => server.answered.includes('lookupBlockWithProof'), POLL)
    // The refusal comes before the old head.
    await sleep(2 * DELAY_MS)
    held.resolve()
    expect(await before).toEqual(known)
    expect((await found).seqno).toBe(seqno)
  })

  it('is asked for once where no block is found', async () => {
    const server = await farServer()
    const { network } = await follow([server], 60_000)
    await vi.waitUntil(() => network.stats().servers[0]?.archival !== undefined, POLL)
    server.asked.length = 0
    await expect(network.session().masterchainBlock(1_000_000)).rejects.toThrow(LiteServerError)
    const names = plainQuestions(server).map(({ name }) => name)
    expect(names.filter((name) => name === 'getMasterchainInfo')).toHaveLength(1)
    expect(names.filter((name) => name === 'lookupBlockWithProof')).toHaveLength(1)
  })

  it('is asked for where servers do not know how to wait', async () => {
    const server = await farServer()
    server.knowsWait = false
    const { network } = await follow([server])
    const seqno = await step()
    expect((await network.session().last()).seqno).toBe(seqno)
  })

  it('comes from another server when the one that is waited for is silent', async () => {
    const servers = [await farServer(), await farServer()]
    const { network, heads } = await follow(servers)
    const [first] = servers as [FarServer]
    first.isSilent = true
    // The second server answers a little later: it is asked for a block further on.
    const seqno = await step()
    await step()
    await vi.waitUntil(() => heads.includes(seqno + 1), POLL)
    expect(network.stats().best).toBe(seqno + 1)
  })

  it('is not confirmed by a server that answers at once without a newer block', async () => {
    const server = await farServer()
    server.hurries = true
    const { network } = await follow([server])
    const seqno = await step()
    await vi.waitUntil(() => server.asked.filter(({ wait }) => wait).length > 2, POLL)
    // Nothing says that the known head is the newest one: the session asks.
    expect((await network.session().last()).seqno).toBe(seqno)
    expect(network.stats().servers[0]).toMatchObject({ state: 'alive' })
  })

  it('is not believed without its proof', async () => {
    const server = await farServer()
    const { network, heads } = await follow([server])
    const before = network.stats().best
    server.lies = true
    await step()
    await vi.waitUntil(() => network.stats().servers[0]?.state === 'quarantined', POLL)
    expect(network.stats()).toMatchObject({ best: before, proofFailures: 1 })
    expect(heads).not.toContain((before ?? 0) + 1)
  })
})
