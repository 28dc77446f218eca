import { type Address, beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { type Jetton, jettonWalletOf, sendJettons } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { cranePoolOf, pool as poolChapter } from '../../../src-main/devnet/scenario/pool.ts'
import {
  type Pool,
  swapJettonPayload,
  swapOut,
  swapTonBody,
} from '../../../src-main/devnet/scenario/poolContract.ts'
import { sendFrom, type User } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import type { StackValue } from '../../../src-main/tvm/stackValue.ts'
import { exitCodeOf, type PlayedTransaction } from './playedScenario.ts'
import { isOf, openScene, received, type Scene } from './scene.ts'

const TOO_LITTLE_OUT = 79
const PAYOUT = 0x0c5b62ae
const SWAP_JETTON = 0x4d1f9a63

describe('the pool of the scenario', () => {
  let scene: Scene
  let pool: Pool
  let crane: Jetton
  beforeAll(async () => {
    scene = await openScene([wallets, jettons, poolChapter])
    const known = cranePoolOf(scene.users)
    pool = known.pool
    crane = known.crane
  })
  afterAll(() => scene.close())

  const reserves = async () => {
    const answer = await scene.getMethods.call(pool.address, 'get_reserves')
    return { ton: answer.int(), jetton: answer.int() }
  }
  const jettonsOf = async (jetton: Jetton, owner: Address) => {
    const wallet = jettonWalletOf(jetton, owner)
    if (!(await scene.context.state(wallet))) return 0n
    return (await scene.getMethods.call(wallet, 'get_wallet_data')).int()
  }
  const shares = async () => (await scene.getMethods.call(pool.address, 'get_jetton_data')).int()
  const buy = (by: User, coins: bigint, minOut: bigint) => () =>
    sendFrom(scene.context, by, [
      { to: pool.address, amount: coins + ton(0.2), bounce: true, body: swapTonBody(1, coins, minOut) },
    ])
  const sell = (by: User, amount: bigint, minOut: bigint) => () =>
    sendFrom(scene.context, by, [
      sendJettons(crane, {
        from: by.address,
        to: pool.address,
        amount,
        payload: swapJettonPayload(minOut),
        forwardAmount: ton(0.2),
      }),
    ])

  it('is known by the get-methods of a pool and of the master of its shares', async () => {
    const { call } = scene.getMethods
    const assets = await call(pool.address, 'get_assets')
    expect(assets.cell().bits.toString()).toBe('0')
    const jetton = assets.cell().beginParse()
    expect([jetton.loadUint(4), jetton.loadInt(8)]).toEqual([1, 0])
    expect(jetton.loadBuffer(32)).toEqual(crane.address.hash)
    const fee = await call(pool.address, 'get_trade_fee')
    expect([fee.int(), fee.int()]).toEqual([3n, 1000n])
    expect((await call(pool.address, 'is_stable')).int()).toBe(0n)

    const data = await call(pool.address, 'get_jetton_data')
    expect(data.int()).toBeGreaterThan(0n)
    expect(data.int()).toBe(-1n)
    expect(data.address().equals(pool.address)).toBe(true)
    data.next()
    expect(data.cell().hash()).toEqual(crane.walletCode.hash())
    const { alice } = scene.users
    const owner: StackValue = { type: 'slice', cell: beginCell().storeAddress(alice.address).endCell() }
    const wallet = (await call(pool.address, 'get_wallet_address', [owner])).address()
    expect(wallet.equals(jettonWalletOf(pool.shares, alice.address))).toBe(true)
  })

  it('has all that its reserves say', async () => {
    const { ton: coins, jetton } = await reserves()
    expect(await jettonsOf(crane, pool.address)).toBe(jetton)
    const state = await scene.context.state(pool.address)
    expect(state!.balance - coins).toBeGreaterThan(ton(0.4))
  })

  it('belongs to its two providers', async () => {
    const { treasury, alice } = scene.users
    const [hers, theirs] = [
      await jettonsOf(pool.shares, alice.address),
      await jettonsOf(pool.shares, treasury.address),
    ]
    expect(hers).toBeGreaterThan(0n)
    expect(hers + theirs).toBe(await shares())
  })

  it('took of the second provider what fits its ratio, and gave a part back for shares', async () => {
    const { alice } = scene.users
    // 10,000 coins to 30,000 jettons: 300 jettons take 100 coins of her 150.
    const returned = received(scene.transactions, alice.address, jettonWalletOf(pool.shares, alice.address))
    expect(returned.some((coins) => coins > ton(50))).toBe(true)
    const payouts = received(scene.transactions, alice.address, pool.address)
    expect(payouts).toHaveLength(1)
    // Two fifths of about 100 coins.
    expect(payouts[0]!).toBeGreaterThan(ton(39))
    expect(payouts[0]!).toBeLessThan(ton(42))
  })

  it('returned the coins of requests for too much', async () => {
    const { dave, erin } = scene.users
    const failed = scene.of(pool.address).filter((transaction) => exitCodeOf(transaction) === TOO_LITTLE_OUT)
    expect(failed).toHaveLength(1)
    const [bounced] = received(scene.transactions, dave.address, pool.address)
    expect(bounced!).toBeGreaterThan(ton(75.19))
    // Her jettons went to the pool and came back.
    const wallet = jettonWalletOf(crane, erin.address)
    expect(ops(scene.of(wallet))).toEqual([0x178d4519, 0x595f07bc, 0x0f8a7ea5, 0x178d4519])
    expect(await jettonsOf(crane, erin.address)).toBe(cranes(2000 - 500))
  })

  it('swaps both ways by the constant product, to the last unit, and returns amounts that are too small', async () => {
    const { bob, carol } = scene.users
    for (const [coins, amount] of [
      [ton(1), cranes(3)],
      // The least unit of each buys nothing.
      [ton(777.123456789), cranes(0.000001)],
      [1n, cranes(999.5)],
    ] as const) {
      const before = await reserves()
      const out = swapOut(coins, before.ton, before.jetton)
      const had = await jettonsOf(crane, bob.address)
      await scene.after(buy(bob, coins, 0n))
      const between = await reserves()
      expect(between).toEqual(out > 0n ? { ton: before.ton + coins, jetton: before.jetton - out } : before)
      expect(await jettonsOf(crane, bob.address)).toBe(had + out)

      const paid = swapOut(amount, between.jetton, between.ton)
      const transactions = await scene.after(sell(carol, amount, 0n))
      const after = await reserves()
      expect(after).toEqual(
        paid > 0n ? { ton: between.ton - paid, jetton: between.jetton + amount } : between,
      )
      const payouts = received(transactions, carol.address, pool.address)
      expect(payouts.map((coins) => coins >= paid)).toEqual(paid > 0n ? [true] : [])
      expect(after.ton * after.jetton).toBeGreaterThanOrEqual(before.ton * before.jetton)
    }
    expect(await jettonsOf(crane, pool.address)).toBe((await reserves()).jetton)
  })

  it('estimates the result of a swap', async () => {
    const { ton: coins, jetton } = await reserves()
    const native: StackValue = { type: 'slice', cell: beginCell().storeUint(0, 4).endCell() }
    const answer = await scene.getMethods.call(pool.address, 'estimate_swap_out', [
      native,
      { type: 'int', value: ton(10) },
    ])
    expect(answer.cell().beginParse().loadUint(4)).toBe(1)
    expect([answer.int(), answer.int()]).toEqual([swapOut(ton(10), coins, jetton), ton(0.03)])
  })

  it('pays out neither for shares nor for jettons that are not its own', async () => {
    const { ivan } = scene.users
    const forged = (op: number) => beginCell().storeUint(op, 32).storeUint(0, 64).storeCoins(cranes(1000))
    const before = await reserves()
    const transactions = await scene.after(() =>
      sendFrom(scene.context, ivan, [
        {
          to: pool.address,
          amount: ton(1),
          bounce: true,
          body: forged(0x7bdd97de).storeAddress(ivan.address).storeAddress(ivan.address).endCell(),
        },
        {
          to: pool.address,
          amount: ton(1),
          bounce: true,
          body: forged(0x7362d09c)
            .storeAddress(ivan.address)
            .storeBit(1)
            .storeRef(swapJettonPayload(0n))
            .endCell(),
        },
      ]),
    )
    expect(transactions.filter(isOf(pool.address)).map(exitCodeOf)).toEqual([77, 76])
    expect(await reserves()).toEqual(before)
  })

  it.each([
    ['without an order', beginCell().storeUint(PAYOUT, 32).endCell()],
    ['with an order that breaks off', beginCell().storeUint(SWAP_JETTON, 32).storeUint(15, 4).endCell()],
    ['with nothing', beginCell().endCell()],
  ])('returns jettons that arrive %s', async (_, payload) => {
    const { judy } = scene.users
    const had = await jettonsOf(crane, judy.address)
    const before = await reserves()
    const gift = { from: judy.address, to: pool.address, amount: cranes(5), forwardAmount: ton(0.2) }
    const transactions = await scene.after(() =>
      sendFrom(scene.context, judy, [sendJettons(crane, { ...gift, payload })]),
    )
    expect(transactions.filter(isOf(pool.address)).map(exitCodeOf)).toEqual([0])
    expect(await jettonsOf(crane, judy.address)).toBe(had)
    expect(await reserves()).toEqual(before)
  })
})

function ops(transactions: readonly PlayedTransaction[]): (number | undefined)[] {
  return transactions.map(({ in: message }) => message?.body.beginParse().loadUint(32))
}
