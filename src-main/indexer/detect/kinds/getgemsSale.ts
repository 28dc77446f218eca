import type { DetectedNftSale } from '../../../store/detectedTokens.ts'
import { type MethodResults, ResultShapeError } from '../../../tvm/methodResults.ts'
import { stdAddressOf } from '../../stdAddress.ts'
import type { Detector } from '../detector.ts'
import { addressText, jsonNumber } from './saleDetails.ts'

const FIX_PRICE = 0x46495850n

/** A sale of an NFT item at a fixed price, in the layouts of getgems. */
export const getgemsSale: Detector = {
  methods: [['get_fix_price_data_v4'], ['get_sale_data']],
  async detect(contract) {
    const newer = await contract.maybeResults('get_fix_price_data_v4', 13)
    if (newer) {
      newer.number(10)
      newer.number(11)
      newer.maybeCell(12)
      return saleFacts(newer, 0)
    }
    const results = await contract.results('get_sale_data', 11)
    if (results.number(0) !== FIX_PRICE) throw new ResultShapeError()
    return saleFacts(results, 1)
  },
}

/** @param at index of `is_complete`, which the other fields follow */
function saleFacts(results: MethodResults, at: number): DetectedNftSale {
  const owner = results.maybeAddress(at + 4)
  return {
    kind: 'nft_sale',
    sale: 'getgems_sale',
    createdAt: jsonNumber(results.number(at + 1)),
    marketplace: stdAddressOf(results.address(at + 2)),
    nft: stdAddressOf(results.address(at + 3)),
    nftOwner: owner && stdAddressOf(owner),
    details: {
      is_complete: results.flag(at),
      full_price: results.number(at + 5).toString(),
      marketplace_fee_address: addressText(results.address(at + 6)),
      marketplace_fee: results.number(at + 7).toString(),
      royalty_address: addressText(results.address(at + 8)),
      royalty_amount: results.number(at + 9).toString(),
    },
  }
}
