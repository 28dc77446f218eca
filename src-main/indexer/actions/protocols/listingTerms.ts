import type { Cell, Slice } from '@ton/core'
import { readAddress } from '../bodyReader.ts'

/** Initial data of Getgems' sales and auctions, by their code (docs/actions §10). */

/** `nft_listing_data`; amounts and bids in nanoton. */
export type ListingTerms = {
  readonly marketplace_address?: string | null
  readonly full_price?: bigint
  readonly marketplace_fee?: bigint | null
  readonly royalty_amount?: bigint | null
  readonly marketplace_fee_address?: string | null
  readonly royalty_address?: string | null
  readonly marketplace_fee_factor?: bigint
  readonly marketplace_fee_base?: bigint
  readonly royalty_fee_base?: bigint
  readonly max_bid?: bigint
  readonly min_bid?: bigint
}

const SALE_V1 = '2pufziLofEllctIDZSWVebzO+RpyA1fMvowFLvyb4I8='
const SALES_V2_V3: ReadonlySet<string> = new Set([
  'gnj0xSM95vvtyWmvUZNEp6m//FRIVtuphqlcC8+Fcck=',
  'MgUN+sRPZIZrzIbyzZ4TBf6dyts5WcACI3z7CQLUQyM=',
  '3rU7bFdlwebNI4v0e8XoO6WWvcwEsLhM1Qqx5HSgjzE=',
  'JCIfpXHlQuBVx3vt/b9SfHr0YM/cfzRMRQeHtM+h600=',
])

/** Reads a sale's terms from its storage; an unknown code counts as v4 r1. Throws for other layouts. */
export function readSaleTerms(data: Cell, codeHash: string): ListingTerms {
  const slice = data.beginParse()
  if (codeHash === SALE_V1) {
    const price = readPriceV1(slice)
    const fees = slice.loadRef().beginParse()
    return {
      ...price,
      marketplace_fee: fees.loadCoins(),
      marketplace_fee_address: readAddress(fees),
      royalty_address: readAddress(fees),
      royalty_amount: fees.loadCoins(),
    }
  }
  if (SALES_V2_V3.has(codeHash)) {
    const price = readPriceV1(slice.skip(1 + 32))
    const fees = slice.loadRef().beginParse()
    return {
      ...price,
      marketplace_fee_address: readAddress(fees),
      marketplace_fee: fees.loadCoins(),
      royalty_address: readAddress(fees),
      royalty_amount: fees.loadCoins(),
    }
  }
  const marketplace = readAddress(slice.skip(1))
  readAddress(slice)
  const price = slice.loadCoins()
  const fees = slice.loadRef().beginParse()
  return {
    marketplace_address: marketplace,
    full_price: price,
    // The storage has percentages instead of amounts.
    marketplace_fee: null,
    royalty_amount: null,
    marketplace_fee_address: readAddress(fees),
    royalty_address: readAddress(fees),
  }
}

/** Reads marketplace, NFT, owner and price. */
function readPriceV1(slice: Slice): ListingTerms {
  const marketplace = readAddress(slice)
  readAddress(slice)
  readAddress(slice)
  return { marketplace_address: marketplace, full_price: slice.loadCoins() }
}

const AUCTION_V1 = '/ACindAgW83MDT/7nKOMw8jBWexg2KpUMkCpLxBZLUA='
const AUCTION_V2 = 'ZmiHL6eXBUQ//UdSPo6eqfdquZ+aC1nSfej4GhwnudQ='
const AUCTION_V3_R2 = 'G9nFo5v/t6DzQViLXdkrgTqEK/Ze8UEJOCIAzq+Pct8='
const AUCTION_V4_R1 = 'zlp4U06qps7tja/UhtB262CpsNbb+1Nnb2YmScBomVY='

/** Reads an auction's terms from its storage; an unknown code counts as v3 r3. Throws for v2 and for other layouts. */
export function readAuctionTerms(data: Cell, codeHash: string): ListingTerms {
  const [first, second] = data.refs.map((cell) => cell.beginParse())
  if (!first || !second || codeHash === AUCTION_V2) throw new Error('an auction of an unknown layout')
  if (codeHash === AUCTION_V1) return { ...readFees(first), ...readBids(second) }
  if (codeHash === AUCTION_V3_R2) {
    const fees = readFees(first)
    return { ...fees, ...readOperatorBids(second.skip(32)) }
  }
  if (codeHash === AUCTION_V4_R1) {
    const [marketplaceFee, royaltyAddress] = [readAddress(first), readAddress(first)]
    return {
      ...factors(first),
      marketplace_fee_address: marketplaceFee,
      royalty_address: royaltyAddress,
      ...readOperatorBids(second),
    }
  }
  // Skips two flags; last bidder, last bid, its time, end, owner and query id follow.
  const slice = data.beginParse().skip(2)
  readAddress(slice)
  slice.loadCoins()
  readAddress(slice.skip(32 + 32))
  return {
    ...factors(slice.skip(64)),
    marketplace_fee_address: readAddress(first),
    royalty_address: readAddress(first),
    ...readOperatorBids(second),
  }
}

/** Reads address and factor of the marketplace's fee, then of the royalty. */
function readFees(slice: Slice): ListingTerms {
  const marketplace = readAddress(slice)
  const [factor, base] = [slice.loadUintBig(32), slice.loadUintBig(32)]
  return {
    marketplace_fee_address: marketplace,
    marketplace_fee_factor: factor,
    marketplace_fee_base: base,
    royalty_address: readAddress(slice),
    royalty_fee_base: slice.skip(32).loadUintBig(32),
  }
}

function factors(slice: Slice): ListingTerms {
  return {
    marketplace_fee_factor: slice.loadUintBig(32),
    marketplace_fee_base: slice.loadUintBig(32),
    royalty_fee_base: slice.skip(32).loadUintBig(32),
  }
}

function readOperatorBids(slice: Slice): ListingTerms {
  return { marketplace_address: readAddress(slice), ...readBids(slice) }
}

function readBids(slice: Slice): ListingTerms {
  return { min_bid: slice.loadCoins(), max_bid: slice.loadCoins() }
}
