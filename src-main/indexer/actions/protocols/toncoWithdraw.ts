import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TONCO } from '#shared/contracts/tonco.ts'
import type { Block } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import type { FactsSource } from '../factsSource.ts'
import { call } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { type WithdrawnSide, withdrawalKind } from './dexLiquidity.ts'
import { assetOfWallet, payout, payoutOf } from './dexTransfers.ts'
import { PAY_TO, readPayTo, type ToncoPayTo } from './toncoSwap.ts'

/**
 * Withdrawals on TONCO (docs/actions §12.3): a pool burns the position's NFT and requests payments from the router.
 */

const START_BURN = opcodeOf(TONCO, 'tonco_pool_start_burn')
const BURN_NFT = opcodeOf(TONCO, 'tonco_position_nft_burn')
const BURN = opcodeOf(TONCO, 'tonco_pool_burn')
/** Exit codes: none, and burnt. */
const SUCCEEDED: readonly number[] = [0, 201]

const toncoWithdrawal = withdrawalKind('tonco_withdraw_liquidity')

const paid = payout('payout', { optional: true })

export const toncoWithdrawRule: Rule = {
  name: 'TONCO withdrawal',
  pattern: call(START_BURN, {
    child: call(BURN_NFT, {
      name: 'nft',
      child: call(BURN, {
        name: 'burn',
        child: call(PAY_TO, { name: 'pay', children: [paid, paid] }),
      }),
    }),
  }),
  build(match, { facts }) {
    const [nft, burn] = [match.get('nft')?.ownMessage, match.get('burn')?.ownMessage]
    const pay = match.get('pay')?.ownMessage
    if (!nft || !burn || !pay) return undefined
    const paidOut = readPayTo(pay)
    const request = fieldsOf(match.anchor.ownMessage).skip(64)
    const nftIndex = request.loadUintBig(64)
    request.skip(128)
    const ticks = { tickLower: request.loadInt(24), tickUpper: request.loadInt(24) }
    const burnt = fieldsOf(burn).skip(64)
    readAddress(burnt)
    const pool = match.anchor.ownMessage.destination
    const sides = ([0, 1] as const).map((side) =>
      sideOf(side, { paidOut, pool, payouts: match.all('payout'), facts }),
    )
    return built(
      toncoWithdrawal,
      {
        dex: 'tonco',
        source: readAddress(fieldsOf(nft).skip(64)),
        pool,
        burnt: burnt.skip(64 + 128 + 24 + 24).loadUintBig(128),
        side1: sides[0],
        side2: sides[1],
        position: { ...ticks, nft: nft.destination, nftIndex },
      },
      { failed: !SUCCEEDED.includes(paidOut.exitCode) },
    )
  },
}

type Sides = {
  readonly paidOut: ToncoPayTo
  readonly pool: string | null
  readonly payouts: readonly Block[]
  readonly facts: FactsSource
}

/** Returns a side of the pool, with the router's payment if there is one. */
function sideOf(side: 0 | 1, { paidOut, pool, payouts, facts }: Sides): WithdrawnSide {
  const asset = assetOfWallet(paidOut.wallets[side], facts)
  // Payments of TON have no wallet.
  const wallet = asset === null ? null : paidOut.wallets[side]
  const paidSide = payouts.map(payoutOf).find(({ sourceWallet }) => sourceWallet === wallet)
  if (paidSide) {
    return {
      asset: paidSide.asset,
      amount: paidSide.amount,
      userWallet: paidSide.destinationWallet,
      dexWallet: paidSide.source,
      dexJettonWallet: wallet,
    }
  }
  return {
    asset: asset ?? null,
    amount: paidOut.amounts[side],
    // As in the reference, although it is not a wallet.
    userWallet: paidOut.receivers[side],
    dexWallet: pool,
    dexJettonWallet: wallet,
  }
}
