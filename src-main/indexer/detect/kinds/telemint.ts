import { isUtf8 } from 'node:buffer'
import type { Cell } from '@ton/core'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import type { Contract } from '../contract.ts'
import type { Detector } from '../detector.ts'
import { addressText, jsonNumber } from './saleDetails.ts'

/** An auction of a Telegram user name or number: a verified NFT item that is its own sale contract. */
export const telemint: Detector = {
  methods: [['get_telemint_token_name', 'get_telemint_auction_config', 'royalty_params']],
  async detect(contract, { found }) {
    if (!found.some(({ kind }) => kind === 'nft_item')) throw new ResultShapeError()
    const name = await contract.results('get_telemint_token_name', 1)
    const config = await contract.results('get_telemint_auction_config', 6)
    const royalty = await contract.results('royalty_params', 3)
    return {
      kind: 'nft_sale',
      sale: 'telemint',
      nft: contract.address,
      nftOwner: undefined,
      marketplace: undefined,
      createdAt: undefined,
      details: {
        token_name: textIn(name.slice(0)),
        ...(await auctionState(contract)),
        beneficiary_address: addressText(config.maybeAddress(0)),
        initial_min_bid: config.number(1).toString(),
        max_bid: config.number(2).toString(),
        min_bid_step: config.number(3).toString(),
        min_extend_time: config.number(4).toString(),
        duration: config.number(5).toString(),
        royalty_numerator: jsonNumber(royalty.number(0)),
        royalty_denominator: jsonNumber(royalty.number(1)),
        royalty_destination: addressText(royalty.maybeAddress(2)),
      },
    }
  },
}

async function auctionState(
  contract: Contract,
): Promise<{ readonly [name: string]: string | number | null }> {
  const state = await contract.maybeResults('get_telemint_auction_state', 5)
  try {
    if (state) {
      return {
        bidder_address: addressText(state.maybeAddress(0)),
        bid: state.number(1).toString(),
        bid_ts: state.number(2).toString(),
        min_bid: state.number(3).toString(),
        end_time: jsonNumber(state.number(4)),
      }
    }
  } catch (error) {
    if (!(error instanceof ResultShapeError)) throw error
  }
  return { bidder_address: null, bid: null, bid_ts: null, min_bid: null, end_time: null }
}

function textIn(cell: Cell): string {
  if (cell.isExotic || cell.bits.length % 8 !== 0) throw new ResultShapeError()
  const text = cell.beginParse().loadBuffer(cell.bits.length / 8)
  if (!isUtf8(text)) throw new ResultShapeError()
  return text.toString('utf8').replaceAll('\0', '')
}
