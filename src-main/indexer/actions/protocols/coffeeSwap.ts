import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { type Block, factsOf } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import { call, either, type Match, made, type Pattern, repeated } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { payoutOfVault, readAsset, readPayout } from './coffeeVault.ts'
import { jettonSwap, type PeerSwap, type SwapTransfer, swapTransferOf } from './dexSwap.ts'
import { jettonTransfer } from './jettons.ts'

/** Swaps on swap.coffee, also through several pools (docs/actions §12.1). */

const POOL_SWAP = opcodeOf(COFFEE, 'coffee_swap_internal')

/** A pool that swapped writes a log, and sends the result to the next pool or to a vault. */
const poolLinks = () => ({
  children: [
    call(opcodeOf(COFFEE, 'coffee_swap_succeeded'), { name: 'log' }),
    either([payoutOfVault(), repeated(() => nextPool)]),
  ],
})
const nextPool: Pattern = call(POOL_SWAP, poolLinks())

export const coffeeSwapRule: Rule = {
  name: 'swap.coffee swap',
  pattern: call(POOL_SWAP, {
    ...poolLinks(),
    parent: either([
      made(jettonTransfer, { name: 'paid jettons' }),
      call(opcodeOf(COFFEE, 'coffee_swap'), { name: 'paid TON' }),
    ]),
  }),
  build(match) {
    const request = match.get('payout')
    const incoming = paymentOf(match)
    const payout = request && readPayout(request)
    if (!incoming || !payout) return undefined
    const { form, requested, recipient, ...outgoing } = payout
    const peers = peersOf(match.all('log'), outgoing.asset)
    return built(jettonSwap, {
      dex: 'coffee',
      incoming,
      outgoing,
      peers: peers.length > 1 ? peers : [],
    })
  },
}

function paymentOf(match: Match): SwapTransfer | undefined {
  const transfer = factsOf(match.get('paid jettons'), jettonTransfer)
  if (transfer) return swapTransferOf(transfer)
  const message = match.get('paid TON')?.ownMessage
  if (!message) return undefined
  const { source, destination } = message
  const amount = fieldsOf(message).skip(64).loadCoins()
  return { asset: null, source, destination, sourceWallet: null, destinationWallet: null, amount }
}

/** Returns the swap of each pool: a log has the asset that was paid, but not the one that was bought. */
function peersOf(logs: readonly Block[], assetOut: string | null): PeerSwap[] {
  const swaps = [...logs].sort(byLt).map((log) => {
    const fields = fieldsOf(log.ownMessage).skip(64)
    return { assetIn: readAsset(fields), amountIn: fields.loadCoins(), amountOut: fields.loadCoins() }
  })
  return swaps.map((swap, i) => {
    const next = swaps[i + 1]
    return { ...swap, assetOut: next ? next.assetIn : assetOut }
  })
}

function byLt({ first: a }: Block, { first: b }: Block): number {
  return a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0
}
