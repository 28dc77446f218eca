import {
  type ActionLine,
  account,
  actionLine,
  amount,
  clauseOf,
  type LinePart,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, type Details, numberIn, textIn } from './details.ts'

function nft(details: Details): LinePart[] {
  const item = addressIn(details, 'nft_item') ?? addressIn(details, 'nft_address')
  return [text('NFT'), account(item, addressIn(details, 'nft_collection'))]
}

function onMarket(details: Details): LinePart[] {
  const market = textIn(details, 'marketplace')
  return market === undefined ? [] : [text(`on ${market}`)]
}

function priced(preposition: string, value: bigint | undefined): LinePart[] {
  return value === undefined ? [] : [text(preposition), amount(null, value)]
}

export function nftMint(details: Details): ActionLine {
  const collection = addressIn(details, 'nft_collection')
  const owner = addressIn(details, 'owner')
  // `owner` is the sender of the deploying message, usually the collection itself (docs/actions §9).
  const inside = collection === owner ? [] : phrase('in', collection)
  return actionLine('nft', clauseOf(owner, 'minted', [...nft(details), ...inside]))
}

export function nftDiscovery(details: Details): ActionLine {
  const rest = [...nft(details), text('for its owner and collection')]
  return actionLine('nft', clauseOf(addressIn(details, 'source'), 'asked', rest))
}

export function putOnSale(details: Details): ActionLine {
  const price = priced('for', numberIn(details, 'full_price'))
  const rest = [...nft(details), text('for sale'), ...price, ...onMarket(details)]
  return actionLine('nft', clauseOf(addressIn(details, 'owner'), 'listed', rest))
}

export function putOnAuction(details: Details): ActionLine {
  const started = clauseOf(addressIn(details, 'owner'), 'started', [
    text('an auction of'),
    ...nft(details),
    ...priced('from', numberIn(details, 'min_bid')),
    ...onMarket(details),
  ])
  return actionLine('nft', started)
}

export function cancelSale(details: Details): ActionLine {
  const rest = [text('the sale of'), ...nft(details), ...onMarket(details)]
  return actionLine('nft', clauseOf(addressIn(details, 'owner'), 'cancelled', rest))
}

export function cancelAuction(details: Details): ActionLine {
  const rest = [text('the auction of'), ...nft(details), ...onMarket(details)]
  return actionLine('nft', clauseOf(addressIn(details, 'owner'), 'cancelled', rest))
}

export function finishAuction(details: Details): ActionLine {
  const rest = [text('the auction of'), ...nft(details), ...onMarket(details)]
  return actionLine('nft', clauseOf(addressIn(details, 'owner'), 'finished', rest))
}

export function updateSale(details: Details): ActionLine {
  const rest = [text('the sale of'), ...nft(details), ...priced('to', numberIn(details, 'full_price'))]
  return actionLine('nft', clauseOf(addressIn(details, 'source'), 'changed', rest))
}

export function auctionBid(details: Details): ActionLine {
  const [bidder, auction] = [addressIn(details, 'bidder'), addressIn(details, 'auction')]
  const value = numberIn(details, 'amount')
  return actionLine('nft', clauseOf(bidder, 'bid', [amount(null, value), text('for'), ...nft(details)]), {
    moves: moved(bidder, auction, null, value),
  })
}

export function auctionOutbid(details: Details): ActionLine {
  const [bidder, auction] = [addressIn(details, 'bidder'), addressIn(details, 'auction_address')]
  const value = numberIn(details, 'amount')
  const clause = clauseOf(bidder, 'got', [
    amount(null, value),
    text('back: outbid'),
    ...phrase('by', addressIn(details, 'new_bidder')),
    text('for'),
    ...nft(details),
  ])
  return actionLine('nft', clause, { moves: moved(auction, bidder, null, value) })
}
