import type { Cell, Slice } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { STONFI } from '#shared/contracts/stonfi.ts'
import { type Block, factsOf } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, either, made, type Pattern, repeated, where } from '../pattern.ts'
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

/** Swaps on STON.fi v2, also through several pools and routers (docs/actions §12.1). */

const SWAP = opcodeOf(STONFI, 'stonfi_swap_v2')
const CROSS_SWAP = opcodeOf(STONFI, 'stonfi_cross_swap_v2')
export const PAY_TO = opcodeOf(STONFI, 'stonfi_pay_to_v2')
const SWAPPED = opcodeOf(STONFI, 'stonfi_swap_ok_forward_payload')
/** Maximum length of a route that is read from a payload. */
const MAX_ROUTE = 16

/** Matches a payment through the TON of the next router's pTON wallet. */
const throughTon = where(call(TON_TRANSFER, { child: call(NOTIFICATION, { child: next() }) }), (block) => {
  const transfer = factsOf(block.parent, jettonTransfer)
  const { destination } = block.ownMessage
  return (
    transfer !== undefined &&
    !transfer.hasInternalTransfer &&
    destination === transfer.receiver &&
    opcodeIn(tonPayload(block.ownMessage)) === SWAP
  )
})

const step: Pattern = call(SWAP, {
  name: 'swap',
  child: call(PAY_TO, {
    name: 'pay',
    child: either([
      made(jettonTransfer, { child: throughTon }),
      made(jettonTransfer, { child: next() }),
      next(),
      payout('payout'),
    ]),
  }),
})

/** Matches the next pool's swap. */
function next(): Pattern {
  return repeated(() => step)
}

export const stonfiV2SwapRule: Rule = {
  name: 'STON.fi v2 swap',
  pattern: { ...step, links: { ...step.links, parent: payment } },
  build(match, { facts }) {
    const { anchor } = match
    const router = anchor.ownMessage.source
    const paid = paymentOf(match, router)
    const outgoing = paid && boughtOf(match.all('payout'), paid)
    if (!paid || !outgoing) return undefined
    const steps = match.all('pay').map(({ ownMessage }) => {
      const { exitCode, ...paidOut } = readPayTo(ownMessage)
      return { ...paidOut, isFailed: exitCode !== SWAPPED }
    })
    const failed = steps.some(({ isFailed }) => isFailed)
    const assetOut = failed ? (wantedAsset(anchor, facts) ?? null) : outgoing.asset
    const peers = peersOf(paid, steps, facts)
    return built(jettonSwap, { dex: 'stonfi_v2', incoming: paid, outgoing, assetOut, peers }, { failed })
  },
}

function tonPayload(message: TraceMessage): Cell | null {
  const slice = fieldsOf(message).skip(64)
  slice.loadCoins()
  readAddress(slice)
  return slice.loadMaybeRef()
}

/** Reads a pool's request to the router to pay. */
function readPayTo(message: TraceMessage): PoolPayout & { readonly exitCode: number } {
  const slice = fieldsOf(message).skip(64)
  for (let i = 0; i < 3; i++) readAddress(slice)
  const exitCode = slice.loadUint(32)
  slice.loadMaybeRef()
  const sides = slice.loadRef().beginParse()
  sides.loadCoins()
  const [amount0, wallet0] = [sides.loadCoins(), readAddress(sides)]
  const [amount1, wallet1] = [sides.loadCoins(), readAddress(sides)]
  return { exitCode, amounts: [amount0, amount1], wallets: [wallet0, wallet1] }
}

/** Returns the asset at the end of the user's route. */
function wantedAsset({ ownMessage }: Block, facts: FactsSource): string | null | undefined {
  const slice = fieldsOf(ownMessage).skip(64)
  readAddress(slice)
  slice.loadCoins()
  slice.loadCoins()
  let wallet: string | null = null
  let request: Cell | null = slice.loadRef()
  for (let i = 0; request && i < MAX_ROUTE && isRequest(request); i++) {
    const fields = request.beginParse().skip(32)
    wallet = readAddress(fields)
    request = nextRequest(fields)
  }
  return assetOfWallet(wallet, facts)
}

/** Returns the request to the next pool; null at the end of the route, or for another layout. */
function nextRequest(fields: Slice): Cell | null {
  try {
    const terms = fields.loadRef().beginParse()
    terms.loadCoins()
    readAddress(terms)
    terms.loadCoins()
    return terms.loadMaybeRef()
  } catch {
    return null
  }
}

function isRequest(cell: Cell): boolean {
  const opcode = opcodeIn(cell)
  return opcode === SWAP || opcode === CROSS_SWAP
}
