import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import {
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
} from '../../../src-main/liteserver/errors.ts'
import type { GlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { LiteServerAddress } from '../../../src-main/liteserver/pool/liteConnection.ts'
import type { TlFunction } from '../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { verifyAllShards } from '../../../src-main/liteserver/verify/shards.ts'
import { type FarServerProfile, faultless, PRESETS } from '../../publicNetwork/profiles.ts'
import { recordChain } from '../../publicNetwork/recordChain.ts'
import {
  type PublicNetwork,
  replayPublicNetwork,
  startPublicNetwork,
} from '../../publicNetwork/startPublicNetwork.ts'
import { fakeClock } from '../../unit/liteserver/pool/fakeClock.ts'
import { openTestDevnet, type TestDevnet } from '../devnet/testDevnet.ts'

const BLOCKS = 30

/** Servers of a simulated public network: what the bench measures with must do what its profile says. */
describe('a simulated liteserver', () => {
  let chain: TestDevnet
  let server: AdnlServer
  let config: GlobalConfig
  beforeAll(async () => {
    chain = await openTestDevnet('public network')
    for (let made = 0; made < BLOCKS; made++) await step()
    server = await serveDevnet(chain.devnet, { clock: () => chain.time.now })
    const { zeroState } = chain.devnet.store
    const liteservers = [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }]
    config = { liteservers, zeroState, initBlock: zeroState, hardforks: [] }
  })
  afterAll(async () => {
    await server.close()
    await chain.close()
  })

  const open: PublicNetwork[] = []
  afterEach(async () => {
    for (const network of open.splice(0)) await network.close()
  })

  async function step(): Promise<number> {
    chain.time.now += 1
    return (await chain.devnet.step()).masterchain.seqno
  }

  async function start(...servers: readonly FarServerProfile[]): Promise<PublicNetwork> {
    const network = await startPublicNetwork({ chain: config, servers })
    open.push(network)
    return network
  }

  /** Sends queries to one server over a connection of its own, one after the other. */
  async function connection(network: PublicNetwork, index = 0) {
    const address = network.config.liteservers[index]
    if (!address) throw new Error(`there is no server ${index}`)
    const adnl = await connectAdnl(address)
    return {
      close: () => adnl.close(),
      async ask<Q, R>(fn: TlFunction<Q, R>, request: Q, timeoutMs = 5_000): Promise<R> {
        return fn.decodeResponse(await adnl.query(encodeLiteQuery(fn, request), { timeoutMs }))
      },
    }
  }

  const bySeqno = (seqno: number) => ({
    mode: 1,
    id: { workchain: -1, shard: 0x8000000000000000n, seqno },
  })

  it('answers as the chain does, and counts queries and round trips', async () => {
    const network = await start(faultless(5))
    const { ask, close } = await connection(network)
    const { last } = await ask(liteApi.getMasterchainInfo, {})
    expect(last.seqno).toBe(BLOCKS)
    await Promise.all([1, 2, 3].map(() => ask(liteApi.getTime, {})))
    await ask(liteApi.getTime, {})
    expect(network.ledger.entry).toMatchObject({
      queries: { getMasterchainInfo: 1, getTime: 4 },
      total: 5,
      roundTrips: 3,
      refusals: 0,
      servers: { 0: { queries: 5, refusals: 0 } },
    })
    network.ledger.reset()
    expect(network.ledger.entry).toMatchObject({ total: 0, roundTrips: 0, bytesReceived: 0 })
    close()
  })

  it('lags by its number of blocks, at least', async () => {
    const network = await start({ ...faultless(1), lag: 2 })
    const { ask, close } = await connection(network)
    // Heads before the start are not known: it begins to lag with the next blocks.
    for (let made = 0; made < 3; made++) await step()
    const newest = await step()
    const head = async () => (await ask(liteApi.getMasterchainInfo, {})).last.seqno
    await expect.poll(head).toBeGreaterThan(BLOCKS)
    expect(await head()).toBeLessThanOrEqual(newest - 2)
    await expect(ask(liteApi.lookupBlock, bySeqno(newest - 1))).rejects.toThrow(LiteServerError)
    expect((await ask(liteApi.lookupBlock, bySeqno(BLOCKS))).id.seqno).toBe(BLOCKS)
    close()
  })

  it('keeps only its newest blocks and states', async () => {
    const network = await start({ ...faultless(1), keeps: { blocks: 10, states: 5 } })
    const { ask, close } = await connection(network)
    const { last } = await ask(liteApi.getMasterchainInfo, {})
    await expect(ask(liteApi.lookupBlock, bySeqno(last.seqno - 10))).rejects.toMatchObject({ code: 651 })
    const { id } = await ask(liteApi.lookupBlock, bySeqno(last.seqno - 7))
    expect((await ask(liteApi.getBlockHeader, { id, mode: 0 })).id).toEqual(id)
    await expect(ask(liteApi.getConfigAll, { id, mode: 0 })).rejects.toMatchObject({ code: 651 })
    close()
  })

  it('refuses what is beyond its rate, or closes the connection', async () => {
    const limited = (refusal: 'node' | 'proxy' | 'close') => ({
      ...faultless(1),
      rate: { perSecond: 2, refusal },
    })
    const network = await start(limited('node'), limited('proxy'), limited('close'))
    const refused = [{ code: 228 }, { code: 429 }, expect.any(LiteConnectionError)]
    for (const [index, error] of refused.entries()) {
      const { ask, close } = await connection(network, index)
      await ask(liteApi.getTime, {})
      await ask(liteApi.getTime, {})
      const third = await ask(liteApi.getTime, {}).catch((one: unknown) => one)
      expect(third).toEqual(
        error instanceof Object && 'code' in error ? expect.objectContaining(error) : error,
      )
      close()
    }
  })

  it('lacks functions of newer versions, and can hang on all but polls', async () => {
    const network = await start({ ...faultless(1), unknown: ['getTime'] }, { ...faultless(1), hangs: true })
    const old = await connection(network, 0)
    await expect(old.ask(liteApi.getTime, {})).rejects.toThrow('unknown function')
    old.close()
    const hanging = await connection(network, 1)
    expect((await hanging.ask(liteApi.getMasterchainInfo, {})).last.seqno).toBeGreaterThan(0)
    await expect(hanging.ask(liteApi.getTime, {}, 50)).rejects.toThrow(LiteTimeoutError)
    hanging.close()
  })

  it('lacks waiting queries in an older version', async () => {
    const network = await start({ ...faultless(1), unknown: ['waitMasterchainSeqno'] })
    const adnl = await connectAdnl(network.config.liteservers[0] as LiteServerAddress)
    const answer = await adnl.query(encodeLiteQuery(liteApi.getTime, {}, { seqno: 1, timeoutMs: 1_000 }))
    expect(() => liteApi.getTime.decodeResponse(answer)).toThrow('unknown function')
    adnl.close()
  })

  it('breaks its connections when it restarts, and comes back', async () => {
    const clock = fakeClock()
    const restarts = { everyMs: 10_000, downMs: 1_000 }
    const network = await startPublicNetwork({
      chain: config,
      servers: [{ ...faultless(0), restarts }],
      clock,
    })
    open.push(network)
    /** Asks while the clock of the network goes on. */
    const time = async ({ ask }: Awaited<ReturnType<typeof connection>>) => {
      const asked = ask(liteApi.getTime, {})
      const ended = asked.then(
        () => true,
        () => true,
      )
      while (!(await Promise.race([ended, clock.advance(1)])));
      return asked
    }
    const before = await connection(network)
    await time(before)
    await clock.advance(10_000)
    await expect(time(before)).rejects.toThrow(LiteConnectionError)
    await expect(time(await connection(network))).rejects.toThrow(LiteConnectionError)
    await clock.advance(1_000)
    const after = await connection(network)
    expect((await time(after)).now).toBeGreaterThan(0)
    after.close()
  })

  it('is proved by a gateway as any liteserver is, with every fault of the public network', async () => {
    const network = await startPublicNetwork({ chain: config, servers: 'public' })
    open.push(network)
    expect(network.config.liteservers).toHaveLength(PRESETS.public().length)
    const { zeroState } = config
    const opened = await openLiteNetwork({ config: { ...network.config, zeroState } })
    try {
      const session = opened.session()
      const last = await session.last()
      expect(last.seqno).toBeGreaterThanOrEqual(BLOCKS - 10)
      const oldest = await opened.session().masterchainBlock(1)
      expect(await opened.session().blockHeader(oldest)).toMatchObject({ id: { seqno: 1 } })
      expect(opened.stats().proofFailures).toBe(0)
    } finally {
      opened.close()
    }
  })

  describe('over a recorded chain', () => {
    const options = { blocks: 12, shards: 2, blocksPerSecond: 5, transfers: 2, wallets: 8 }
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tonscope-recording-'))
      await recordChain(join(folder, 'chain'), options)
    })
    afterAll(() => rm(folder, { recursive: true }))

    async function replay(from: number, ...servers: readonly FarServerProfile[]) {
      const clock = fakeClock()
      const recording = await recordChain(join(folder, 'chain'), options)
      const network = await replayPublicNetwork({
        recording,
        from: recording.first + from,
        perSecond: 5,
        servers,
        clock,
      })
      open.push(network)
      return { clock, recording, network }
    }

    it('moves its head along the recording at the rate that is asked for, up to the last block', async () => {
      const { clock, recording, network } = await replay(2, faultless(0))
      const heads = [network.head()]
      for (const ms of [199, 1, 1_000, 60_000]) {
        await clock.advance(ms)
        heads.push(network.head())
      }
      const { first, last } = recording
      expect(heads).toEqual([first + 2, first + 2, first + 3, first + 8, last])
      expect(last).toBe(first + options.blocks - 1)
    })

    it('serves no block that its head has not reached, and proves those that it has', async () => {
      const { clock, recording, network } = await replay(0, { ...faultless(0), lag: 2 })
      await clock.advance(1_000)
      expect(network.head()).toBe(recording.first + 5)
      const { ask, close } = await connection(network)
      /** Asks while the clock of the network goes on by less than a block. */
      const asked = async <T>(question: Promise<T>): Promise<T> => {
        const ended = question.then(
          () => true,
          () => true,
        )
        for (let turn = 0; turn < 100 && !(await Promise.race([ended, clock.advance(1)])); turn++);
        return question
      }
      const { last } = await asked(ask(liteApi.getMasterchainInfo, {}))
      expect(last.seqno).toBe(recording.first + 3)
      const next = asked(ask(liteApi.lookupBlock, bySeqno(last.seqno + 1)))
      await expect(next).rejects.toMatchObject({ code: 651 })
      const from = { mode: 0, knownBlock: network.config.zeroState }
      const { complete, to, steps } = await asked(ask(liteApi.getBlockProof, from))
      expect([complete, to, steps.at(-1)?.kind]).toEqual([true, last, 'forward'])
      const shards = await asked(ask(liteApi.getAllShardsInfo, { id: last }))
      expect(verifyAllShards({ id: last }, shards)).toHaveLength(options.shards)
      close()
    })
  })
})
