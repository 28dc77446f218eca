import { type MethodResults, ResultShapeError } from '../../../tvm/methodResults.ts'
import { stdAddressOf } from '../../stdAddress.ts'
import type { Contract } from '../contract.ts'
import type { Detector } from '../detector.ts'
import { addressText, jsonNumber } from './saleDetails.ts'

const AUCTION = 0x415543n

/** An auction of an NFT item, in the layouts of getgems. */
export const getgemsAuction: Detector = {
  methods: [['get_auction_data_v4'], ['get_sale_data']],
  async detect(contract) {
    const results = (await newerAuction(contract)) ?? (await olderAuction(contract))
    const owner = results.maybeAddress(5)
    return {
      kind: 'nft_sale',
      sale: 'getgems_auction',
      marketplace: stdAddressOf(results.address(3)),
      nft: stdAddressOf(results.address(4)),
      nftOwner: owner && stdAddressOf(owner),
      createdAt: jsonNumber(results.number(17)),
      details: {
        end_flag: results.flag(1),
        end_time: jsonNumber(results.number(2)),
        last_bid: results.number(6).toString(),
        last_member: addressText(results.maybeAddress(7)),
        min_step: jsonNumber(results.number(8)),
        mp_fee_address: addressText(results.address(9)),
        mp_fee_factor: jsonNumber(results.number(10)),
        mp_fee_base: jsonNumber(results.number(11)),
        royalty_fee_address: addressText(results.address(12)),
        royalty_fee_factor: jsonNumber(results.number(13)),
        royalty_fee_base: jsonNumber(results.number(14)),
        max_bid: results.number(15).toString(),
        min_bid: results.number(16).toString(),
        last_bid_at: jsonNumber(results.number(18)),
        is_canceled: results.flag(19),
      },
    }
  },
}

/**
 * Reads the newer layout: its first value tells whether the auction is activated, the next 19 are those of the older
 * layout.
 */
async function newerAuction(contract: Contract): Promise<MethodResults | undefined> {
  const results = await contract.maybeResults('get_auction_data_v4', 26)
  if (!results) return undefined
  for (const place of [0, 20, 21, 24, 25]) results.number(place)
  for (const place of [22, 23]) results.maybeAddress(place)
  return results
}

async function olderAuction(contract: Contract): Promise<MethodResults> {
  const results = await contract.results('get_sale_data', 20)
  if (results.number(0) !== AUCTION) throw new ResultShapeError()
  return results
}
