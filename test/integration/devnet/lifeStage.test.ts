import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { readAccount } from '../../../src-main/devnet/life/chainReads.ts'
import { createStage, play } from '../../../src-main/devnet/life/stage.ts'
import type { Stage } from '../../../src-main/devnet/scenario/stage.ts'
import { GENESIS, openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const HOUR = 3600
const END = GENESIS + 2 * HOUR
const NOBODY = new Address(0, Buffer.alloc(32, 0x66))

describe('the stage of the scenario', () => {
  let test: TestDevnet
  let stage: Stage
  beforeAll(async () => {
    test = await openTestDevnet('stage')
    stage = createStage({ devnet: test.devnet, seed: 'stage', time: test.time, end: END })
    await stage.settle()
  })
  afterAll(() => test.close())

  it('makes blocks until what was sent has arrived, some seconds apart', async () => {
    const giver = TestWallet.giver(test.devnet.keys.giver)
    const before = stage.now()
    await stage.send(parseBocRoot(giver.message([{ to: NOBODY, amount: 5n }], { now: stage.now() })))
    expect(test.devnet.waitingMessages).toBe(1)
    await stage.settle()
    expect(test.devnet.waitingMessages).toBe(0)
    expect((await readAccount(test.devnet, NOBODY))?.storage.balance.coins).toBe(5n)
    expect(stage.now()).toBe(before + 6)
  })

  it('tells code and data of active accounts only', async () => {
    const giver = TestWallet.giver(test.devnet.keys.giver).address
    expect((await stage.state(giver))?.data.beginParse().loadUint(32)).toBe(1)
    expect(await stage.state(NOBODY)).toBeUndefined()
    expect(await stage.state(new Address(0, Buffer.alloc(32, 0x67)))).toBeUndefined()
  })

  it('spreads chapters over the time that there is; the next block has the time it shows', async () => {
    const begin = stage.now()
    const starts: number[] = []
    const chapter = async (played: Stage) => {
      starts.push(played.now())
      await played.settle()
    }
    await play(stage, [chapter, chapter, chapter, chapter], { end: END })
    const span = END - begin
    expect(starts).toEqual([0, 1, 2, 3].map((index) => begin + Math.floor((span * index) / 4)))
    const { store } = test.devnet
    expect(store.find(store.head())?.head?.genUtime).toBe(starts[3])
  })

  it('knows neither the past nor the future, and no two of one name', () => {
    const now = stage.now()
    expect(() => stage.wait(-1)).toThrow('cannot wait -1 seconds')
    expect(() => stage.wait(0.5)).toThrow('cannot wait 0.5 seconds')
    expect(() => stage.wait(END - now + 1)).toThrow('it lasts into the future')
    expect(stage.now()).toBe(now)
    stage.introduce({ name: 'nobody', kind: 'address', address: NOBODY })
    expect(() => stage.introduce({ name: 'nobody', kind: 'address', address: NOBODY })).toThrow(
      'two of nobody',
    )
    expect(stage.introduced).toEqual([{ name: 'nobody', kind: 'address', address: NOBODY.toRawString() }])
  })
})
