import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TONCO } from '#shared/contracts/tonco.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import { call, either, made, type Pattern, repeated } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { jettonSwap } from './dexSwap.ts'
import {
  assetOfWallet,
  boughtOf,
  type PoolPayout,
  payment,
  paymentOf,
  payout,
  peersOf,
  TON_TRANSFER,
} from './dexTransfers.ts'
import { jettonTransfer, NOTIFICATION } from './jettons.ts'

/** Swaps on TONCO, also through several pools (docs/actions §12.1). */

const SWAP = opcodeOf(TONCO, 'tonco_pool_swap')
export const PAY_TO = opcodeOf(TONCO, 'tonco_router_pay_to_normal')
/** Exit codes: none, and swapped. */
const SUCCEEDED: readonly number[] = [0, 200]
/** Maximum length of a route that is read from a payload. */
const MAX_ROUTE = 16

const step: Pattern = call(SWAP, {
  name: 'swap',
  child: call(PAY_TO, {
    name: 'pay',
    child: either([
      made(jettonTransfer, { child: call(TON_TRANSFER, { child: call(NOTIFICATION, { child: next() }) }) }),
      made(jettonTransfer, { child: next() }),
      payout('payout'),
    ]),
  }),
})

/** Matches the next pool's swap. */
function next(): Pattern {
  return repeated(() => step)
}

export const toncoSwapRule: Rule = {
  name: 'TONCO swap',
  pattern: { ...step, links: { ...step.links, parent: payment } },
  build(match, { facts }) {
    const paid = paymentOf(match, match.anchor.ownMessage.source)
    const outgoing = paid && boughtOf(match.all('payout'), paid)
    if (!paid || !outgoing) return undefined
    const steps = match.all('pay').map(({ ownMessage }) => {
      const { exitCode, ...paidOut } = readPayTo(ownMessage)
      return { ...paidOut, isFailed: !SUCCEEDED.includes(exitCode) }
    })
    const failed = steps.some(({ isFailed }) => isFailed)
    const wanted = failed ? readRequest(paid.payload) : undefined
    return built(
      jettonSwap,
      {
        dex: 'tonco',
        incoming: paid,
        outgoing,
        assetOut: failed ? (assetOfWallet(wanted?.wallet, facts) ?? null) : outgoing.asset,
        peers: peersOf(paid, steps, facts),
        // As in the reference, for jettons that are paid back this is the amount.
        minOut: (match.get('paid TON') ? wanted?.minOut : undefined) ?? outgoing.amount,
      },
      { failed },
    )
  },
}

/** A pool's request to the router to pay, with the receiving accounts. */
export type ToncoPayTo = PoolPayout & {
  readonly exitCode: number
  readonly receivers: readonly [string | null, string | null]
}

/** Reads a pool's request to the router to pay. Throws for a body without amounts. */
export function readPayTo(message: TraceMessage): ToncoPayTo {
  const slice = fieldsOf(message).skip(64)
  const [receiver0, receiver1] = [readAddress(slice), readAddress(slice)]
  const exitCode = slice.loadUint(32)
  slice.skip(64)
  const sides = slice.loadMaybeRef()?.beginParse()
  if (!sides) throw new Error('the pool pays nothing')
  const [amount0, wallet0] = [sides.loadCoins(), readAddress(sides)]
  const [amount1, wallet1] = [sides.loadCoins(), readAddress(sides)]
  return {
    exitCode,
    receivers: [receiver0, receiver1],
    amounts: [amount0, amount1],
    wallets: [wallet0, wallet1],
  }
}

/** Reads the end of the route in a payload. */
function readRequest(payload: Cell | undefined) {
  let wanted: { readonly wallet: string | null; readonly minOut: bigint } | undefined
  let request: Cell | null | undefined = payload
  for (let i = 0; request && i < MAX_ROUTE && opcodeIn(request) === SWAP; i++) {
    const slice = request.beginParse().skip(32)
    const wallet = readAddress(slice)
    slice.skip(160)
    wanted = { wallet, minOut: slice.loadCoins() }
    readAddress(slice)
    request = slice.loadMaybeRef()
  }
  return wanted
}
