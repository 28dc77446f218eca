import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { type Block, factsOf } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { call, either, made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { payoutOfVault, readAsset, readPayout, type VaultPayout } from './coffeeVault.ts'
import { depositKind, dexWithdrawal, type WithdrawnSide } from './dexLiquidity.ts'
import { INTERNAL_TRANSFER, jettonBurn, jettonTransfer } from './jettons.ts'

/** Deposits into pools of swap.coffee and withdrawals from them (docs/actions §12.2, §12.3). */

const op = (name: string) => opcodeOf(COFFEE, `coffee_${name}`)

const coffeeDeposit = depositKind('coffee_deposit_liquidity')

/** One half of a deposit; after the second half, the pool mints. */
export const coffeeDepositRule: Rule = {
  name: 'swap.coffee deposit',
  pattern: call(op('create_liquidity_depository_request'), {
    parent: either([
      made(jettonTransfer, { name: 'paid jettons' }),
      call(op('deposit_liquidity'), { name: 'paid TON' }),
    ]),
    child: call(op('deploy'), {
      name: 'depository',
      child: call(op('deposit_liquidity_internal'), {
        optional: true,
        children: [
          call(INTERNAL_TRANSFER),
          call(op('deposit_liquidity_succeeded'), { name: 'log' }),
          payoutOfVault({ optional: true }),
        ],
      }),
    }),
  }),
  build(match) {
    const request = readDepositRequest(match.anchor.ownMessage)
    const transfer = factsOf(match.get('paid jettons'), jettonTransfer)
    const paid = transfer?.asset ?? null
    const isFirst = paid === request.asset1
    const side = { asset: paid, amount: request.amount, wallet: transfer?.senderWallet ?? null }
    const log = match.get('log')?.ownMessage
    const refund = match.get('payout')
    const returned = refund && readPayout(refund)
    return built(coffeeDeposit, {
      dex: 'coffee',
      source: request.sender,
      pool: log?.source ?? null,
      depositContract: match.get('depository')?.message?.destination ?? null,
      ...(isFirst
        ? { asset1: side.asset, amount1: side.amount, userWallet1: side.wallet }
        : { asset2: side.asset, amount2: side.amount, userWallet2: side.wallet }),
      targetAsset1: paid,
      targetAsset2: isFirst ? request.asset2 : request.asset1,
      minted: log ? readLiquidityLog(log).lp : null,
      excesses: returned ? [{ asset: returned.asset, amount: returned.requested }] : [],
    })
  },
}

function readDepositRequest(message: TraceMessage) {
  const fields = fieldsOf(message).skip(64)
  const amount = fields.loadCoins()
  fields.loadRef()
  const pool = fields.loadRef().beginParse()
  return { amount, asset1: readAsset(pool), asset2: readAsset(pool), sender: readAddress(fields) }
}

/** Reads a pool's log of a deposit or withdrawal: amounts in the order of its assets. */
function readLiquidityLog(log: TraceMessage) {
  const fields = fieldsOf(log).skip(64)
  return { amount1: fields.loadCoins(), amount2: fields.loadCoins(), lp: fields.loadCoins() }
}

export const coffeeWithdrawRule: Rule = {
  name: 'swap.coffee withdrawal',
  pattern: made(jettonBurn, {
    children: [payoutOfVault(), payoutOfVault(), call(op('withdraw_liquidity_succeeded'), { name: 'log' })],
  }),
  build(match) {
    const burn = factsOf(match.anchor, jettonBurn)
    const log = match.get('log')?.ownMessage
    if (!burn || !log) return undefined
    const { amount1, amount2, lp } = readLiquidityLog(log)
    const [side1, side2] = sidesOf(match.all('payout'), amount1, amount2)
    return built(dexWithdrawal, {
      dex: 'coffee',
      source: burn.owner,
      pool: log.source,
      lpWallet: burn.wallet,
      lpAsset: burn.asset,
      burnt: lp,
      side1,
      side2,
      isRefund: false,
    })
  },
}

/** Assigns payouts, which come in any order, to sides by their amounts. */
function sidesOf(requests: readonly Block[], amount1: bigint, amount2: bigint) {
  const [a, b] = requests.map((request) => ({ request, payout: readPayout(request) }))
  const isSwapped = a?.payout?.requested !== amount1 && b?.payout?.requested === amount1
  const [first, second] = isSwapped ? [b, a] : [a, b]
  return [sideOf(first, amount1), sideOf(second, amount2)] as const
}

type PaidSide = { readonly request: Block; readonly payout: VaultPayout | undefined }

function sideOf(side: PaidSide | undefined, amount: bigint): WithdrawnSide | undefined {
  const payout = side?.payout
  if (!side || !payout) return undefined
  return {
    asset: payout.asset,
    amount,
    // For a payout in TON, the recipient, as in the reference.
    userWallet: payout.form === 'TON' ? payout.recipient : payout.destinationWallet,
    dexWallet: side.request.ownMessage.source,
    dexJettonWallet: payout.sourceWallet,
  }
}
