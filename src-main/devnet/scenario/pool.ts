import type { Address } from '@ton/core'
import { type Actor, type Actors, actorsOf, sendFrom } from './actors.ts'
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
import type { Chapter, Stage } from './stage.ts'
import { onchainContent, svgUri } from './tokenContent.ts'
import type { Transfer } from './walletContract.ts'

/** Goes along with each order; what isn't used comes back. */
const GAS = ton(0.2)

/** The pool of the scenario: coins and Paper Cranes. */
export function cranePoolOf(actors: Pick<Actors, 'treasury'>): {
  readonly pool: Pool
  readonly crane: Jetton
} {
  const { crane } = jettonsOf(actors)
  const name = 'Crane Pond share (TON-USDP)'
  const pool = poolOf({
    creator: actors.treasury.address,
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

/** Opened with liquidity of two providers, swaps both ways, two that ask for too much, and a part withdrawn. */
export const pool: Chapter = async (stage) => {
  const actors = actorsOf(stage)
  const { treasury, alice, bob, carol, dave, erin, ivan, judy } = actors
  const { pool, crane } = cranePoolOf(actors)
  const provide = (by: Actor, coins: bigint, amount: bigint) =>
    sendJettons(crane, {
      from: by.address,
      to: pool.address,
      amount,
      payload: providePayload(coins, 1n),
      forwardAmount: coins + GAS,
    })
  const sell = (by: Actor, amount: bigint, minOut: bigint) =>
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
  await sendFrom(stage, treasury, [
    { to: pool.address, amount: ton(1), bounce: true, init: pool.init, body: open },
    provide(treasury, ton(10_000), cranes(30_000)),
  ])
  await stage.settle()

  // More coins than her jettons need: the rest comes back.
  await sendFrom(stage, alice, [provide(alice, ton(150), cranes(300))])
  await stage.settle()

  const reserves = await reservesOf(stage, pool.address)
  const least = (amount: bigint) => (amount * 9n) / 10n
  const bought = (coins: bigint) => swapOut(coins, reserves.ton, reserves.jetton)
  const sold = (amount: bigint) => swapOut(amount, reserves.jetton, reserves.ton)
  await sendFrom(stage, bob, [buy(ton(250), least(bought(ton(250))), 1)])
  await sendFrom(stage, carol, [sell(carol, cranes(420), least(sold(cranes(420))))])
  await sendFrom(stage, judy, [buy(ton(33.3), least(bought(ton(33.3))), 2)])
  // Both ask for twice of what there is to be had: his coins bounce, her jettons are sent back.
  await sendFrom(stage, dave, [buy(ton(75), bought(ton(75)) * 2n, 3)])
  await sendFrom(stage, erin, [sell(erin, cranes(60), sold(cranes(60)) * 2n)])
  await stage.settle()

  await sendFrom(stage, ivan, [buy(ton(12), 1n, 4), sell(ivan, cranes(90), 1n)])
  const shares = await jettonBalance(stage, jettonWalletOf(pool.shares, alice.address))
  await sendFrom(stage, alice, [
    { ...burnJettons(pool.shares, alice.address, (shares * 2n) / 5n), amount: ton(0.3) },
  ])
  await stage.settle()

  stage.introduce({ name: pool.shares.name, kind: 'pool', address: pool.address })
}

async function reservesOf(stage: Stage, address: Address) {
  const state = await stage.state(address)
  if (!state) throw new Error('the pool is not there')
  return poolReserves(state.data)
}

/** The balance is what the data of a jetton wallet begins with. */
async function jettonBalance(stage: Stage, wallet: Address): Promise<bigint> {
  return (await stage.state(wallet))?.data.beginParse().loadCoins() ?? 0n
}
