import {
  type ActionLine,
  type Asset,
  actionLine,
  amount,
  clauseOf,
  type LinePart,
  type Move,
  moved,
  named,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, assetIn, type Details, numberIn, recordIn, recordsIn, textIn } from './details.ts'

/** Displayed names of exchanges. */
const DEXES: Readonly<Record<string, string>> = {
  stonfi: 'STON.fi',
  stonfi_v2: 'STON.fi v2',
  dedust: 'DeDust',
  tonco: 'TONCO',
  coffee: 'swap.coffee',
}

function onDex(details: Details): LinePart[] {
  const name = textIn(details, 'dex')
  return name === undefined ? [] : [text(`on ${DEXES[name] ?? name}`)]
}

export function jettonSwap(details: Details): ActionLine {
  const [sent, got] = [recordIn(details, 'dex_incoming_transfer'), recordIn(details, 'dex_outgoing_transfer')]
  const sender = addressIn(details, 'sender') ?? (sent && addressIn(sent, 'source'))
  const receiver = (got && addressIn(got, 'destination')) ?? sender
  const paid: Asset = sent ? assetIn(sent, 'asset') : assetIn(details, 'asset_in')
  const wanted: Asset = assetIn(details, 'asset_out')
  const back: Asset = got ? assetIn(got, 'asset') : wanted
  const [from, to] = [sent && numberIn(sent, 'amount'), got && numberIn(got, 'amount')]
  // The outgoing transfer of a failed swap returns the paid asset, so the sentence names the requested one.
  const result = amount(wanted, back === wanted ? to : undefined)
  const hops = recordsIn(details, 'peer_swaps').length
  const clause = clauseOf(sender, 'swapped', [
    amount(paid, from),
    text('for'),
    result,
    ...onDex(details),
    ...(hops > 1 ? [text(`in ${hops} hops`)] : []),
    ...(receiver === sender ? [] : phrase('for', receiver)),
  ])
  const received = clauseOf(receiver, 'received', [
    amount(back, to),
    ...phrase('from a swap by', sender),
    ...onDex(details),
  ])
  return actionLine('swap', clause, {
    others: receiver === sender ? [] : [received],
    moves: [...moved(sender, undefined, paid, from), ...moved(undefined, receiver, back, to)],
  })
}

type Side = { readonly asset: Asset; readonly value: bigint | undefined }

/** Returns the sides of a liquidity action that have an amount (docs/actions §12.2). */
function sidesOf(details: Details): Side[] {
  const sides = [1, 2]
    .map((i) => ({ asset: assetIn(details, `asset_${i}`), value: numberIn(details, `amount_${i}`) }))
    .filter(({ value }) => value !== undefined)
  const paid = sides.filter(({ value }) => value !== 0n)
  return paid.length > 0 ? paid : sides
}

function sideParts(sides: readonly Side[]): LinePart[] {
  if (sides.length === 0) return [text('tokens')]
  return sides.flatMap(({ asset, value }, i) => [...(i > 0 ? [text('and')] : []), amount(asset, value)])
}

function excesses(details: Details, holder: string | undefined): Move[] {
  return recordsIn(details, 'vault_excesses').flatMap((excess) =>
    moved(undefined, holder, assetIn(excess, 'asset'), numberIn(excess, 'amount')),
  )
}

export function depositLiquidity(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const sides = sidesOf(details)
  const rest = [...sideParts(sides), ...phrase('to pool', addressIn(details, 'pool')), ...onDex(details)]
  return actionLine('liquidity', clauseOf(source, 'deposited', rest), {
    moves: [
      ...sides.flatMap(({ asset, value }) => moved(source, undefined, asset, value)),
      ...excesses(details, source),
    ],
  })
}

export function withdrawLiquidity(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const sides = sidesOf(details)
  const rest = [...sideParts(sides), ...phrase('from pool', addressIn(details, 'pool')), ...onDex(details)]
  return actionLine('liquidity', clauseOf(source, 'withdrew', rest), {
    moves: sides.flatMap(({ asset, value }) => moved(undefined, source, asset, value)),
  })
}

/** "of USDT and TON" */
function pair(one: Asset, other: Asset): LinePart[] {
  return [text('of'), amount(one, undefined), text('and'), amount(other, undefined)]
}

export function toncoDeployPool(details: Details): ActionLine {
  const rest = [
    text('pool'),
    ...named(addressIn(details, 'pool')),
    ...pair(assetIn(details, 'jetton_minter_1'), assetIn(details, 'jetton_minter_2')),
    text('on TONCO'),
  ]
  return actionLine('liquidity', clauseOf(addressIn(details, 'source'), 'created', rest))
}

const ON_COFFEE = text('on swap.coffee')

export function coffeeCreateVault(details: Details): ActionLine {
  const rest = [text('a vault for'), amount(assetIn(details, 'asset'), undefined), ON_COFFEE]
  const [source, vault] = [addressIn(details, 'source'), addressIn(details, 'vault')]
  return actionLine('liquidity', clauseOf(source, 'created', rest), {
    moves: moved(source, vault, null, numberIn(details, 'value')),
  })
}

export function coffeeCreatePoolCreator(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  // `provided_asset` is never filled; the provided asset is in `asset_1` (docs/actions §12.5).
  const asset = assetIn(details, 'asset_1')
  const value = numberIn(details, 'amount')
  const rest = [amount(asset, value), text('for a new pool'), ON_COFFEE]
  return actionLine('liquidity', clauseOf(source, 'deposited', rest), {
    moves: moved(source, undefined, asset, value),
  })
}

export function coffeeCreatePool(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const rest = [
    text('pool'),
    ...named(addressIn(details, 'pool')),
    ...pair(assetIn(details, 'asset_1'), assetIn(details, 'asset_2')),
    ON_COFFEE,
  ]
  return actionLine('liquidity', clauseOf(source, 'created', rest), {
    moves: moved(source, undefined, assetIn(details, 'provided_asset'), numberIn(details, 'amount')),
  })
}

export function coffeeHoldFunds(details: Details): ActionLine {
  const [source, contract] = [addressIn(details, 'source'), addressIn(details, 'mev_contract')]
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  const rest = [amount(asset, value), text('to the MEV protection of swap.coffee')]
  return actionLine('swap', clauseOf(source, 'sent', rest), { moves: moved(source, contract, asset, value) })
}

export function coffeeStakingDeposit(details: Details): ActionLine {
  const [source, pool] = [addressIn(details, 'source'), addressIn(details, 'pool')]
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  return actionLine('staking', clauseOf(source, 'staked', [amount(asset, value), ON_COFFEE]), {
    moves: moved(source, pool, asset, value),
  })
}

export function coffeeStakingWithdraw(details: Details): ActionLine {
  const [source, pool] = [addressIn(details, 'source'), addressIn(details, 'pool')]
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  return actionLine('staking', clauseOf(source, 'unstaked', [amount(asset, value), ON_COFFEE]), {
    moves: moved(pool, source, asset, value),
  })
}

export function coffeeStakingClaim(details: Details): ActionLine {
  const [recipient, pool] = [addressIn(details, 'recipient'), addressIn(details, 'pool')]
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  const rest = [text('a staking reward of'), amount(asset, value), ON_COFFEE]
  return actionLine('staking', clauseOf(recipient, 'claimed', rest), {
    moves: moved(pool, recipient, asset, value),
  })
}
