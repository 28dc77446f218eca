import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { Address } from '@ton/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shardToHex } from '#shared/ton/shard.ts'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { startDevnet } from '../../../src-main/devnet/runtime/startDevnet.ts'
import { until } from '../../fixtures/until.ts'
import {
  balanceOf,
  clientOf,
  giverWallet,
  headOf,
  type NodeTest,
  openNodeTest,
  SEED,
  sendTo,
  TON,
  waitForBlock,
} from './nodeRig.ts'

const UNUSED_ADDRESS = new Address(0, Buffer.alloc(32, 0x55))

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

describe('a first start', () => {
  it('answers with a chain of its first blocks', async () => {
    const devnet = await test.start()
    expect(await devnet.status()).toEqual({
      seed: SEED,
      seqno: 2,
      utime: 1_767_225_601,
      now: 1_767_225_602,
      clock: 'stepped',
      clock_offset: null,
      clock_behind: 0,
      block_interval: 0,
      traffic: false,
      shards: 1,
      elections: 0,
      waiting_messages: 0,
      faucet: {
        address: giverWallet().address.toRawString(),
        balance: (5_000_000_000n * TON).toString(),
        largest: (1_000_000n * TON).toString(),
      },
      scenario: [],
      snapshots: [],
    })
    expect(await headOf(devnet)).toMatch(/^2:/)
  })

  it('is on the wall clock without a seed, and starts two hours in the past', async () => {
    const before = Math.floor(Date.now() / 1000)
    const devnet = await test.start({ seed: undefined })
    const { clock, seed, utime, now } = await devnet.status()
    expect({ clock, seed }).toEqual({ clock: 'wall', seed: 'tonscope' })
    expect(utime).toBeGreaterThanOrEqual(before)
    expect(now).toBeGreaterThanOrEqual(utime)
    expect(now).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
  })

  it('refuses settings that make no sense and leaves nothing behind', async () => {
    const dir = join(test.dir, 'new')
    for (const settings of [
      { shards: 3 },
      { blockInterval: -1 },
      { seed: '' },
      { genesisTime: 0.5 },
      { traffic: true },
    ]) {
      await expect(startDevnet({ dir, scenario: false, ...settings })).rejects.toMatchObject({
        name: 'DevnetError',
        code: 'bad-request',
      })
    }
    expect(existsSync(join(dir, 'devnet.json'))).toBe(false)
  })

  it('refuses a chain whose settings are missing, until a reset is chosen', async () => {
    const devnet = await test.start()
    await devnet.step(3)
    await devnet.close()
    rmSync(join(test.dir, 'devnet.json'))
    const files = () => readdirSync(join(test.dir, 'chain')).filter((name) => !name.startsWith('lock'))
    const before = files()
    await expect(test.start()).rejects.toMatchObject({
      name: 'DevnetError',
      code: 'conflict',
      message: expect.stringMatching(
        /devnet\.json is missing, and .*chain holds a chain\. Nothing was changed\./,
      ),
    })
    expect(files()).toEqual(before)
    expect(existsSync(join(test.dir, 'devnet.json'))).toBe(false)
    const begun = await test.start({ recover: 'reset' })
    expect((await begun.status()).seqno).toBe(2)
  })

  it('rejects if its port is taken', async () => {
    const devnet = await test.start()
    const { port } = devnet.endpoint()
    const dir = join(test.dir, 'other')
    await expect(startDevnet({ dir, scenario: false, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('rejects when its start is aborted', async () => {
    const abort = new AbortController()
    const start = test.start({ signal: abort.signal } as object)
    abort.abort(new Error('enough'))
    await expect(start).rejects.toThrow('enough')
  })
})

describe('block production', () => {
  it('brings blocks without messages at the interval', async () => {
    const devnet = await test.start({ blockInterval: 0.1 })
    await waitForBlock(devnet, 6)
    await devnet.settings({ block_interval: 0 })
    const { seqno, block_interval } = await devnet.status()
    expect(seqno).toBeGreaterThanOrEqual(6)
    expect(block_interval).toBe(0)
    // The next block is the requested one.
    expect(await devnet.step(1)).toMatchObject({ seqno: seqno + 1 })
  })

  it('makes a block for a message, and the blocks that bring it to its account', async () => {
    const devnet = await test.start()
    const body = giverWallet().message([{ to: UNUSED_ADDRESS, amount: 3n * TON }], { now: 1_800_000_000 })
    await sendTo(devnet, body)
    await waitForBlock(devnet, 4)
    expect(await balanceOf(devnet, UNUSED_ADDRESS)).toBe(3n * TON)
    expect((await devnet.status()).waiting_messages).toBe(0)
  })

  it('refuses a bad message as a liteserver does and makes no block for it', async () => {
    const devnet = await test.start()
    await expect(sendTo(devnet, Buffer.from('nothing'))).rejects.toThrow(/cannot apply external message/)
    expect(await devnet.step(1)).toMatchObject({ seqno: 3 })
  })
})

describe('the commands', () => {
  it('makes the requested number of blocks, a second apart under a seed', async () => {
    const devnet = await test.start()
    expect(await devnet.step(20)).toEqual({ seqno: 22, utime: 1_767_225_621 })
    for (const blocks of [0, -1, 1.5, 1001]) {
      await expect(devnet.step(blocks)).rejects.toMatchObject({ code: 'bad-request' })
    }
    expect((await devnet.status()).seqno).toBe(22)
  })

  it('answers queries while it makes many blocks', async () => {
    const devnet = await test.start()
    const made = devnet.step(60)
    await waitForBlock(devnet, 10)
    expect((await devnet.status()).seqno).toBeLessThan(62)
    expect(await made).toMatchObject({ seqno: 62 })
  })

  it('sets the time forward and never back', async () => {
    const devnet = await test.start()
    const { now } = await devnet.status()
    expect(await devnet.setTime({ forward: 86_400 })).toEqual({ seqno: 3, utime: now + 86_400 })
    expect(await devnet.setTime({ to: now + 200_000 })).toEqual({ seqno: 4, utime: now + 200_000 })
    expect(await devnet.step(1)).toEqual({ seqno: 5, utime: now + 200_001 })
    for (const journey of [{ to: now }, { forward: 0 }, { to: 4_294_967_295 }, { forward: 0.5 }]) {
      await expect(devnet.setTime(journey)).rejects.toMatchObject({ code: 'bad-request' })
    }
    expect((await devnet.status()).seqno).toBe(5)
  })

  it('sets the wall clock, which continues from that time', async () => {
    const devnet = await test.start({ seed: undefined })
    const { now } = await devnet.status()
    const { utime } = await devnet.setTime({ to: now + 1_000_000 })
    expect(utime).toBeGreaterThanOrEqual(now + 1_000_000)
    await until('the clock has moved on', async () => (await devnet.status()).now > utime || undefined)
    expect((await devnet.step(1)).utime).toBeGreaterThan(utime)
  })

  it('changes settings one by one', async () => {
    const devnet = await test.start()
    await devnet.settings({ block_interval: 600 })
    await devnet.settings({ traffic: false })
    await devnet.settings({})
    expect(await devnet.status()).toMatchObject({ block_interval: 600, traffic: false, shards: 1 })
    await expect(devnet.settings({ traffic: true, block_interval: 5 })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(devnet.settings({ block_interval: -1 })).rejects.toMatchObject({ code: 'bad-request' })
    expect((await devnet.status()).block_interval).toBe(600)
  })
})

describe('shards', () => {
  it('split and merge as requested, and keep their number after a restart', async () => {
    const devnet = await test.start({ shards: 2 })
    const shardsOf = async (running: RunningDevnet) => {
      const client = await clientOf(running)
      const session = client.session()
      const shards = await session.shards(await session.last())
      client.close()
      return shards.map(({ shard }) => shardToHex(shard))
    }
    const stepUntil = (running: RunningDevnet, count: number) =>
      until(`there are ${count} shards`, async () => {
        await running.step(10)
        const shards = await shardsOf(running)
        return shards.length === count ? shards : undefined
      })
    expect(await stepUntil(devnet, 2)).toEqual(['4000000000000000', 'c000000000000000'])
    for (const byte of [0x01, 0xf1]) {
      const to = new Address(0, Buffer.alloc(32, byte))
      await devnet.faucet({ address: to.toString(), amount: TON })
      expect(await balanceOf(devnet, to)).toBe(TON)
    }
    await devnet.close()

    const again = await test.start()
    expect((await again.status()).shards).toBe(2)
    await again.step(3)
    expect(await shardsOf(again)).toHaveLength(2)
    await again.settings({ shards: 1 })
    expect(await stepUntil(again, 1)).toEqual(['8000000000000000'])
  })
})

describe('a thread', () => {
  it('that is closed ends without an error and answers nothing more', async () => {
    const devnet = await test.start()
    await devnet.close()
    expect(await devnet.stopped).toBeUndefined()
    await expect(devnet.status()).rejects.toThrow('the devnet stopped')
    await devnet.close()
  })

  it('that dies rejects later and pending calls', async () => {
    const { promise, resolve } = Promise.withResolvers<Worker>()
    process.once('worker', resolve)
    const devnet: RunningDevnet = await test.start()
    const worker = await promise
    const answer = devnet.step(1000)
    const refused = expect(answer).rejects.toThrow('the devnet stopped')
    await worker.terminate()
    expect(await devnet.stopped).toMatchObject({ name: 'DevnetStoppedError' })
    await refused
    await expect(devnet.status()).rejects.toThrow('the devnet stopped')
  })
})

describe('two devnets of one seed', () => {
  it('make the same chain of the same commands', async () => {
    const other = openNodeTest()
    try {
      const heads = await Promise.all(
        [test, other].map(async ({ start }) => {
          const devnet = await start()
          await devnet.faucet({ address: UNUSED_ADDRESS.toString(), amount: 7n * TON, comment: 'same' })
          await devnet.step(3)
          await devnet.setTime({ forward: 3600 })
          await devnet.faucet({ address: `-1:${'5a'.repeat(32)}`, amount: TON })
          return headOf(devnet)
        }),
      )
      expect(heads[0]).toBe(heads[1])
    } finally {
      await other.end()
    }
  })
})
