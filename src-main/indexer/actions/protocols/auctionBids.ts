import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf, isDeployment } from '../block.ts'
import { dataOf, decimal, withoutNulls } from '../details.ts'
import type { FactsSource } from '../factsSource.ts'
import { made, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'
import { isDomain, isFragmentItem, marketplaceName } from './marketplaces.ts'
import { isEndComment } from './nftTransfer.ts'

/** Bids at auctions, and what the bidders before get back (docs/actions §10). */

const OUTBID = opcodeOf(DNS, 'outbid_notification')
const OUTBID_COMMENT = 'Your bid has been outbid by another user'

/** A bid; the amount in nanoton. */
export type AuctionBid = {
  readonly bidder: string | null
  readonly auction: string | null
  readonly amount: bigint | null
  readonly item: string
  readonly collection: string | null
  readonly index: bigint | undefined
  /** True for Telegram's items and domains, which are their own auctions. */
  readonly isOwnAuction: boolean
}

const auctionBid: ActionKind<AuctionBid> = {
  block: 'auction_bid',
  fields: ({ bidder, auction, amount, item, collection, index }) => ({
    source: bidder,
    destination: auction,
    value: amount,
    asset: collection,
    asset_secondary: item,
    nft_listing_data: { nft_item_index: index?.toString() ?? null },
  }),
  accounts: ({ item }) => [item],
}

export const auctionBidRule: Rule = {
  name: 'auction bid',
  pattern: where(made(tonTransfer), (block, { facts }) => {
    const comment = commentOf(block)
    if (comment === 'cancel' || isEndComment(comment) || block.nodes.some(isDeployment)) return false
    return auctionedBy(block, facts) !== undefined
  }),
  build({ anchor }, { facts }) {
    const { source, destination, value } = anchor.ownMessage
    const item = auctionedBy(anchor, facts)
    if (item === undefined) return undefined
    const known = facts.nftItem(item)
    return built(
      auctionBid,
      {
        bidder: source,
        auction: destination,
        amount: value,
        item,
        collection: known?.collection ?? null,
        index: known?.index,
        isOwnAuction: item === destination,
      },
      { failed: anchor.failed },
    )
  },
}

/** Returns the NFT that the receiver of a payment auctions. */
function auctionedBy({ message, children }: Block, facts: FactsSource): string | undefined {
  const address = message?.destination
  if (!address) return undefined
  const auction = facts.nftAuction(address)
  if (auction) return auction.nft
  if (isFragmentItem(address, facts)) return address
  const isOutbid = children.some(({ opcode }) => opcode === OUTBID)
  return isOutbid && isDomain(address, facts) ? address : undefined
}

type Outbid = AuctionBid & { readonly outbid: string | null; readonly returned: bigint | null }

const auctionOutbid: ActionKind<Outbid> = {
  block: 'auction_outbid',
  fields: ({ auction, outbid, bidder, returned, item, collection }) => ({
    source: auction,
    source_secondary: bidder,
    destination: outbid,
    amount: returned,
    asset: collection,
    asset_secondary: item,
  }),
  accounts: ({ item }) => [item],
}

/** The bid stays a separate action above this one. */
export const auctionOutbidRule: Rule = {
  name: 'auction outbid',
  pattern: made(auctionBid),
  build({ anchor }) {
    const bid = factsOf(anchor, auctionBid)
    const block = bid && returnedBy(anchor, bid)
    if (!block) return undefined
    const { destination: outbid, value: returned } = block.ownMessage
    return built(auctionOutbid, { ...bid, outbid, returned }, { blocks: [block] })
  },
}

function returnedBy({ children }: Block, { isOwnAuction }: AuctionBid): Block | undefined {
  if (isOwnAuction) return single(children.filter(({ opcode }) => opcode === OUTBID))
  const transfers = children.filter(({ type }) => type === tonTransfer.block)
  // The reference then cannot say which of them returns the bid.
  if (transfers.some((transfer) => commentOf(transfer) === undefined)) return undefined
  return single(transfers.filter((transfer) => commentOf(transfer)?.includes(OUTBID_COMMENT)))
}

function single(blocks: readonly Block[]): Block | undefined {
  return blocks.length === 1 ? blocks[0] : undefined
}

export const AUCTION_BID_TYPES: readonly ActionType[] = [
  {
    name: 'auction_bid',
    since: 'v1',
    groups: ['nft', 'nft.v3'],
    details: (row) => ({
      amount: decimal(row.value),
      bidder: row.source ?? null,
      auction: row.destination ?? null,
      nft_item: row.asset_secondary ?? null,
      nft_collection: row.asset ?? null,
      nft_item_index: dataOf(row.nft_listing_data).nft_item_index ?? null,
    }),
  },
  {
    name: 'auction_outbid',
    since: 'v3',
    groups: ['nft.v3'],
    details: (row) => ({
      auction_address: row.source ?? null,
      bidder: row.destination ?? null,
      new_bidder: row.source_secondary ?? null,
      nft_item: row.asset_secondary ?? null,
      nft_collection: row.asset ?? null,
      amount: decimal(row.amount),
      // The reference stores the comment in a field that it does not serve.
      ...withoutNulls({ marketplace: marketplaceName(null, row) }),
    }),
  },
]
