import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  comment,
  type LinePart,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, assetIn, type Details, numberIn, recordIn, textIn } from './details.ts'

function between(
  from: string | undefined,
  to: string | undefined,
  what: readonly LinePart[],
  words: readonly LinePart[],
) {
  return {
    clause: clauseOf(from, 'sent', [...what, ...phrase('to', to), ...words]),
    others: to === undefined ? [] : [clauseOf(to, 'received', [...what, ...phrase('from', from), ...words])],
  }
}

export function tonTransfer(details: Details): ActionLine {
  const [from, to] = [addressIn(details, 'source'), addressIn(details, 'destination')]
  const value = numberIn(details, 'value')
  const words = comment(textIn(details, 'comment'), details.encrypted === true)
  const { clause, others } = between(from, to, [amount(null, value)], words)
  return actionLine('transfer', clause, { others, moves: moved(from, to, null, value) })
}

/** Describes a transfer or call with extra currencies, which has its own type in the API. */
export function extraCurrencyTransfer(details: Details): ActionLine {
  const [from, to] = [addressIn(details, 'source'), addressIn(details, 'destination')]
  const coins = numberIn(details, 'value')
  const currencies =
    recordIn(details, 'value_extra_currencies') ?? recordIn(details, 'extra_currencies') ?? {}
  const extras = Object.keys(currencies).flatMap((id): LinePart[] => {
    const value = numberIn(currencies, id)
    return value === undefined ? [] : [{ kind: 'currency', id, value }]
  })
  const all = coins === undefined || coins === 0n ? extras : [amount(null, coins), ...extras]
  const what = all.flatMap((part, i) => (i === 0 ? [part] : [text('and'), part]))
  const words = comment(textIn(details, 'comment'), details.encrypted === true)
  const { clause, others } = between(from, to, what, words)
  return actionLine('transfer', clause, { others, moves: moved(from, to, null, coins) })
}

export function jettonTransfer(details: Details): ActionLine {
  const [from, to] = [addressIn(details, 'sender'), addressIn(details, 'receiver')]
  const asset = addressIn(details, 'asset')
  const value = numberIn(details, 'amount')
  // The jetton of a failed transfer's wallet can be unknown; its amount then has no unit.
  const what = asset === undefined ? [text('jettons of an unknown master')] : [amount(asset, value)]
  const words = comment(textIn(details, 'comment'), details.is_encrypted_comment === true)
  const { clause, others } = between(from, to, what, words)
  return actionLine('transfer', clause, {
    others,
    moves: asset === undefined ? [] : moved(from, to, asset, value),
  })
}

export function jettonBurn(details: Details): ActionLine {
  const owner = addressIn(details, 'owner')
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  return actionLine('transfer', clauseOf(owner, 'burned', [amount(asset, value)]), {
    moves: moved(owner, undefined, asset, value),
  })
}

export function jettonMint(details: Details): ActionLine {
  const receiver = addressIn(details, 'receiver')
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  const clause = clauseOf(asset ?? undefined, 'minted', [amount(asset, value), ...phrase('to', receiver)])
  const got = clauseOf(receiver, 'received', [amount(asset, value), text('newly minted')])
  return actionLine('transfer', clause, {
    others: receiver === undefined ? [] : [got],
    moves: moved(undefined, receiver, asset, value),
  })
}

export function nftTransfer(details: Details): ActionLine {
  const item = addressIn(details, 'nft_item')
  const [from, to] = [addressIn(details, 'old_owner'), addressIn(details, 'new_owner')]
  if (details.is_purchase === true) return nftPurchase(details)
  const words = comment(textIn(details, 'comment'), details.is_encrypted_comment === true)
  const { clause, others } = between(
    from,
    to,
    [text('NFT'), account(item, addressIn(details, 'nft_collection'))],
    words,
  )
  return actionLine('nft', clause, { others })
}

export function nftPurchase(details: Details): ActionLine {
  const item = addressIn(details, 'nft_item')
  const [buyer, price] = [addressIn(details, 'new_owner'), numberIn(details, 'price')]
  // The contract of the sale is between the seller and the buyer.
  const seller = addressIn(details, 'real_old_owner') ?? addressIn(details, 'old_owner')
  const market = textIn(details, 'marketplace')
  const on = market === undefined ? [] : [text(`on ${market}`)]
  const cost = price === undefined ? [] : [text('for'), amount(null, price)]
  const clause = clauseOf(buyer, 'bought', [
    text('NFT'),
    account(item, addressIn(details, 'nft_collection')),
    ...phrase('from', seller),
    ...cost,
    ...on,
  ])
  const paid = numberIn(details, 'payout_amount')
  const sale =
    seller === undefined
      ? []
      : [clauseOf(seller, 'received', [amount(null, paid ?? price), text('for NFT'), account(item), ...on])]
  return actionLine('nft', clause, {
    others: sale,
    moves: [...moved(buyer, undefined, null, price), ...moved(undefined, seller, null, paid)],
  })
}
