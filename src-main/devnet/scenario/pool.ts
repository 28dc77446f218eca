import type { Address } from '@ton/core'
import { ton } from './amounts.ts'
import { burnJettons, type Jetton, jettonWalletOf, sendJettons } from './jettonContract.ts'
import { cranes, jettonsOf } from './jettons.ts'
import {
  openBody,
  type Pool,
  poolOf,
  poolReserves,
  providePayload,
  swapJettonPayload,
  swapOut,
  swapTonBody,
} from './poolContract.ts'
import type { ScenarioContext, ScenarioStep } from './scenarioContext.ts'
import { onchainContent, svgUri } from './tokenContent.ts'
import { sendFrom, type User, type Users, usersOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

/** Coins of each order; the rest is returned. */
const GAS = ton(0.2)

/** The pool of the scenario: coins and Paper Cranes. */
export function cranePoolOf(users: Pick<Users, 'treasury'>): {
  readonly pool: Pool
  readonly crane: Jetton
} {
  const { crane } = jettonsOf(users)
  const name = 'Crane Pond share (TON-USDP)'
  const pool = poolOf({
    creator: users.treasury.address,
    jetton: crane,
    name,
    content: onchainContent({
      name: 'Crane Pond share',
      symbol: 'TON-USDP',
      decimals: '9',
      description: 'A share in the pool of coins and Paper Cranes.',
      image: svgUri('<circle cx="32" cy="32" r="26" fill="#3478f6"/><path d="M12 38h40" stroke="#fff"/>'),
    }),
  })
  return { pool, crane }
}

/**
 * Opens the pool with liquidity of two providers, swaps both ways, makes two swaps that request too much, and withdraws
 * a part.
 */
export const pool: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { treasury, alice, bob, carol, dave, erin, ivan, judy } = users
  const { pool, crane } = cranePoolOf(users)
  const provide = (by: User, coins: bigint, amount: bigint) =>
    sendJettons(crane, {
      from: by.address,
      to: pool.address,
      amount,
      payload: providePayload(coins, 1n),
      forwardAmount: coins + GAS,
    })
  const sell = (by: User, amount: bigint, minOut: bigint) =>
    sendJettons(crane, {
      from: by.address,
      to: pool.address,
      amount,
      payload: swapJettonPayload(minOut),
      forwardAmount: GAS,
    })
  const buy = (coins: bigint, minOut: bigint, queryId: number): Transfer => ({
    to: pool.address,
    amount: coins + GAS,
    bounce: true,
    body: swapTonBody(queryId, coins, minOut),
  })

  const open = openBody(jettonWalletOf(crane, pool.address))
  await sendFrom(context, treasury, [
    { to: pool.address, amount: ton(1), bounce: true, init: pool.init, body: open },
    provide(treasury, ton(10_000), cranes(30_000)),
  ])
  await context.settle()

  // More coins than her jettons need: the rest is returned.
  await sendFrom(context, alice, [provide(alice, ton(150), cranes(300))])
  await context.settle()

  const reserves = await reservesOf(context, pool.address)
  const least = (amount: bigint) => (amount * 9n) / 10n
  const bought = (coins: bigint) => swapOut(coins, reserves.ton, reserves.jetton)
  const sold = (amount: bigint) => swapOut(amount, reserves.jetton, reserves.ton)
  await sendFrom(context, bob, [buy(ton(250), least(bought(ton(250))), 1)])
  await sendFrom(context, carol, [sell(carol, cranes(420), least(sold(cranes(420))))])
  await sendFrom(context, judy, [buy(ton(33.3), least(bought(ton(33.3))), 2)])
  // Both request twice of what the pool can give: his coins bounce, her jettons are returned.
  await sendFrom(context, dave, [buy(ton(75), bought(ton(75)) * 2n, 3)])
  await sendFrom(context, erin, [sell(erin, cranes(60), sold(cranes(60)) * 2n)])
  await context.settle()

  await sendFrom(context, ivan, [buy(ton(12), 1n, 4), sell(ivan, cranes(90), 1n)])
  const shares = await jettonBalance(context, jettonWalletOf(pool.shares, alice.address))
  await sendFrom(context, alice, [
    { ...burnJettons(pool.shares, alice.address, (shares * 2n) / 5n), amount: ton(0.3) },
  ])
  await context.settle()

  context.addAccount({ name: pool.shares.name, kind: 'pool', address: pool.address })
}

async function reservesOf(context: ScenarioContext, address: Address) {
  const state = await context.state(address)
  if (!state) throw new Error('the pool is not there')
  return poolReserves(state.data)
}

/** Reads the balance, the first field of a jetton wallet's data. */
async function jettonBalance(context: ScenarioContext, wallet: Address): Promise<bigint> {
  return (await context.state(wallet))?.data.beginParse().loadCoins() ?? 0n
}
