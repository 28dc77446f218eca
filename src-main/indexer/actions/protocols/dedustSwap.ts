import type { Slice } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DEDUST, DEDUST_PAYLOADS } from '#shared/contracts/dedust.ts'
import { type Block, byLt, factsOf } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, either, type Match, made, type Pattern, repeated } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { readAsset } from './dedustAsset.ts'
import { jettonSwap, type PeerSwap, type SwapTransfer, swapTransferOf } from './dexSwap.ts'
import { jettonTransfer } from './jettons.ts'

/** Swaps on DeDust v2, also through several pools (docs/actions §12.1). */

const TON_SWAP = opcodeOf(DEDUST, 'dedust_swap')
const SWAP_EXTERNAL = opcodeOf(DEDUST, 'dedust_swap_external')
const SWAP_PEER = opcodeOf(DEDUST, 'dedust_swap_peer')
const SWAPPED = opcodeOf(DEDUST, 'dedust_swapped')
export const PAY_OUT = opcodeOf(DEDUST, 'dedust_pay_out_from_pool')
export const TON_PAYOUT = opcodeOf(DEDUST, 'dedust_payout')
/** Maximum length of a route that is read from a request. */
const MAX_ROUTE = 16

/** Matches a pool's request to the vault to pay the user. */
const paidOut = call(PAY_OUT, {
  name: 'pay out',
  child: either([made(jettonTransfer, { name: 'payout' }), call(TON_PAYOUT, { name: 'TON payout' })]),
})

/** A pool that swapped writes a log; otherwise it pays the input back. */
const poolLinks = () => ({
  name: 'pool',
  children: [call(SWAPPED, { name: 'log', optional: true }), either([paidOut, repeated(() => nextPool)])],
})
const nextPool: Pattern = call(SWAP_PEER, poolLinks())

export const dedustSwapRule: Rule = {
  name: 'DeDust swap',
  pattern: call(SWAP_EXTERNAL, {
    ...poolLinks(),
    parent: either([
      made(
        jettonTransfer,
        { name: 'paid jettons' },
        ({ request }) => opcodeIn(request.forwardPayload) === DEDUST_PAYLOADS.swap,
      ),
      call(TON_SWAP, { name: 'paid TON' }),
    ]),
  }),
  build(match, { facts }) {
    const vault = match.anchor.ownMessage.source
    const paid = paymentOf(match, vault)
    const received = payoutOf(match)
    if (!paid || !received || match.all('pay out').length !== 1) return undefined
    const peers = [...match.all('log')].sort(byLt).map(readLog)
    const [first, last] = [peers[0], peers.at(-1)]
    const { request, ...incoming } = paid
    return built(
      jettonSwap,
      {
        dex: 'dedust',
        incoming: {
          ...incoming,
          asset: first ? first.assetIn : paid.asset,
          amount: first?.amountIn ?? paid.amount,
        },
        outgoing: {
          ...received,
          asset: last ? last.assetOut : received.asset,
          amount: last?.amountOut ?? received.amount,
        },
        assetIn: paid.asset,
        assetOut: wantedAsset(paid.asset, request, facts),
        peers: peers.length > 1 ? peers : [],
      },
      { failed: match.all('pool').length !== match.all('log').length },
    )
  },
}

/** Returns the user's payment, with the request from its first step on. */
function paymentOf(
  match: Match,
  vault: string | null,
): (SwapTransfer & { readonly request: Slice }) | undefined {
  const transfer = factsOf(match.get('paid jettons'), jettonTransfer)
  if (transfer) {
    const request = transfer.request.forwardPayload?.beginParse().skip(32)
    return request && { ...swapTransferOf(transfer), destination: vault, request }
  }
  const message = match.get('paid TON')?.ownMessage
  if (!message) return undefined
  const request = fieldsOf(message).skip(64)
  const amount = request.loadCoins()
  const { source } = message
  return {
    asset: null,
    source,
    destination: vault,
    sourceWallet: null,
    destinationWallet: null,
    amount,
    request,
  }
}

function payoutOf(match: Match): SwapTransfer | undefined {
  const transfer = factsOf(match.get('payout'), jettonTransfer)
  if (transfer) return swapTransferOf(transfer)
  const [message, paid] = [match.get('TON payout')?.ownMessage, match.get('pay out')?.ownMessage]
  if (!message || !paid) return undefined
  return {
    asset: null,
    source: message.source,
    destination: message.destination,
    sourceWallet: null,
    destinationWallet: null,
    amount: readPaidAmount(paid),
  }
}

/** Reads the amount that a pool requests from a vault (`dedust_pay_out_from_pool`). */
export function readPaidAmount(message: Block['ownMessage']): bigint {
  const slice = fieldsOf(message).skip(64)
  slice.loadRef()
  return slice.loadCoins()
}

function readLog({ ownMessage }: Block): PeerSwap {
  const slice = fieldsOf(ownMessage)
  const [assetIn, assetOut] = [readAsset(slice), readAsset(slice)]
  const [amountIn, amountOut] = [slice.loadCoins(), slice.loadCoins()]
  return { assetIn, amountIn, assetOut, amountOut }
}

/** Follows the requested pools from the paid asset; undefined if one of them is unknown. */
function wantedAsset(paid: string | null, request: Slice, facts: FactsSource): string | null | undefined {
  let asset = paid
  let step: Slice | undefined = request
  for (let i = 0; step && i < MAX_ROUTE; i++) {
    const pool = readAddress(step)
    const known: string | null = asset
    const assets = pool === null ? undefined : facts.dedustPool(pool)?.assets
    if (!assets?.includes(known)) return undefined
    asset = assets.find((candidate) => candidate !== known) ?? null
    step.loadBit()
    step.loadCoins()
    step = step.loadMaybeRef()?.beginParse()
  }
  return asset
}
