import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Address } from '@ton/core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseBoc } from '../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import {
  FromBlockError,
  LiteServerError,
  NoServerError,
  ProofError,
} from '../../../src-main/liteserver/errors.ts'
import {
  type LiteNetworkOptions,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { StaleServerError } from '../../../src-main/liteserver/pool/serverFaults.ts'
import type { LiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { type OpenSubject, openSubject } from './lies/archiveSubject.ts'
import { type Server, serve, type Tell } from './lies/lyingServer.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample', import.meta.url))
const POLL = { timeout: 10_000, interval: 2 }
const ELECTOR = Address.parseRaw(`-1:${'3'.repeat(64)}`)

let opened: OpenSubject
beforeAll(async () => {
  opened = await openSubject(SAMPLE)
})
afterAll(() => opened.close())

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Serves the sample and records the queries, except polls for archival blocks. */
async function watchedServer(tell: Tell = async () => undefined) {
  const asked: LiteQuery[] = []
  const server = await serve(opened.honest, (query, answer) => {
    if (query.name !== 'lookupBlock') asked.push(query)
    return tell(query, answer)
  })
  cleanUps.push(() => server.close())
  return { ...server, asked, names: () => asked.map(({ name }) => name) }
}

async function networkOf(servers: readonly Server[], options: Partial<LiteNetworkOptions> = {}) {
  const network = await openLiteNetwork({
    config: { liteservers: servers.map(({ address }) => address), zeroState: opened.subject.zeroState },
    random: () => 0,
    limits: { pollMs: 60_000, idlePollMs: 60_000 },
    ...options,
  })
  cleanUps.push(() => network.close())
  return network
}

/** Opens a network whose only server is polled and whose head is proved; earlier queries are not recorded. */
async function readyNetwork(tell?: Tell, options?: Partial<LiteNetworkOptions>) {
  const server = await watchedServer(tell)
  const network = await networkOf([server], options)
  const session = network.session()
  const head = await session.last()
  await vi.waitUntil(() => network.stats().servers[0]?.archival !== undefined, POLL)
  server.asked.length = 0
  return { server, network, session, head }
}

describe('openLiteNetwork', () => {
  it('proves the head from the zero state, and remembers the key block on the way', async () => {
    const saved: BlockIdExt[] = []
    const trustStore = { load: async () => undefined, save: (id: BlockIdExt) => saved.push(id) }
    const { network, head } = await readyNetwork(undefined, { trustStore })
    expect(head).toEqual(opened.subject.head)
    expect(network.stats()).toMatchObject({ alive: 1, best: 800, verify: true, proofFailures: 0 })
    expect([network.stats().newest.seqno, network.stats().keyBlock.seqno]).toEqual([800, 609])
    expect(saved.map(({ seqno }) => seqno)).toEqual([609])
    expect(network.consensusSeqno()).toBe(800)
  })

  it('starts from the key block that an earlier run proved', async () => {
    const { session } = await readyNetwork()
    const keyBlock = await session.masterchainBlock(609)
    const server = await watchedServer()
    const trustStore = { load: async () => keyBlock, save() {} }
    const network = await networkOf([server], { trustStore })
    await network.session().last()
    const proofs = server.asked.filter(({ name }) => name === 'getBlockProof')
    expect(proofs.map(({ request }) => request)).toMatchObject([{ knownBlock: keyBlock }])
  })

  it('continues a path to the head that arrives in parts', async () => {
    const inParts: Tell = async (query, answer) => {
      if (query.name !== 'getBlockProof') return undefined
      const path = query.fn.decodeResponse(answer)
      const [first, ...others] = path.steps
      if (!first || others.length === 0) return undefined
      return query.fn.encodeResponse({ ...path, complete: false, to: first.to, steps: [first] })
    }
    const server = await watchedServer(inParts)
    const network = await networkOf([server])
    expect((await network.session().last()).seqno).toBe(800)
    const known = server.asked.flatMap((query) =>
      query.name === 'getBlockProof' ? [query.request.knownBlock.seqno] : [],
    )
    expect(known).toEqual([0, 609])
  })

  it('does not follow a path that leads nowhere', async () => {
    const inCircles: Tell = async (query, answer) => {
      if (query.name !== 'getBlockProof') return undefined
      const path = query.fn.decodeResponse(answer)
      return query.fn.encodeResponse({ ...path, complete: false, to: path.from, steps: [] })
    }
    const network = await networkOf([await watchedServer(inCircles)])
    await expect(network.session().last()).rejects.toThrow(
      'block chain proof does not hold: it leads nowhere',
    )
  })

  it('refuses a server of another network', async () => {
    const server = await watchedServer()
    const other = { ...opened.subject.zeroState, rootHash: Buffer.alloc(32, 1) }
    const network = await networkOf([server], {
      config: { liteservers: [server.address], zeroState: other },
    })
    const last = network.session().last()
    await expect(last).rejects.toThrow(ProofError)
    await expect(network.session().last()).rejects.toThrow('proof does not hold')
  })

  it('finds by its poll that a server is of another network', async () => {
    const server = await watchedServer()
    const other = { ...opened.subject.zeroState, rootHash: Buffer.alloc(32, 1) }
    const network = await networkOf([server], {
      config: { liteservers: [server.address], zeroState: other },
    })
    await vi.waitUntil(() => network.stats().servers[0]?.lastError, POLL)
    expect(network.stats().servers[0]).toMatchObject({
      state: 'quarantined',
      lastError: expect.stringContaining('it is of another network'),
    })
  })

  it('names the reason why a server that answers polls is not used', async () => {
    const server = await watchedServer()
    const initBlock = { ...opened.subject.head, seqno: 5, rootHash: Buffer.alloc(32, 1) }
    const network = await networkOf([server], {
      config: { liteservers: [server.address], zeroState: opened.subject.zeroState, initBlock },
    })
    await vi.waitUntil(() => network.stats().servers[0]?.state === 'failed', POLL)
    await expect(network.session().last()).rejects.toThrow(
      /no liteserver of 1 is available: .* does not prove \(-1,8000000000000000,800\), .*: proof source masterchain block .* is unknown/,
    )
    expect(network.stats().servers[0]).toMatchObject({ failures: 0, unprovedHeads: 1 })
  })

  it('shares one query among those who ask for the head at once', async () => {
    const { session, server, network } = await readyNetwork()
    const heads = await Promise.all([session.last(), session.last(), network.session().last()])
    expect(heads.map(({ seqno }) => seqno)).toEqual([800, 800, 800])
    expect(server.names()).toEqual(['getMasterchainInfo'])
  })

  it('shares no query for the head that began before a newer block was announced', async () => {
    const { session, server, network } = await readyNetwork()
    const before = session.last()
    network.announce(801)
    await Promise.all([before, session.last(), session.last()])
    expect(server.names()).toEqual(['getMasterchainInfo', 'getMasterchainInfo'])
  })

  it('returns a recent head again while no newer block is announced', async () => {
    const { session, server, network } = await readyNetwork(undefined, { headAgeMs: 60_000 })
    await session.last()
    await session.masterchainInfo()
    expect(server.names()).toEqual(['getBlockHeader'])
    network.announce(801)
    await session.last()
    expect(server.names()).toEqual(['getBlockHeader', 'getMasterchainInfo'])
  })

  it('requests immutable data once', async () => {
    const { session, server, head } = await readyNetwork()
    const old = await session.masterchainBlock(300)
    const ask = async () => {
      await session.masterchainBlock(300)
      const [shard] = await session.shards(old)
      await session.blockHeader(old)
      await session.blockHeader(shard as BlockIdExt)
      await session.configParam(head, 34)
      await session.configParam(head, 99)
      await session.lookupBlock({ workchain: -1, shard: FULL_SHARD, by: { lt: 5_000_000n } })
    }
    await ask()
    expect(server.names()).toEqual([
      'lookupBlockWithProof',
      'getAllShardsInfo',
      'getBlockHeader',
      'getConfigParams',
      'getConfigParams',
      'lookupBlockWithProof',
    ])
    await ask()
    expect(server.asked).toHaveLength(6)
  })

  it('finds the first block of a shard, which a liteserver cannot prove by a logical time', async () => {
    const { session } = await readyNetwork()
    for (const workChain of [-1, 0]) {
      const address = new Address(workChain, Buffer.alloc(32))
      const shard = { workchain: workChain, shard: FULL_SHARD }
      const first = await session.lookupBlock({ ...shard, by: { seqno: 1 } })
      const second = await session.lookupBlock({ ...shard, by: { seqno: 2 } })
      const { startLt, endLt } = await session.blockHeader(first)
      for (const lt of [startLt, endLt]) expect(await session.transactionBlock(address, lt)).toEqual(first)
      expect(await session.transactionBlock(address, endLt + 1n)).toEqual(second)
      for (const lt of [startLt - 1n, 1n << 62n]) {
        await expect(session.transactionBlock(address, lt)).rejects.toThrow(LiteServerError)
      }
    }
  })

  it('keeps one copy of a parameter that blocks have in common', async () => {
    const { session, head } = await readyNetwork()
    const old = await session.masterchainBlock(799)
    const first = await session.configParam(head, 34)
    expect(first).toBeDefined()
    expect(await session.configParam(old, 34)).toBe(first)
    const config = await session.configAll(head)
    expect(await session.configAll(old)).toBe(config)
  })

  it('keeps one copy of an account that blocks have in common, and reads its state once', async () => {
    let states = 0
    const { session, head } = await readyNetwork(async (query, answer) => {
      if (query.name !== 'getAccountState' || ++states === 1) return undefined
      // Its absence shows that it is not read.
      return query.fn.encodeResponse({ ...query.fn.decodeResponse(answer), state: Buffer.alloc(0) })
    })
    const [wallet] = opened.subject.accounts as [Address]
    const first = await session.account(head, wallet)
    const old = await session.account(await session.masterchainBlock(799), wallet)
    expect([states, old.block.seqno]).toEqual([2, 799])
    expect(first.account).toBeDefined()
    expect(old.account).toBe(first.account)
  })

  it('reads the way to a shard only once per masterchain block', async () => {
    let shardProofs = 0
    const { session, head } = await readyNetwork(async (query, answer) => {
      if (query.name !== 'getAccountState') return undefined
      const state = query.fn.decodeResponse(answer)
      shardProofs++
      // It is not needed from the second time on: its absence shows that it is not read.
      return shardProofs > 1 ? query.fn.encodeResponse({ ...state, shardProof: Buffer.alloc(0) }) : undefined
    })
    const [wallet] = opened.subject.accounts as [Address]
    const first = await session.account(head, wallet)
    expect(await session.account(head, wallet)).toEqual(first)
    expect(first.account).toBeDefined()
  })

  it('proves blocks that a caller names, and refuses those that are on no chain', async () => {
    const { session, server, head } = await readyNetwork()
    const { busy } = opened.subject
    await session.blockTransactions(busy, 1)
    expect(server.names()).toEqual(['listBlockTransactions', 'getShardBlockProof', 'getBlockProof'])
    const forged = { ...head, rootHash: Buffer.alloc(32, 7) }
    await expect(session.blockHeader(forged)).rejects.toThrow('block handle not in db')
    await expect(session.shards(forged)).rejects.toThrow('fork proof does not hold')
    await expect(session.account({ ...busy, workchain: 0 }, ELECTOR)).rejects.toThrow(
      'is no masterchain block',
    )
  })

  it('accepts unverified answers if verification is off', async () => {
    const { session, server, head } = await readyNetwork(undefined, { verify: false })
    expect(head.seqno).toBe(800)
    await session.masterchainInfo()
    await session.shards(await session.masterchainBlock(300))
    await session.blockTransactions(opened.subject.busy, 1)
    expect(server.names()).toEqual(['getMasterchainInfo', 'getAllShardsInfo', 'listBlockTransactions'])
  })

  it("fetches the whole requested history, however small the server's pages are", async () => {
    const stingy: Tell = async (query, answer) => {
      if (query.name !== 'getTransactions') return undefined
      const { ids, transactions } = query.fn.decodeResponse(answer)
      const [first] = parseBoc(transactions)
      return query.fn.encodeResponse({
        ids: ids.slice(0, 1),
        transactions: first ? serializeBoc([first]) : Buffer.alloc(0),
      })
    }
    const { session, head } = await readyNetwork(stingy)
    const { lastTransLt, lastTransHash } = await session.account(head, ELECTOR)
    expect(await session.transactions(ELECTOR, lastTransLt, lastTransHash, 5)).toHaveLength(5)
  })

  it('requests each transaction of a history once, and accepts a position only as a whole', async () => {
    const { server, session, head } = await readyNetwork()
    const { lastTransLt, lastTransHash } = await session.account(head, ELECTOR)
    const first = await session.transactions(ELECTOR, lastTransLt, lastTransHash, 3)
    server.asked.length = 0
    expect(await session.transactions(ELECTOR, lastTransLt, lastTransHash, 3)).toEqual(first)
    expect(server.names()).toEqual([])
    const longer = await session.transactions(ELECTOR, lastTransLt, lastTransHash, 5)
    expect([longer.length, longer.slice(0, 3)]).toEqual([5, first])
    expect(server.asked).toMatchObject([{ name: 'getTransactions', request: { count: 2 } }])

    const other = new Address(-1, Buffer.alloc(32, 5))
    for (const wrong of [
      () => session.transactions(ELECTOR, lastTransLt + 1n, lastTransHash, 1),
      () => session.transactions(other, lastTransLt, lastTransHash, 1),
    ]) {
      await expect(wrong()).rejects.toMatchObject({ name: 'LiteServerError' })
    }
  })

  it('returns that an account of an unknown workchain does not exist', async () => {
    const { session, head } = await readyNetwork()
    const address = new Address(5, Buffer.alloc(32, 1))
    const answer = await session.account(head, address)
    expect(answer).toMatchObject({ account: undefined, lastTransLt: 0n, shardBlock: head })
  })

  it('passes the code and text of refusals on', async () => {
    const { session, head } = await readyNetwork()
    await expect(session.masterchainBlock(99_999_999)).rejects.toMatchObject({
      name: 'LiteServerError',
      code: 651,
      message:
        'cannot find block (-1,8000000000000000) seqno=99999999: ltdb: block not found (last known masterchain block: 800)',
    })
    await expect(session.blockSignatures(1)).rejects.toMatchObject({
      message: 'cannot find block (-1,8000000000000000) seqno=0: ltdb: block not found',
    })
    const { lastTransLt } = await session.account(head, ELECTOR)
    const wrong = session.transactions(ELECTOR, lastTransLt, Buffer.alloc(32, 1), 1)
    await expect(wrong).rejects.toMatchObject({ code: -400, message: 'transaction hash mismatch' })
  })

  it('rejects with the reason why a shard block proof cannot start at a given block', async () => {
    const { session } = await readyNetwork()
    const place = { workchain: 0, shard: 0x4000_0000_0000_0000n, by: { seqno: 784 } }
    await expect(session.shardBlockProof(place, 700)).rejects.toThrow('from mc block is too old')
    const unknown = session.shardBlockProof(place, 99_999_999)
    await expect(unknown).rejects.toThrow(FromBlockError)
    await expect(unknown).rejects.toMatchObject({ code: 'not-found', cause: { code: 651 } })
  })

  it('never sends a message twice', async () => {
    const { session, server } = await readyNetwork()
    await expect(session.sendMessage(Buffer.from('no message'))).rejects.toMatchObject({ code: 0 })
    expect(server.names()).toEqual(['sendMessage'])
  })

  it('continues with another server when one disconnects', async () => {
    const farther: Tell = async () => {
      await sleep(60)
      return undefined
    }
    const [first, second] = [await watchedServer(), await watchedServer(farther)]
    const network = await networkOf([first, second])
    const session = network.session()
    await session.last()
    await vi.waitUntil(() => network.stats().alive === 2, POLL)
    await first.close()
    expect((await session.masterchainBlock(300)).seqno).toBe(300)
    expect(session.servers).toEqual([0, 1])
    expect(network.stats().servers.map(({ state }) => state)).toEqual(['failed', 'alive'])
  })

  it('does not take back a head that a server showed', async () => {
    let isReplaying = false
    const { session, network } = await readyNetwork(async (query, answer) => {
      if (query.name !== 'getMasterchainInfo' || !isReplaying) return undefined
      return query.fn.encodeResponse({ ...query.fn.decodeResponse(answer), last: opened.subject.old })
    })
    isReplaying = true
    await expect(session.last()).rejects.toThrow(StaleServerError)
    await expect(session.last()).rejects.toThrow('its head is 300, it was 800')
    expect(network.stats().newest.seqno).toBe(800)
  })

  it.each([
    ['verified', true],
    ['believed', false],
  ])('never answers with an older head than the newest %s one', async (_, verify) => {
    const { head } = opened.subject
    const { session } = await readyNetwork()
    const behind = await session.masterchainBlock(798)
    const { stateRootHash } = await session.masterchainInfo()
    let isBehind = false
    const lagging: Tell = async (query, answer) => {
      if (query.name !== 'getMasterchainInfo' || !isBehind) return undefined
      return query.fn.encodeResponse({ ...query.fn.decodeResponse(answer), last: behind })
    }
    const [first, second] = [await watchedServer(lagging), await watchedServer()]
    let at = 0
    const network = await networkOf([first, second], { verify, random: () => (at++ % 2 === 0 ? 0 : 0.9) })
    await vi.waitUntil(() => network.stats().alive === 2, POLL)
    await network.session().last()
    isBehind = true
    const seqnos: number[] = []
    for (let round = 0; round < 40; round++) {
      const info = await network.session().masterchainInfo()
      const last = await network.session().last()
      expect(info.stateRootHash).toEqual(stateRootHash)
      seqnos.push(info.last.seqno, last.seqno)
    }
    expect(new Set(seqnos)).toEqual(new Set([head.seqno]))
    for (const server of [first, second]) expect(server.names()).toContain('getMasterchainInfo')
    expect(network.stats()).toMatchObject({ alive: 2, proofFailures: 0 })
    expect(network.consensusSeqno()).toBe(800)
  })

  it('uses no server that is far behind a block that an earlier run has proved', async () => {
    const { session, network } = await readyNetwork()
    // Three blocks can be late by more than ten seconds, more blocks only by less.
    network.noteIndexed(803)
    expect((await session.last()).seqno).toBe(800)
    network.noteIndexed(1_800)
    await expect(session.last()).rejects.toThrow("its head is 800, the network's at least 1800")
    expect(network.knownHead()).toBe(1_800)
  })

  it('has no head before a server has named one', async () => {
    const network = await networkOf([])
    network.noteIndexed(804)
    expect(network.knownHead()).toBeUndefined()
  })

  it('keeps the newest head when the only server falls a block behind', async () => {
    let isBehind = false
    const { session, network, head } = await readyNetwork(async (query, answer) => {
      if (query.name !== 'getMasterchainInfo' || !isBehind) return undefined
      return query.fn.encodeResponse({ ...query.fn.decodeResponse(answer), last: behind })
    })
    const behind = await session.masterchainBlock(799)
    isBehind = true
    expect(await network.session().last()).toEqual(head)
    expect((await network.session().masterchainInfo()).last).toEqual(head)
    expect(network.consensusSeqno()).toBe(800)
  })

  it('does not follow a head that no server can prove', async () => {
    const boast: Tell = async (query, answer) => {
      if (query.name !== 'getMasterchainInfo') return undefined
      const info = query.fn.decodeResponse(answer)
      return query.fn.encodeResponse({ ...info, last: { ...info.last, seqno: 1_000_000 } })
    }
    const [liar, honest] = [await watchedServer(boast), await watchedServer()]
    const network = await networkOf([liar, honest])
    expect((await network.session().last()).seqno).toBe(800)
    await vi.waitUntil(() => network.stats().servers[0]?.state === 'failed', POLL)
    expect(network.consensusSeqno()).toBe(800)
    expect(network.stats().servers[0]?.lastError).toMatch(/it does not prove \(-1,8000000000000000,1000000\)/)
  })

  it('ends an aborted request, and answers the others that share it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let isHeld = false
    const { session, network, server } = await readyNetwork(async ({ name }) => {
      if (isHeld && name === 'getMasterchainInfo') await released
      return undefined
    })
    isHeld = true
    const caller = new AbortController()
    const given = network.session({ signal: caller.signal }).last()
    const kept = session.last()
    await vi.waitUntil(() => server.asked.length > 0, POLL)
    caller.abort(new Error('the client left'))
    await expect(given).rejects.toThrow('the client left')
    release()
    expect((await kept).seqno).toBe(800)
    expect(server.names()).toEqual(['getMasterchainInfo'])
  })

  it('has no server left when closed', async () => {
    const { session, network } = await readyNetwork()
    network.close()
    await expect(session.last()).rejects.toThrow(NoServerError)
  })
})
