import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { STONFI } from '#shared/contracts/stonfi.ts'
import { type Block, byLt, factsOf } from '../block.ts'
import { call, either, type Match, made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { dexWithdrawal, type WithdrawnSide } from './dexLiquidity.ts'
import { payout, payoutOf } from './dexTransfers.ts'
import { jettonBurn } from './jettons.ts'
import { PAY_TO } from './stonfiV2Swap.ts'

/**
 * Withdrawals on STON.fi v2 (docs/actions §12.3): the pool requests payments of both sides from the router for burnt
 * LP tokens, or for an account's part of a deposit that was never completed.
 */

const BURN_NOTICE = opcodeOf(STONFI, 'stonfi_burn_notification_ext_v2')
const REFUND_ME = opcodeOf(STONFI, 'stonfi_refund_me_v2')
const REFUNDED = opcodeOf(STONFI, 'stonfi_cb_refund_me_v2')

const paid = { name: 'pay', child: payout('payout') }
const bothPaid = { child: call(PAY_TO, paid) }

export const stonfiV2WithdrawRule: Rule = {
  name: 'STON.fi v2 withdrawal',
  pattern: call(PAY_TO, {
    ...paid,
    parent: either([
      call(BURN_NOTICE, { ...bothPaid, parent: made(jettonBurn, { name: 'burn' }) }),
      call(REFUNDED, { ...bothPaid, parent: call(REFUND_ME, { name: 'refund' }) }),
    ]),
  }),
  build(match) {
    const burn = factsOf(match.get('burn'), jettonBurn)
    const refund = match.get('refund')?.ownMessage
    const [side1, side2] = [...match.all('pay')].sort(byLt).map((pay) => sideOf(pay, match))
    return built(dexWithdrawal, {
      dex: 'stonfi_v2',
      source: burn?.owner ?? refund?.source ?? null,
      pool: match.anchor.ownMessage.source,
      lpWallet: burn?.wallet ?? null,
      lpAsset: burn?.asset ?? null,
      burnt: burn?.amount ?? null,
      side1,
      side2,
      isRefund: refund !== undefined,
    })
  },
}

function sideOf(pay: Block, match: Match): WithdrawnSide | undefined {
  const transfer = pay.children.find((child) => match.all('payout').includes(child))
  if (!transfer) return undefined
  const { asset, amount, source, sourceWallet, destinationWallet } = payoutOf(transfer)
  return { asset, amount, userWallet: destinationWallet, dexWallet: source, dexJettonWallet: sourceWallet }
}
