import type { Slice } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DEDUST, DEDUST_PAYLOADS } from '#shared/contracts/dedust.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, either, type Match, made, type Pattern, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { tonTransfer } from './basic.ts'
import { readAsset } from './dedustAsset.ts'
import { TON_PAYOUT } from './dedustSwap.ts'
import { type AssetAmount, type DexDeposit, depositKind } from './dexLiquidity.ts'
import { INTERNAL_TRANSFER, NOTIFICATION, readInternalTransfer, readTransfer, TRANSFER } from './jettons.ts'

/**
 * Deposits on DeDust v2 (docs/actions §12.2). A user pays both sides of a pool to two vaults; a deposit contract
 * holds the first half until the other one completes the deposit. These rules run before those of jetton transfers.
 */

const TON_DEPOSIT = opcodeOf(DEDUST, 'dedust_deposit_liquidity')
const CREATE_DEPOSIT = opcodeOf(DEDUST, 'dedust_create_liquidity_deposit')
const DEPLOY = opcodeOf(DEDUST, 'dedust_install')
const TOP_UP = opcodeOf(DEDUST, 'dedust_deposit_asset')
const DEPOSIT_ALL = opcodeOf(DEDUST, 'dedust_deposit_liquidity_all')
const FULFILLED = opcodeOf(DEDUST, 'dedust_fulfill_deposit')
const REJECTED = opcodeOf(DEDUST, 'dedust_reject_deposit')
const PAY_OUT = opcodeOf(DEDUST, 'dedust_pay_out_from_deposit')

/** The half that completes a deposit; for joined halves, the whole deposit. */
export const dedustDeposit = depositKind('dedust_deposit_liquidity')
/** The first half. */
export const dedustDepositHalf = depositKind('dedust_deposit_liquidity_partial')

/** Matches a user's payment to a vault, which informs the factory. */
const paidHalf = (deploy: Pattern): Pattern =>
  call(CREATE_DEPOSIT, {
    parent: either([
      call(TON_DEPOSIT, { name: 'paid TON' }),
      call(NOTIFICATION, {
        parent: call(INTERNAL_TRANSFER, { parent: call(TRANSFER, { name: 'paid jettons' }) }),
      }),
    ]),
    children: [deploy],
  })

const paidBack = call(PAY_OUT, {
  optional: true,
  children: [
    call(TRANSFER, {
      optional: true,
      child: call(INTERNAL_TRANSFER, {
        name: 'jettons back',
        child: call(NOTIFICATION, { optional: true }),
      }),
    }),
    call(TON_PAYOUT, { name: 'TON back', optional: true }),
  ],
})
/** Matches the excess amounts, and the remaining balance of the deposit contract. */
const excesses = [made(tonTransfer, { optional: true }), paidBack, paidBack]

export const dedustDepositRule: Rule = {
  name: 'DeDust deposit',
  pattern: call(DEPOSIT_ALL, {
    parent: call(TOP_UP, { name: 'top up', parent: paidHalf(call(DEPLOY, { optional: true })) }),
    children: [
      either([
        call(INTERNAL_TRANSFER, { name: 'minted', child: call(NOTIFICATION, { optional: true }) }),
        call(REJECTED, { name: 'rejected', children: excesses }),
      ]),
      call(FULFILLED, { optional: true, children: excesses }),
    ],
  }),
  build(match, { facts }) {
    const message = match.anchor.ownMessage
    const { owner, targets } = readDepositAll(message)
    const [topUp, minted] = [match.get('top up')?.ownMessage, match.get('minted')?.ownMessage]
    const half = topUp && paidIn(match, topUp)
    if (!half) return undefined
    return built(
      dedustDeposit,
      {
        dex: 'dedust',
        source: owner,
        pool: message.destination,
        depositContract: message.source,
        ...half.paid,
        ...targets,
        minted: minted ? readInternalTransfer(minted).amount : null,
        excesses: paidBackTo(owner, match, facts),
      },
      { failed: minted === undefined },
    )
  },
}

export const dedustDepositHalfRule: Rule = {
  name: 'first half of a DeDust deposit',
  pattern: where(
    call(TOP_UP, { parent: paidHalf(call(DEPLOY)) }),
    ({ children }) => !children.some(({ opcode }) => opcode === DEPOSIT_ALL || opcode === REJECTED),
  ),
  build(match) {
    const topUp = match.anchor.ownMessage
    const half = paidIn(match, topUp)
    if (!half) return undefined
    const { user, paid, request } = half
    return built(dedustDepositHalf, {
      dex: 'dedust',
      source: user,
      pool: null,
      depositContract: topUp.destination,
      ...paid,
      ...readTargets(request),
      minted: null,
    })
  },
}

type PaidIn = {
  readonly user: string | null
  readonly paid: Pick<DexDeposit, 'asset1' | 'amount1' | 'userWallet1'>
  /** The user's request from the pool's kind on. */
  readonly request: Slice
}

/** Returns the user's payment of this half: asset and amount as the factory passes them on. */
function paidIn(match: Match, topUp: TraceMessage): PaidIn | undefined {
  const slice = fieldsOf(topUp).skip(64)
  const [asset1, amount1] = [readAsset(slice), slice.loadCoins()]
  const ton = match.get('paid TON')?.ownMessage
  if (ton) {
    const request = fieldsOf(ton).skip(64)
    request.loadCoins()
    return { user: ton.source, paid: { asset1, amount1, userWallet1: null }, request }
  }
  const jettons = match.get('paid jettons')?.ownMessage
  const payload = jettons && readTransfer(jettons).forwardPayload
  if (!payload || opcodeIn(payload) !== DEDUST_PAYLOADS.deposit) return undefined
  return {
    user: jettons.source,
    paid: { asset1, amount1, userWallet1: jettons.destination },
    request: payload.beginParse().skip(32),
  }
}

type Targets = Pick<DexDeposit, 'targetAsset1' | 'targetAmount1' | 'targetAsset2' | 'targetAmount2'>

/** Bits of the flags of two payloads: the rest if the amounts are in a separate cell. */
const PAYLOAD_FLAGS = 2

function readTargets(request: Slice): Targets {
  const [targetAsset1, targetAsset2] = [readAsset(request.skip(1)), readAsset(request)]
  const amounts = request.remainingBits > PAYLOAD_FLAGS ? request : request.loadRef().beginParse()
  amounts.loadCoins()
  return {
    targetAsset1,
    targetAsset2,
    targetAmount1: amounts.loadCoins(),
    targetAmount2: amounts.loadCoins(),
  }
}

function readDepositAll(message: TraceMessage) {
  const slice = fieldsOf(message).skip(64)
  slice.loadRef()
  const owner = readAddress(slice)
  const sides = slice.loadRef().beginParse()
  const [targetAsset1, targetAmount1] = [readAsset(sides), sides.loadCoins()]
  const [targetAsset2, targetAmount2] = [readAsset(sides), sides.loadCoins()]
  return { owner, targets: { targetAsset1, targetAmount1, targetAsset2, targetAmount2 } }
}

/** Returns the vaults' repayments to the user: TON, then jettons with the latest first, as in the reference. */
function paidBackTo(owner: string | null, match: Match, facts: FactsSource): AssetAmount[] {
  const ton = match
    .all('TON back')
    .map(({ ownMessage }) => ownMessage)
    .filter(({ destination }) => destination === owner)
    .map(({ value }) => ({ asset: null, amount: value }))
  const jettons = match.all('jettons back').flatMap(({ ownMessage }) => {
    const wallet = ownMessage.destination === null ? undefined : facts.jettonWallet(ownMessage.destination)
    if (!wallet || wallet.owner !== owner) return []
    return [{ asset: wallet.jetton, amount: readInternalTransfer(ownMessage).amount }]
  })
  return [...ton, ...jettons.reverse()]
}
