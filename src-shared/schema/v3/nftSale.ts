import { z } from 'zod'
import { addressText, decimal, hashText, ltText, utime } from './common.ts'
import { nftItem } from './nftItem.ts'

/** Sale contracts: compatibility-v3 §7.8. Prices, fees and bids are in nanotons. */

const COMMON = {
  address: addressText,
  nft_address: addressText.optional(),
  nft_owner_address: addressText.optional(),
  marketplace_address: addressText.optional(),
  created_at: utime.optional(),
  last_transaction_lt: ltText,
  code_hash: hashText.optional(),
  data_hash: hashText.optional(),
  nft_item: nftItem.optional(),
}

/** Factors and bases as stated in contracts, of any size of a JSON number. */
const number = z.number()

const saleDetails = z
  .strictObject({
    is_complete: z.boolean().optional(),
    full_price: decimal.optional(),
    marketplace_fee_address: addressText.optional(),
    marketplace_fee: decimal.optional(),
    royalty_address: addressText.optional(),
    royalty_amount: decimal.optional(),
  })
  .meta({ id: 'GetgemsSaleDetails' })

const auctionDetails = z
  .strictObject({
    end_flag: z.boolean().optional(),
    end_time: number.optional(),
    last_bid: decimal.optional(),
    last_member: addressText.optional(),
    min_step: number.optional(),
    mp_fee_address: addressText.optional(),
    mp_fee_factor: number.optional(),
    mp_fee_base: number.optional(),
    royalty_fee_address: addressText.optional(),
    royalty_fee_factor: number.optional(),
    royalty_fee_base: number.optional(),
    max_bid: decimal.optional(),
    min_bid: decimal.optional(),
    last_bid_at: number.optional(),
    is_canceled: z.boolean().optional(),
  })
  .meta({ id: 'GetgemsAuctionDetails' })

const telemintDetails = z
  .strictObject({
    token_name: z.string().optional(),
    bidder_address: addressText.optional(),
    bid: decimal.optional(),
    bid_ts: decimal.optional(),
    min_bid: decimal.optional(),
    end_time: number.optional(),
    beneficiary_address: addressText.optional(),
    initial_min_bid: decimal.optional(),
    max_bid: decimal.optional(),
    min_bid_step: decimal.optional(),
    min_extend_time: decimal.optional(),
    duration: decimal.optional(),
    royalty_numerator: number.optional(),
    royalty_denominator: number.optional(),
    royalty_destination: addressText.optional(),
  })
  .meta({ id: 'TelemintDetails' })

export const nftSale = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('getgems_sale'), ...COMMON, details: saleDetails })
      .meta({ id: 'GetgemsSale' }),
    z
      .strictObject({ type: z.literal('getgems_auction'), ...COMMON, details: auctionDetails })
      .meta({ id: 'GetgemsAuction' }),
    z
      .strictObject({ type: z.literal('telemint'), ...COMMON, details: telemintDetails })
      .meta({ id: 'TelemintSale' }),
  ])
  .meta({ id: 'NFTSale' })
/** A sale or auction of an NFT, by type of contract. */
export type NftSaleJson = z.infer<typeof nftSale>
