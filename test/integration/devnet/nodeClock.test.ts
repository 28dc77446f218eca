import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DevnetNode } from '../../../src-main/devnet/runtime/devnetNode.ts'
import { giverWallet, sendTo, TON } from './nodeRig.ts'
import { TestWallet } from './wallet.ts'

const HOUR = 3_600
const START = 1_800_000_000

let dir: string
/** The clocks of a machine that the test sets. */
let clocks: { wall: number; steady: number }
let notices: string[]
let node: DevnetNode | undefined

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-clock-'))
  clocks = { wall: START * 1000, steady: 0 }
  notices = []
})
afterEach(async () => {
  await node?.close()
  node = undefined
  rmSync(dir, { recursive: true })
})

async function open(): Promise<DevnetNode> {
  const troubles: unknown[] = []
  const settings = { dir, scenario: false, blockInterval: 0, genesisTime: START - HOUR }
  node = await DevnetNode.open(settings, {
    onTrouble: (error) => troubles.push(error),
    onReplacing: async () => {},
    onReplaced() {},
    onHead() {},
    onNotice: (line) => notices.push(line),
    onFatal: (error) => troubles.push(error),
    machine: { wall: () => clocks.wall, steady: () => clocks.steady },
  })
  return node
}

/** Lets both clocks go on. */
function pass(seconds: number): void {
  clocks.wall += seconds * 1000
  clocks.steady += seconds * 1000
}

it('a devnet goes on from its newest block after the clock of its machine jumped ahead and back', async () => {
  let devnet = await open()
  const blockTime = async () => (await devnet.step(1)).utime
  expect(await blockTime()).toBe(START)
  clocks.wall += HOUR * 1000
  expect(await blockTime()).toBe(START + HOUR)
  clocks.wall -= HOUR * 1000
  for (const seconds of [5, 10, 15]) {
    pass(5)
    expect(await blockTime()).toBe(START + HOUR + seconds)
  }
  expect(await devnet.status()).toMatchObject({
    utime: START + HOUR + 15,
    now: START + HOUR + 15,
    clock_offset: HOUR,
    clock_behind: HOUR,
  })
  expect(notices).toEqual([expect.stringContaining(`${HOUR} s behind the newest block`)])

  // A wallet that reads the devnet's time.
  const { now } = await devnet.status()
  const giver = giverWallet('tonscope')
  const gift = { to: TestWallet.basechain(0).address, amount: TON }
  await sendTo(devnet, giver.message([gift], { now }))
  await devnet.step(1)

  await devnet.setTime({ forward: 100 })
  expect(await devnet.status()).toMatchObject({ clock_offset: HOUR + 100, clock_behind: HOUR })

  await devnet.close()
  pass(60)
  devnet = await open()
  expect(await devnet.status()).toMatchObject({
    now: START + HOUR + 15 + 100 + 60,
    clock_offset: HOUR + 100,
    clock_behind: HOUR,
  })
  expect(await blockTime()).toBe(START + HOUR + 15 + 100 + 60)

  clocks.wall += HOUR * 1000
  pass(10)
  expect(await blockTime()).toBe(START + HOUR + 15 + 100 + 60 + 10)
  expect(await devnet.status()).toMatchObject({ clock_offset: 100, clock_behind: 0 })
  expect(notices.at(-1)).toContain('has caught up')
})

it('a devnet that is opened with a clock behind its newest block goes on from that block', async () => {
  let devnet = await open()
  await devnet.step(1)
  await devnet.close()
  clocks.wall = 1_000_000_000_000
  devnet = await open()
  pass(30)
  expect((await devnet.step(1)).utime).toBe(START + 30)
  expect(await devnet.status()).toMatchObject({ clock_behind: START - 1_000_000_000 })
})
