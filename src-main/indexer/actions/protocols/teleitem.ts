import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TELEMINT } from '#shared/contracts/telemint.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { call, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { isFragmentItem } from './marketplaces.ts'
import { startTelegramAuction } from './nftListing.ts'
import { cancelTelegramAuction } from './nftTrade.ts'

/** Auctions of Telegram's items, which are their own auctions (docs/actions §10). */

const START = opcodeOf(TELEMINT, 'teleitem_msg_start_auction')
const CANCEL = opcodeOf(TELEMINT, 'teleitem_msg_cancel_auction')
const OK = opcodeOf(TELEMINT, 'teleitem_ok')

const toFragmentItem = (opcode: number) =>
  where(call(opcode, { child: call(OK, { optional: true }) }), ({ message }, { facts }) =>
    isFragmentItem(message?.destination, facts),
  )

export const startTelegramAuctionRule: Rule = {
  name: 'auction of a Telegram item',
  pattern: toFragmentItem(START),
  build({ anchor }, { facts }) {
    const { source, destination } = anchor.ownMessage
    const known = destination === null ? undefined : facts.nftItem(destination)
    if (!known) return undefined
    const config = fieldsOf(anchor.ownMessage).skip(64).loadRef().beginParse()
    const beneficiary = readAddress(config)
    const terms = {
      marketplace_fee_address: beneficiary,
      marketplace_fee_factor: 0n,
      marketplace_fee_base: 0n,
      royalty_fee_base: 0n,
      min_bid: config.loadCoins(),
      max_bid: config.loadCoins(),
    }
    const { collection, index } = known
    const listing = { owner: source, listingContract: null, trade: destination, item: destination }
    return built(
      startTelegramAuction,
      { ...listing, collection, index, terms },
      {
        failed: anchor.failed,
      },
    )
  },
}

export const cancelTelegramAuctionRule: Rule = {
  name: 'auction of a Telegram item cancelled',
  pattern: toFragmentItem(CANCEL),
  build({ anchor }, { facts }) {
    const { source, destination } = anchor.ownMessage
    const known = destination === null ? undefined : facts.nftItem(destination)
    if (!known || destination === null) return undefined
    const { collection } = known
    return built(
      cancelTelegramAuction,
      { owner: source, trade: destination, item: destination, collection, operator: null },
      { failed: anchor.failed },
    )
  },
}
