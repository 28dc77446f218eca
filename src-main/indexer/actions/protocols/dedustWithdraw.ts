import { type Block, factsOf } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import { call, either, made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { PAY_OUT, readPaidAmount, TON_PAYOUT } from './dedustSwap.ts'
import { dexWithdrawal, type WithdrawnSide } from './dexLiquidity.ts'
import { BURN, BURN_NOTIFICATION, jettonTransfer } from './jettons.ts'

/**
 * Withdrawals on DeDust v2 (docs/actions §12.3): LP tokens are burnt, and the pool requests payments from two vaults.
 * The rule runs before that of burns.
 */

const paid = call(PAY_OUT, {
  name: 'pay out',
  child: either([made(jettonTransfer), call(TON_PAYOUT)]),
})

export const dedustWithdrawRule: Rule = {
  name: 'DeDust withdrawal',
  pattern: call(BURN, { child: call(BURN_NOTIFICATION, { name: 'notice', children: [paid, paid] }) }),
  build(match, { facts }) {
    const burn = match.anchor.ownMessage
    const wallet = burn.destination === null ? undefined : facts.jettonWallet(burn.destination)
    const pool = match.get('notice')?.ownMessage.destination
    if (!wallet || pool === undefined) return undefined
    const [side1, side2] = match.all('pay out').map(sideOf)
    return built(dexWithdrawal, {
      dex: 'dedust',
      source: burn.source,
      pool,
      lpWallet: burn.destination,
      lpAsset: wallet.jetton,
      burnt: fieldsOf(burn).skip(64).loadCoins(),
      side1,
      side2,
      isRefund: false,
    })
  },
}

/** Returns a vault's payment; for TON without wallets. */
function sideOf(block: Block): WithdrawnSide {
  const message = block.ownMessage
  const transfer = block.children
    .map((child) => factsOf(child, jettonTransfer))
    .find((facts) => facts !== undefined)
  return {
    asset: transfer?.asset ?? null,
    amount: readPaidAmount(message),
    userWallet: transfer?.receiverWallet ?? null,
    dexWallet: message.destination,
    dexJettonWallet: transfer?.senderWallet ?? null,
  }
}
