import type { Cell } from '@ton/core'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import { loadStateInit } from '../../../chain/block/stateInit.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf, isDeployment } from '../block.ts'
import { dataOf } from '../details.ts'
import type { FactsSource } from '../factsSource.ts'
import { blockWhere, type Match, made } from '../pattern.ts'
import { type Built, built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { type ListingTerms, readAuctionTerms, readSaleTerms } from './listingTerms.ts'
import { marketplaceName } from './marketplaces.ts'
import { type NftTransfer, nftTransfer } from './nftTransfer.ts'

/**
 * NFTs put up for sale: a listing contract receives the NFT, deploys a sale or an auction and transfers the NFT to it
 * (docs/actions §10).
 */

type Listing = {
  readonly owner: string | null
  /** Null if the item itself is the auction. */
  readonly listingContract: string | null
  readonly trade: string | null
  readonly collection: string | null
  readonly item: string | null
  readonly index: bigint | null
  readonly terms: ListingTerms
}

function fields({ owner, listingContract, trade, collection, item, index, terms }: Listing) {
  const data: JsonObject = Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? value.toString() : (value ?? null),
    ]),
  )
  return {
    source: owner,
    source_secondary: listingContract,
    destination: trade,
    asset: collection,
    asset_secondary: item,
    nft_listing_data: { nft_item_index: index?.toString() ?? null, ...data },
  }
}

const putOnSale: ActionKind<Listing> = { block: 'nft_put_on_sale', fields }
const putOnAuction: ActionKind<Listing> = { block: 'nft_put_on_auction', fields }
export const startTelegramAuction: ActionKind<Listing> = { block: 'teleitem_start_auction', fields }

const isDeploying = (block: Block) =>
  (block.type === 'ton_transfer' || block.type === 'call_contract') && block.nodes.some(isDeployment)

export const nftListingRule: Rule = {
  name: 'NFT sale or auction',
  pattern: made(nftTransfer, {
    children: [blockWhere(isDeploying, { name: 'deployed' }), made(nftTransfer, { name: 'listed' })],
  }),
  build: buildListing,
}

function buildListing(match: Match, { facts }: { readonly facts: FactsSource }): Built | undefined {
  const given = factsOf(match.anchor, nftTransfer)
  const listed = factsOf(match.get('listed'), nftTransfer)
  const deployment = match.get('deployed')?.message
  const trade = listed?.to
  if (!given || !listed || typeof trade !== 'string' || deployment?.destination !== trade) return undefined
  if (given.item !== listed.item) return undefined
  const sale = facts.nftSale(trade)
  if (sale) {
    if (sale.nft !== given.item || sale.owner !== given.from) return undefined
    return built(putOnSale, listing(given, trade, readSaleTerms(...stateOf(deployment))))
  }
  const auction = facts.nftAuction(trade)
  if (!auction || auction.nft !== given.item || auction.owner !== given.from) return undefined
  return built(putOnAuction, listing(given, trade, readAuctionTerms(...stateOf(deployment))))
}

function listing({ from, to, collection, item, index }: NftTransfer, trade: string, terms: ListingTerms) {
  return { owner: from, listingContract: to, trade, collection, item, index, terms }
}

/** Returns storage and code hash (base64) of a deployment. Throws for a message without a StateInit. */
function stateOf({ stateInit }: TraceMessage): [data: Cell, codeHash: string] {
  const { code, data } = stateInit ? loadStateInit(stateInit.beginParse()) : {}
  if (!data || !code) throw new Error('the message deploys nothing')
  return [data, code.hash().toString('base64')]
}

const listingDetails = ({ source, source_secondary, asset, asset_secondary, nft_listing_data }: Row) => ({
  nft_collection: asset ?? null,
  nft_item: asset_secondary ?? null,
  nft_item_index: dataOf(nft_listing_data).nft_item_index ?? null,
  owner: source ?? null,
  listing_address: source_secondary ?? null,
  // The reference reads a column that is never set.
  marketplace_address: null,
})
type Row = Parameters<NonNullable<ActionType['details']>>[0]

function auctionDetails(row: Row) {
  const data = dataOf(row.nft_listing_data)
  return {
    ...listingDetails(row),
    auction_address: row.destination ?? null,
    marketplace_fee_factor: data.marketplace_fee_factor ?? null,
    marketplace_fee_base: data.marketplace_fee_base ?? null,
    royalty_fee_base: data.royalty_fee_base ?? null,
    max_bid: data.max_bid ?? null,
    min_bid: data.min_bid ?? null,
    marketplace_fee_address: data.marketplace_fee_address ?? null,
    royalty_address: data.royalty_address ?? null,
    // As in the reference, only the collection determines the name for auctions.
    marketplace: marketplaceName(null, row),
  }
}

export const NFT_LISTING_TYPES: readonly ActionType[] = [
  {
    name: 'nft_put_on_sale',
    since: 'v3',
    groups: ['nft.v3'],
    details(row) {
      const data = dataOf(row.nft_listing_data)
      const operator = typeof data.marketplace_address === 'string' ? data.marketplace_address : null
      return {
        ...listingDetails(row),
        sale_address: row.destination ?? null,
        full_price: data.full_price ?? null,
        marketplace_fee: data.marketplace_fee ?? null,
        royalty_amount: data.royalty_amount ?? null,
        marketplace_fee_address: data.marketplace_fee_address ?? null,
        royalty_address: data.royalty_address ?? null,
        marketplace: marketplaceName(operator, row),
      }
    },
  },
  { name: 'nft_put_on_auction', since: 'v3', groups: ['nft.v3'], details: auctionDetails },
  { name: 'teleitem_start_auction', since: 'v3', groups: ['nft.v3'], details: auctionDetails },
]
