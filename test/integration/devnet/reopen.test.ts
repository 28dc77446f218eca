import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { Devnet, type DevnetOptions } from '../../../src-main/devnet/chain/devnet.ts'
import { GENESIS } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const time = { now: GENESIS }
let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-reopen-'))
  time.now = GENESIS
})
afterEach(() => rmSync(dir, { recursive: true }))

const open = (options: Partial<DevnetOptions> = {}) =>
  Devnet.create({ seed: 'reopen', genesisTime: GENESIS, dir, clock: () => time.now, ...options })

async function steps(devnet: Devnet, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    time.now += 5
    await devnet.step()
  }
}

/** Sends one wallet's coins to all accounts: a message for each seqno. */
function gift(devnet: Devnet, seqno: number): Buffer {
  const giver = TestWallet.giver(devnet.keys.giver)
  const to = TestWallet.basechain(seqno).address
  return giver.message([{ to, amount: 1_000_000_000n }], { now: time.now, seqno })
}

/** All that a reader can see of a devnet. */
async function everything({ store }: Devnet) {
  const head = store.head()
  const seen = []
  for (const shard of [
    { workchain: MASTERCHAIN, shard: FULL_SHARD },
    { workchain: 0, shard: FULL_SHARD },
  ]) {
    for (let seqno = 0; seqno <= head.seqno; seqno++) {
      const block = store.findBySeqno({ ...shard, seqno })
      if (!block) continue
      seen.push({
        id: block.id,
        head: block.head,
        file: store.data(block).toString('base64'),
        root: store.root(block).hash(),
        state: (await store.state(block)).hash(),
        committedBy: store.committedBy(block),
        signatures: shard.workchain === MASTERCHAIN ? store.signatures(seqno) : undefined,
        byLt: block.head && store.lookup(shard.workchain, 0n, { lt: block.head.endLt })?.id,
      })
    }
  }
  return { head, tops: store.tops(), zeroState: store.zeroState, keyBlock: store.keyBlockUpTo(1000), seen }
}

describe('a devnet that is opened again', () => {
  it('has its last head, and continues', async () => {
    let devnet = await open()
    await steps(devnet, 3)
    await devnet.send(gift(devnet, 0))
    await steps(devnet, 4)
    const before = await everything(devnet)
    await devnet.close()

    devnet = await open()
    expect(await everything(devnet)).toEqual(before)
    await devnet.send(gift(devnet, 1))
    await steps(devnet, 2)
    expect(devnet.store.head().seqno).toBe(9)
    expect(devnet.waitingMessages).toBe(0)
    const after = await everything(devnet)
    await devnet.close()

    devnet = await open()
    expect(await everything(devnet)).toEqual(after)
    await devnet.close()
  })

  it('makes the same blocks as one that was never closed', async () => {
    const other = mkdtempSync(join(tmpdir(), 'devnet-reopen-'))
    try {
      const traffic = async (devnet: Devnet, from: number) => {
        await devnet.send(gift(devnet, from))
        await steps(devnet, 3)
      }
      const whole = await open({ dir: other })
      await steps(whole, 1)
      for (const seqno of [0, 1, 2]) await traffic(whole, seqno)
      const head = whole.store.head()
      await whole.close()

      time.now = GENESIS
      let devnet = await open()
      await steps(devnet, 1)
      for (const seqno of [0, 1, 2]) {
        await traffic(devnet, seqno)
        await devnet.close()
        devnet = await open()
      }
      expect(devnet.store.head()).toEqual(head)
      await devnet.close()
      for (const file of ['genesis', 'blocks', 'steps', 'messages']) {
        expect(readFileSync(join(dir, file)).equals(readFileSync(join(other, file)))).toBe(true)
      }
    } finally {
      rmSync(other, { recursive: true })
    }
  })

  it('still has the messages that it had accepted', async () => {
    let devnet = await open()
    await steps(devnet, 1)
    await devnet.send(gift(devnet, 0))
    await devnet.close()

    devnet = await open()
    expect(devnet.waitingMessages).toBe(1)
    await steps(devnet, 2)
    expect(devnet.waitingMessages).toBe(0)
    await expect(devnet.send(gift(devnet, 0))).rejects.toThrow('exitcode=33')
    await devnet.close()

    devnet = await open()
    expect(devnet.waitingMessages).toBe(0)
    await devnet.close()
  })

  it('answers about every state, also old ones, of a few saved ones', async () => {
    const store = { saveEvery: 7, savedStates: 3, recentBytes: 20_000 }
    let devnet = await open({ store })
    await steps(devnet, 60)
    await devnet.close()
    devnet = await open({ store })
    for (const seqno of [3, 29, 30, 1, 59, 45, 60]) {
      const block = devnet.store.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
      expect((await devnet.store.state(block!)).hash()).toEqual(block!.head!.stateHash)
    }
    await devnet.close()
  })

  it('is one at a time in a directory', async () => {
    const devnet = await open()
    await expect(open()).rejects.toMatchObject({
      name: 'DevnetDirectoryError',
      code: 'in-use',
      message: expect.stringContaining(`in use by process ${process.pid}`),
    })
    await devnet.close()
    await (await open()).close()
  })

  it('refuses a directory with another chain, and leaves it alone', async () => {
    await (await open()).close()
    const before = readFileSync(join(dir, 'genesis'))
    for (const other of [{ seed: 'another' }, { genesisTime: GENESIS + 1 }, { globalId: -3 }]) {
      await expect(open(other)).rejects.toMatchObject({
        code: 'other-chain',
        message: expect.stringContaining(Object.keys(other)[0] as string),
      })
    }
    expect(readFileSync(join(dir, 'genesis')).equals(before)).toBe(true)
    await (await open()).close()
  })

  it('names the damaged file where one in the middle of the chain is damaged', async () => {
    const devnet = await open()
    await steps(devnet, 6)
    const third = devnet.store.findBySeqno({ workchain: 0, shard: FULL_SHARD, seqno: 3 })
    const offset = readFileSync(join(dir, 'blocks')).indexOf(devnet.store.data(third!))
    await devnet.close()
    rmSync(join(dir, 'states'), { recursive: true })
    const spoil = (file: string, at: number) => {
      const data = readFileSync(join(dir, file))
      data.writeUInt8(data.readUInt8(at) ^ 1, at)
      writeFileSync(join(dir, file), data)
    }
    for (const [file, at] of [
      ['blocks', offset + 100],
      ['steps', 4],
      ['steps', 400],
      ['genesis', 20],
    ] as const) {
      spoil(file, at)
      await expect(open()).rejects.toMatchObject({ code: 'corrupt', path: join(dir, file) })
      spoil(file, at)
    }
    const again: Devnet = await open()
    expect(again.store.head().seqno).toBe(6)
    await again.close()
  })

  it('does without saved states that are damaged or of later blocks', async () => {
    let devnet = await open({ store: { saveEvery: 2 } })
    await steps(devnet, 6)
    const head: BlockIdExt = devnet.store.head()
    await devnet.close()
    for (const seqno of [6, 4]) {
      const path = join(dir, 'states', `${seqno}`.padStart(10, '0'))
      const data = readFileSync(path)
      data.fill(7, data.length - 40, data.length - 20)
      writeFileSync(path, data)
    }
    writeFileSync(join(dir, 'states', '0000000002'), 'x')
    writeFileSync(join(dir, 'states', '0000000009'), 'x')
    devnet = await open()
    expect(devnet.store.head()).toEqual(head)
    await steps(devnet, 1)
    await devnet.close()
  })
})
