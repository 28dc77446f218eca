import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { NFT_SALES } from '#shared/contracts/nftSales.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf } from '../bodyReader.ts'
import { dataOf } from '../details.ts'
import type { FactsSource } from '../factsSource.ts'
import { blockWhere, call, type Match, made, type Pattern, where } from '../pattern.ts'
import { type Built, built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'
import { marketplaceName } from './marketplaces.ts'
import { nftPurchase } from './nftPurchase.ts'
import { isEndComment, nftTransfer } from './nftTransfer.ts'

/** Ends and changes of Getgems' sales and auctions (docs/actions §10). */

const CANCEL_SALE = opcodeOf(NFT_SALES, 'sale_cancel')
const UPDATE_SALE = opcodeOf(NFT_SALES, 'sale_update_message')
const CANCEL_AUCTION = opcodeOf(NFT_SALES, 'auction_cancel')
const FINISH_AUCTION = [
  opcodeOf(NFT_SALES, 'auction_finish'),
  opcodeOf(NFT_SALES, 'auction_stop'),
] as readonly number[]

/** The end of a sale or an auction. */
export type TradeEnd = {
  /** Owner of the NFT afterwards. */
  readonly owner: string | null
  readonly trade: string | null
  readonly item: string
  readonly collection: string | null
  readonly operator: string | null
}

const fields = ({ owner, trade, item, collection, operator }: TradeEnd) => ({
  source: owner,
  destination: trade,
  asset: collection,
  asset_secondary: item,
  nft_listing_data: { marketplace_address: operator },
})
const accounts = ({ item }: TradeEnd) => [item]

const cancelSale: ActionKind<TradeEnd> = { block: 'nft_cancel_sale', fields, accounts }
const cancelAuction: ActionKind<TradeEnd> = { block: 'nft_cancel_auction', fields, accounts }
const finishAuction: ActionKind<TradeEnd> = { block: 'nft_finish_auction', fields, accounts }
export const cancelTelegramAuction: ActionKind<TradeEnd> = {
  block: 'teleitem_cancel_auction',
  fields,
  accounts,
}

type Trade = { readonly nft: string; readonly marketplace: string | null }

/** Builds the end of a trade whose contract returns the NFT; the transfer stays a separate action. */
function returned(
  { anchor }: Match,
  kind: ActionKind<TradeEnd>,
  tradeAt: (address: string) => Trade | undefined,
): Built | undefined {
  const { destination } = anchor.ownMessage
  const trade = destination === null ? undefined : tradeAt(destination)
  const transfer = anchor.children
    .map((child) => factsOf(child, nftTransfer))
    .find((candidate) => candidate?.item === trade?.nft)
  if (!trade || !transfer) return undefined
  const { to, item, collection } = transfer
  const end = { owner: to, trade: destination, item, collection, operator: trade.marketplace }
  return built(kind, end, { blocks: [anchor] })
}

export const cancelSaleRule: Rule = {
  name: 'NFT sale cancellation',
  pattern: call(CANCEL_SALE, { child: made(nftTransfer) }),
  build: (match, { facts }) => returned(match, cancelSale, (address) => facts.nftSale(address)),
}

/** Matches a message that ends an auction, by opcode or by comment. */
const ending = (
  opcodes: readonly number[],
  fits: (comment: string | undefined) => boolean,
  child: Pattern,
): Pattern =>
  blockWhere(
    (block) =>
      (block.opcode !== undefined && opcodes.includes(block.opcode)) ||
      (block.type === tonTransfer.block && fits(commentOf(block))),
    { child },
  )

const auctionAt = (facts: FactsSource) => (address: string) => facts.nftAuction(address)

export const cancelAuctionRule: Rule = {
  name: 'NFT auction cancellation',
  pattern: ending([CANCEL_AUCTION], (comment) => comment === 'cancel', made(nftTransfer)),
  build: (match, { facts }) => returned(match, cancelAuction, auctionAt(facts)),
}

/** The auction transfers the NFT without a purchase, or to the highest bidder. */
export const finishAuctionRules: readonly Rule[] = [
  {
    name: 'NFT auction end',
    pattern: ending(FINISH_AUCTION, isEndComment, made(nftTransfer)),
    build: (match, { facts }) => returned(match, finishAuction, auctionAt(facts)),
  },
  {
    name: 'NFT auction end with a purchase',
    pattern: ending(FINISH_AUCTION, isEndComment, made(nftPurchase)),
    build({ anchor }, { facts }) {
      const { destination } = anchor.ownMessage
      const auction = destination === null ? undefined : facts.nftAuction(destination)
      const bought = anchor.children
        .map((child) => factsOf(child, nftPurchase)?.transfer)
        .find((candidate) => candidate?.item === auction?.nft)
      if (!auction || !bought) return undefined
      const { to, item, collection } = bought
      // The reference omits the operator here.
      const end = { owner: to, trade: destination, item, collection, operator: null }
      return built(finishAuction, end, { blocks: [anchor] })
    },
  },
]

type SaleUpdate = {
  readonly source: string | null
  readonly sale: string
  readonly item: string
  readonly operator: string | null
  /** Nanoton. */
  readonly fullPrice: bigint
  readonly marketplaceFee: bigint
  readonly royalty: bigint
}

const updateSale: ActionKind<SaleUpdate> = {
  block: 'nft_update_sale',
  fields: ({ source, sale, item, operator, fullPrice, marketplaceFee, royalty }) => ({
    source,
    destination: sale,
    asset_secondary: item,
    nft_listing_data: {
      marketplace_address: operator,
      full_price: fullPrice.toString(),
      marketplace_fee: marketplaceFee.toString(),
      royalty_amount: royalty.toString(),
    },
  }),
  accounts: ({ item }) => [item],
}

export const updateSaleRule: Rule = {
  name: 'NFT sale update',
  pattern: where(call(UPDATE_SALE), ({ message }) => message?.destination != null),
  build({ anchor }, { facts }) {
    const { source, destination } = anchor.ownMessage
    const sale = destination === null ? undefined : facts.nftSale(destination)
    if (!sale || destination === null) return undefined
    const slice = fieldsOf(anchor.ownMessage).skip(64)
    const [fullPrice, marketplaceFee, royalty] = [slice.loadCoins(), slice.loadCoins(), slice.loadCoins()]
    const { nft: item, marketplace: operator } = sale
    const update = { source, sale: destination, item, operator, fullPrice, marketplaceFee, royalty }
    return built(updateSale, update, { failed: anchor.failed })
  },
}

type Row = Parameters<NonNullable<ActionType['details']>>[0]

function operatorOf(row: Row): string | null {
  const { marketplace_address: operator } = dataOf(row.nft_listing_data)
  return typeof operator === 'string' ? operator : null
}

/** Builds the type of an end; a sale's address has another name than an auction's. */
const endType = (kind: Block['type'], address: 'sale_address' | 'auction_address'): ActionType => ({
  name: kind,
  since: 'v3',
  groups: ['nft.v3'],
  details: (row) => ({
    owner: row.source ?? null,
    nft_item: row.asset_secondary ?? null,
    nft_collection: row.asset ?? null,
    [address]: row.destination ?? null,
    marketplace_address: operatorOf(row),
    marketplace: marketplaceName(operatorOf(row), row),
  }),
})

export const NFT_TRADE_TYPES: readonly ActionType[] = [
  endType('nft_cancel_sale', 'sale_address'),
  endType('nft_cancel_auction', 'auction_address'),
  endType('nft_finish_auction', 'auction_address'),
  endType('teleitem_cancel_auction', 'auction_address'),
  {
    name: 'nft_update_sale',
    since: 'v3',
    groups: ['nft.v3'],
    details(row) {
      const data = dataOf(row.nft_listing_data)
      return {
        source: row.source ?? null,
        sale_contract: row.destination ?? null,
        nft_address: row.asset_secondary ?? null,
        marketplace_address: operatorOf(row),
        marketplace: marketplaceName(operatorOf(row), row),
        full_price: data.full_price ?? null,
        marketplace_fee: data.marketplace_fee ?? null,
        royalty_amount: data.royalty_amount ?? null,
      }
    },
  },
]
