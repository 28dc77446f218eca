import type { Worker } from 'node:worker_threads'
import { Address } from '@ton/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { balanceOf, headOf, type NodeTest, openNodeTest, TON } from './nodeRig.ts'

const ALICE = new Address(0, Buffer.alloc(32, 0xa1))
const BOB = new Address(0, Buffer.alloc(32, 0xb0))

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

const give = (devnet: RunningDevnet, to: Address) =>
  devnet.faucet({ address: to.toString(), amount: 10n * TON })

describe('a restart', () => {
  it('continues after it was closed, with its settings', async () => {
    const first = await test.start()
    await give(first, ALICE)
    await first.setTime({ forward: 1_000_000 })
    await first.settings({ block_interval: 900 })
    await first.saveSnapshot('one')
    const [head, status, { zeroState, publicKey }] = [
      await headOf(first),
      await first.status(),
      first.endpoint(),
    ]
    await first.close()

    const second = await test.start({ seed: undefined, blockInterval: undefined, scenario: undefined })
    expect(await headOf(second)).toBe(head)
    expect(await second.status()).toEqual(status)
    expect(second.endpoint()).toMatchObject({ zeroState, publicKey })
    expect(await balanceOf(second, ALICE)).toBe(10n * TON)
    await give(second, BOB)
    expect(await balanceOf(second, BOB)).toBe(10n * TON)
  })

  it('keeps the offset of the wall clock', async () => {
    const first = await test.start({ seed: undefined })
    const { utime } = await first.setTime({ forward: 1_000_000 })
    await first.close()
    const second = await test.start({ seed: undefined })
    expect((await second.status()).now).toBeGreaterThanOrEqual(utime)
    expect((await second.step(1)).utime).toBeLessThan(utime + 100_000)
  })

  it('accepts explicit settings, but not another seed', async () => {
    await (await test.start()).close()
    await expect(test.start({ seed: 'another' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('began with the seed "life", not "another"'),
    })
    const devnet = await test.start({ blockInterval: 700, genesisTime: 5 })
    expect(await devnet.status()).toMatchObject({ block_interval: 700, seqno: 2 })
    await devnet.close()
    expect(await (await test.start({ blockInterval: undefined })).status()).toMatchObject({
      block_interval: 700,
    })
  })

  it('has every announced block after a crash', async () => {
    const { promise, resolve } = Promise.withResolvers<Worker>()
    process.once('worker', resolve)
    const first = await test.start()
    const worker = await promise
    await give(first, ALICE)
    const { seqno } = await first.step(5)
    const head = await headOf(first)
    await worker.terminate()
    await first.stopped
    const second = await test.start()
    expect(await headOf(second)).toBe(head)
    expect(await balanceOf(second, ALICE)).toBe(10n * TON)
    expect(await second.step(1)).toMatchObject({ seqno: seqno + 1 })
  })
})

describe('a snapshot', () => {
  it('restores the same state repeatedly', async () => {
    const devnet = await test.start()
    await give(devnet, ALICE)
    const head = await headOf(devnet)
    const saved = await devnet.saveSnapshot('before-bob')
    const { seqno, utime } = await devnet.status()
    expect(saved).toMatchObject({ name: 'before-bob', seqno, utime })

    let replaced = 0
    const stopListening = devnet.onReplaced(() => replaced++)
    const { port } = devnet.endpoint()
    for (const times of [1, 2]) {
      await give(devnet, BOB)
      await devnet.setTime({ forward: 10_000 })
      expect(await devnet.restoreSnapshot('before-bob')).toEqual({ seqno, utime })
      expect(replaced).toBe(times)
      expect(devnet.endpoint().port).toBe(port)
      expect(await headOf(devnet)).toBe(head)
      expect(await balanceOf(devnet, ALICE)).toBe(10n * TON)
      expect(await balanceOf(devnet, BOB)).toBe(0n)
    }
    stopListening()
    expect((await devnet.status()).snapshots).toEqual([saved])
    await devnet.restoreSnapshot('before-bob')
    expect(replaced).toBe(2)
  })

  it('is not overwritten, and gone once it is forgotten', async () => {
    const devnet = await test.start()
    const first = await devnet.saveSnapshot('a')
    await devnet.step(1)
    await expect(devnet.saveSnapshot('a')).rejects.toMatchObject({ code: 'conflict' })
    const second = await devnet.saveSnapshot('b')
    expect((await devnet.status()).snapshots).toEqual([first, second])
    await devnet.deleteSnapshot('a')
    expect((await devnet.status()).snapshots).toEqual([second])
    for (const name of ['a', 'never']) {
      await expect(devnet.restoreSnapshot(name)).rejects.toMatchObject({ code: 'not-found' })
      await expect(devnet.deleteSnapshot(name)).rejects.toMatchObject({ code: 'not-found' })
    }
    for (const name of ['', '../a', 'A', 'x'.repeat(33)]) {
      await expect(devnet.saveSnapshot(name)).rejects.toMatchObject({ code: 'bad-request' })
      await expect(devnet.restoreSnapshot(name)).rejects.toMatchObject({ code: 'bad-request' })
    }
    expect(await devnet.step(1)).toMatchObject({ seqno: 4 })
  })

  it('that is damaged is refused, and the chain is kept', async () => {
    const devnet = await test.start()
    await devnet.saveSnapshot('spoilt')
    await give(devnet, ALICE)
    test.spoilSnapshot('spoilt')
    const head = await headOf(devnet)
    await expect(devnet.restoreSnapshot('spoilt')).rejects.toMatchObject({ code: 'conflict' })
    expect(await headOf(devnet)).toBe(head)
    await give(devnet, BOB)
  })
})

describe('a reset', () => {
  it('is a first start again; snapshots stay', async () => {
    const devnet = await test.start({ blockInterval: 800 })
    const first = await headOf(devnet)
    await give(devnet, ALICE)
    const saved = await devnet.saveSnapshot('kept')
    const head = await headOf(devnet)
    let replaced = 0
    devnet.onReplaced(() => replaced++)
    expect(await devnet.reset()).toMatchObject({ seqno: 2 })
    expect(replaced).toBe(1)
    expect(await headOf(devnet)).toBe(first)
    expect(await balanceOf(devnet, ALICE)).toBe(0n)
    expect(await devnet.status()).toMatchObject({ seed: 'life', block_interval: 800, snapshots: [saved] })
    await devnet.restoreSnapshot('kept')
    expect(await headOf(devnet)).toBe(head)
  })

  it('starts again on the wall clock', async () => {
    const devnet = await test.start({ seed: undefined })
    await devnet.setTime({ forward: 100_000_000 })
    const { utime } = await devnet.reset()
    expect(utime).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
  })

  it('refuses those who wait at the faucet', async () => {
    const devnet = await test.start()
    const reset = devnet.reset()
    const waiting = expect(give(devnet, ALICE)).rejects.toMatchObject({ code: 'conflict' })
    await Promise.all([reset, waiting])
    await give(devnet, ALICE)
    expect(await balanceOf(devnet, ALICE)).toBe(10n * TON)
  })
})
