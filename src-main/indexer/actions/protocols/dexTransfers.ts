import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { PTON } from '#shared/contracts/pton.ts'
import { type Block, factsOf } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, either, type Match, made, type Pattern } from '../pattern.ts'
import type { TraceMessage } from '../trace.ts'
import { type PeerSwap, type SwapTransfer, swapTransferOf } from './dexSwap.ts'
import { isPton, jettonTransfer, NOTIFICATION, readNotification } from './jettons.ts'

/** Payments between users and routers: jettons, or TON through pTON (STON.fi v2, TONCO). */

export const TON_TRANSFER = opcodeOf(PTON, 'pton_ton_transfer')

/** The cause of a router's message to a pool: received jettons, or TON received by its pTON wallet. */
export const payment: Pattern = either([
  made(jettonTransfer, { name: 'paid jettons' }),
  call(NOTIFICATION, { name: 'paid notice', parent: call(TON_TRANSFER, { name: 'paid TON' }) }),
])

/** A user's payment to a router. */
export type Payment = SwapTransfer & {
  /** The user's request to the router. */
  readonly payload: Cell | undefined
}

/** Returns the payment of a match; undefined if it has none. Throws for bodies of another layout. */
export function paymentOf(match: Match, router: string | null): Payment | undefined {
  const transfer = factsOf(match.get('paid jettons'), jettonTransfer)
  if (transfer) {
    const leg = swapTransferOf(transfer)
    return {
      ...leg,
      asset: isPton(leg.asset) ? null : leg.asset,
      payload: transfer.request.forwardPayload,
    }
  }
  const [ton, notice] = [match.get('paid TON')?.ownMessage, match.get('paid notice')?.ownMessage]
  if (!ton || !notice) return undefined
  return {
    asset: null,
    source: ton.source,
    destination: router,
    sourceWallet: null,
    destinationWallet: ton.destination,
    amount: tonAmount(ton),
    payload: readNotification(notice).payload,
  }
}

/** Matches a router's payment to a user, with the TON that a pTON wallet sends for it. */
export function payout(name: string, links: { readonly optional?: boolean } = {}): Pattern {
  return made(jettonTransfer, { ...links, name, child: call(TON_TRANSFER, { optional: true }) })
}

/** Returns the payment of a block that `payout` matched. Throws an Error for any other block. */
export function payoutOf(block: Block): SwapTransfer {
  const transfer = factsOf(block, jettonTransfer)
  if (!transfer) throw new Error('a payout is not a transfer of jettons')
  const leg = swapTransferOf(transfer)
  const ton = tonTransferOf(block)
  if (!ton) return { ...leg, asset: isPton(leg.asset) ? null : leg.asset }
  const { destination } = ton
  return { ...leg, asset: null, destination, destinationWallet: null, amount: tonAmount(ton) }
}

/**
 * Returns the bought side among the router's payments at the end of a swap: a pool that did not use the whole payment
 * also pays the rest back. Returns undefined without payments.
 */
export function boughtOf(payouts: readonly Block[], paid: SwapTransfer): SwapTransfer | undefined {
  const received = payouts.map(payoutOf)
  return received.find(({ asset }) => asset !== paid.asset) ?? received[0]
}

function tonTransferOf({ children }: Block): TraceMessage | undefined {
  return children.find(({ opcode }) => opcode === TON_TRANSFER)?.ownMessage
}

/** Reads the nanoton that a message of pTON represents. */
function tonAmount(message: TraceMessage): bigint {
  return fieldsOf(message).skip(64).loadCoins()
}

/** Returns the asset of a router's wallet: null for TON, undefined if the wallet is unknown. */
export function assetOfWallet(wallet: string | null | undefined, facts: FactsSource) {
  const jetton = wallet ? facts.jettonWallet(wallet)?.jetton : undefined
  return isPton(jetton) ? null : jetton
}

/** A pool's payment: two amounts, of which one is usually 0, with the router's wallets. */
export type PoolPayout = {
  readonly amounts: readonly [bigint, bigint]
  readonly wallets: readonly [string | null, string | null]
}

/** Returns the larger side of a pool's payment: 0 or 1. */
function paidSide({ amounts: [first, second] }: PoolPayout): 0 | 1 {
  return first >= second ? 0 : 1
}

/** A pool of a route, and whether its swap failed. */
export type RouteStep = PoolPayout & { readonly isFailed: boolean }

/** Returns the swaps of a route; none for a single pool, or if a pool's assets are unknown. */
export function peersOf(paid: SwapTransfer, steps: readonly RouteStep[], facts: FactsSource): PeerSwap[] {
  const peers: PeerSwap[] = []
  let [assetIn, amountIn] = [paid.asset, paid.amount]
  for (const step of steps) {
    if (step.isFailed) continue
    const side = paidSide(step)
    const [assetOut, amountOut] = [assetOfWallet(step.wallets[side], facts), step.amounts[side]]
    if (assetOut === undefined) return []
    peers.push({ assetIn, amountIn, assetOut, amountOut })
    assetIn = assetOut
    amountIn = amountOut
  }
  return peers.length > 1 ? peers : []
}
