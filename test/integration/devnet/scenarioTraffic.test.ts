import { SendMode } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MessageRefusedError } from '../../../src-main/devnet/chain/externalCheck.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { createTraffic } from '../../../src-main/devnet/scenario/traffic.ts'
import { transfers } from '../../../src-main/devnet/scenario/transfers.ts'
import { sendFrom } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { exitCodeOf, type PlayedTransaction } from './playedScenario.ts'
import { openScene, type Scene } from './scene.ts'
import { openTestContext } from './testContext.ts'

const STEPS = [wallets, transfers, jettons, collection]
const TIMEOUT = 180_000

describe('traffic', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene(STEPS)
  }, TIMEOUT)
  afterAll(() => scene.close())

  /** The external messages that follow from some acts, each in a block of its own. */
  const acts = async (count: number) => {
    const done: PlayedTransaction[] = []
    for (let act = 0; act < count; act++) {
      // A new one each time: as after a restart it has no state of its own.
      done.push(...(await scene.after(() => createTraffic(scene.context).sendNext())))
    }
    return done
  }
  const wallet = ({ in: message }: PlayedTransaction) => message?.info.type === 'external-in'

  it('sends one message of some kind for each act, and all goes well', { timeout: TIMEOUT }, async () => {
    const done = await acts(60)
    expect(done.filter(wallet)).toHaveLength(60)
    const ops = new Set(
      done.flatMap(({ in: message }) =>
        message?.info.type === 'internal' && message.body.bits.length >= 32
          ? message.body.beginParse().loadUint(32)
          : [],
      ),
    )
    // A comment, a jetton transfer, a count in the workshop.
    expect([...ops]).toEqual(expect.arrayContaining([0, 0x0f8a7ea5, 0x6a1d0001]))
    const ends = done.filter(({ description }) => description.type === 'generic').map(exitCodeOf)
    expect(new Set(ends)).toEqual(new Set([0]))
  })

  it('tops up the wallet of a poor user', { timeout: TIMEOUT }, async () => {
    const {
      treasury,
      giver: _giver,
      heidi: _heidi,
      victor: _victor,
      mallory: _mallory,
      ...people
    } = scene.users
    const state = await scene.context.state(treasury.address)
    const rest = (state?.balance ?? 0n) - ton(2000)
    await scene.after(async () => {
      await sendFrom(scene.context, treasury, [{ to: scene.users.heidi.address, amount: rest }])
      for (const person of Object.values(people)) {
        const all = { to: scene.users.heidi.address, amount: 0n, mode: SendMode.CARRY_ALL_REMAINING_BALANCE }
        await sendFrom(scene.context, person, [all])
      }
    })
    const [first, ...others] = (await acts(4)).filter(wallet)
    // First the treasury by the giver, in the masterchain, then people by the treasury.
    expect(first?.workchain).toBe(-1)
    expect(others.map(({ accountAddr }) => accountAddr)).toContainEqual(treasury.address.hash)
    expect((await scene.context.state(treasury.address))?.balance).toBeGreaterThan(ton(90_000))
  })

  it('passes over a message that is refused, but not over a fault', async () => {
    const failing = (error: Error) =>
      createTraffic({ ...scene.context, accounts: scene.context.accounts, send: () => Promise.reject(error) })
    await expect(failing(new MessageRefusedError('no')).sendNext()).resolves.toBeUndefined()
    await expect(failing(new RangeError('disk')).sendNext()).rejects.toThrow('disk')
  })

  it('does not run on a bare chain', async () => {
    const context = await openTestContext('bare')
    await createTraffic(context).sendNext()
    expect(context.devnet.waitingMessages).toBe(0)
    await context.close()
  })
})
