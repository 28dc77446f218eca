import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { readAccount } from '../../../src-main/devnet/runtime/chainReads.ts'
import { createScenarioContext, runScenario } from '../../../src-main/devnet/runtime/runScenario.ts'
import type { ScenarioContext } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { GENESIS, openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const HOUR = 3600
const END = GENESIS + 2 * HOUR
const UNUSED_ADDRESS = new Address(0, Buffer.alloc(32, 0x66))

describe('the context of the scenario', () => {
  let test: TestDevnet
  let context: ScenarioContext
  beforeAll(async () => {
    test = await openTestDevnet('stage')
    context = createScenarioContext({ devnet: test.devnet, seed: 'stage', time: test.time, end: END })
    await context.settle()
  })
  afterAll(() => test.close())

  it('makes blocks until what was sent has arrived, some seconds apart', async () => {
    const giver = TestWallet.giver(test.devnet.keys.giver)
    const before = context.now()
    await context.send(
      parseBocRoot(giver.message([{ to: UNUSED_ADDRESS, amount: 5n }], { now: context.now() })),
    )
    expect(test.devnet.waitingMessages).toBe(1)
    await context.settle()
    expect(test.devnet.waitingMessages).toBe(0)
    expect((await readAccount(test.devnet, UNUSED_ADDRESS))?.storage.balance.coins).toBe(5n)
    expect(context.now()).toBe(before + 6)
  })

  it('returns code and data of active accounts only', async () => {
    const giver = TestWallet.giver(test.devnet.keys.giver).address
    expect((await context.state(giver))?.data.beginParse().loadUint(32)).toBe(1)
    expect(await context.state(UNUSED_ADDRESS)).toBeUndefined()
    expect(await context.state(new Address(0, Buffer.alloc(32, 0x67)))).toBeUndefined()
  })

  it('spreads the steps over the time up to the end; the next block has the time of `now`', async () => {
    const begin = context.now()
    const starts: number[] = []
    const step = async (played: ScenarioContext) => {
      starts.push(played.now())
      await played.settle()
    }
    await runScenario(context, [step, step, step, step], { end: END })
    const span = END - begin
    expect(starts).toEqual([0, 1, 2, 3].map((index) => begin + Math.floor((span * index) / 4)))
    const { store } = test.devnet
    expect(store.find(store.head())?.head?.genUtime).toBe(starts[3])
  })

  it('rejects negative and fractional waits, waits beyond the end, and two accounts of one name', () => {
    const now = context.now()
    expect(() => context.wait(-1)).toThrow('cannot wait -1 seconds')
    expect(() => context.wait(0.5)).toThrow('cannot wait 0.5 seconds')
    expect(() => context.wait(END - now + 1)).toThrow('it lasts into the future')
    expect(context.now()).toBe(now)
    context.addAccount({ name: 'unused', kind: 'address', address: UNUSED_ADDRESS })
    expect(() => context.addAccount({ name: 'unused', kind: 'address', address: UNUSED_ADDRESS })).toThrow(
      'two of unused',
    )
    expect(context.accounts).toEqual([
      { name: 'unused', kind: 'address', address: UNUSED_ADDRESS.toRawString() },
    ])
  })
})
