import type { Cell } from '@ton/core'
import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { DNS } from '#shared/contracts/dns.ts'
import { NFT } from '#shared/contracts/nft.ts'
import { TELEMINT } from '#shared/contracts/telemint.ts'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionKind, Block } from '../block.ts'
import { bocText, fieldsOf, opcodeIn, readAddress, readPayload } from '../bodyReader.ts'
import { decimal } from '../details.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, type Match, where } from '../pattern.ts'
import { type Built, built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'

/** Transfers of NFTs, and purchases that consist of a transfer: TEP-62, docs/actions §9. */

const TRANSFER = opcodeOf(NFT, 'nft_transfer')
const ASSIGNED = opcodeOf(NFT, 'nft_ownership_assigned')
const EXCESS = opcodeOf(BASIC_MESSAGES, 'excess')
const BID_INFO = opcodeOf(TELEMINT, 'teleitem_bid_info')
const FILL_UP = opcodeOf(DNS, 'auction_fill_up')

/** A transfer of an NFT. */
export type NftTransfer = {
  readonly item: string
  readonly collection: string | null
  readonly index: bigint
  readonly from: string | null
  readonly to: string | null
  readonly queryId: bigint
  readonly response: string | null
  readonly customPayload: Cell | null
  /** Nanoton; null for Telegram's items, which do not forward. */
  readonly forwardAmount: bigint | null
  readonly forwardPayload: Cell | undefined
  /** Undefined without a payment. */
  readonly purchase: Purchase | undefined
}

/** The payment for an NFT, nanoton. */
export type Purchase = {
  readonly market: 'getgems' | 'fragment'
  readonly price: bigint
  readonly seller: string | null
  readonly operator: string | null
  readonly payout?: Payment | undefined
  readonly royalty?: Payment | undefined
}

type Payment = { readonly to: string | null; readonly amount: bigint | null }

/** Returns `nft_transfer_data` of transfers and purchases. */
export function transferData(transfer: NftTransfer): JsonObject {
  const { purchase } = transfer
  return {
    nft_item_index: transfer.index.toString(),
    is_purchase: purchase !== undefined,
    price: decimal(purchase?.price),
    query_id: transfer.queryId.toString(),
    response_destination: transfer.response,
    custom_payload: bocText(transfer.customPayload),
    forward_payload: bocText(transfer.forwardPayload),
    forward_amount: decimal(transfer.forwardAmount),
    marketplace: purchase?.market ?? null,
    real_prev_owner: purchase?.seller ?? null,
    marketplace_address: purchase?.operator ?? null,
  }
}

export const nftTransfer: ActionKind<NftTransfer> = {
  block: 'nft_transfer',
  fields(transfer) {
    const { from, to, collection, item, purchase } = transfer
    return {
      source: from,
      destination: to,
      asset: collection,
      asset_secondary: item,
      nft_transfer_data: {
        ...transferData(transfer),
        payout_amount: decimal(purchase?.payout?.amount),
        royalty_amount: decimal(purchase?.royalty?.amount),
      },
      nft_listing_data: {
        // The reference serves addresses of payments in this column.
        marketplace_fee_address: purchase?.payout?.to ?? null,
        royalty_address: purchase?.royalty?.to ?? null,
      },
    }
  },
}

/** Returns whether a comment only ends a sale: such messages stay separate from the transfer. */
export function isEndComment(comment: string | undefined): boolean {
  return comment === 'finish' || comment === 'stop'
}

export const nftTransferRule: Rule = {
  name: 'NFT transfer',
  pattern: call(TRANSFER, { child: call([ASSIGNED, EXCESS], { optional: true, name: 'answers' }) }),
  build: buildTransfer,
}

function buildTransfer(match: Match, { facts }: { readonly facts: FactsSource }): Built | undefined {
  const { anchor } = match
  const message = anchor.ownMessage
  const item = message.destination
  const known = item === null ? undefined : facts.nftItem(item)
  if (item === null || !known) return undefined
  const slice = fieldsOf(message)
  const queryId = slice.loadUintBig(64)
  const to = readAddress(slice)
  const request = {
    response: readAddress(slice),
    customPayload: slice.loadMaybeRef(),
    forwardAmount: slice.loadCoins(),
    forwardPayload: readPayload(slice),
  }
  const assigned = match.all('answers').find(({ opcode }) => opcode === ASSIGNED)?.ownMessage
  const purchase = purchaseOf(anchor, item, to, facts)
  return built(
    nftTransfer,
    {
      item,
      collection: known.collection,
      index: known.index,
      from: assigned ? readAddress(fieldsOf(assigned).skip(64)) : message.source,
      to,
      queryId,
      ...request,
      purchase,
    },
    {
      failed: anchor.failed,
      blocks: [...match.blocks, ...(purchase ? triggerOf(anchor) : [])],
    },
  )
}

/**
 * Returns the purchase if the transfer is by a sale that the new owner has just paid, or by an auction to another
 * account than its seller.
 */
function purchaseOf(
  { ownMessage, parent }: Block,
  item: string,
  to: string | null,
  facts: FactsSource,
): Purchase | undefined {
  const trader = ownMessage.source
  if (trader === null) return undefined
  const market = 'getgems'
  const isPaid = parent?.type === tonTransfer.block && parent.message?.source === to
  const sale = isPaid ? facts.nftSale(trader) : undefined
  if (sale) {
    const { nft, owner, fullPrice, marketplace } = sale
    if (nft !== item || owner === to) return undefined
    return { market, price: fullPrice, seller: owner, operator: marketplace }
  }
  const auction = facts.nftAuction(trader)
  if (!auction || auction.nft !== item || auction.owner === to) return undefined
  return { market, price: auction.lastBid, seller: auction.owner, operator: auction.marketplace }
}

/** Returns the payment or the external message that made a sale or an auction transfer the NFT. */
function triggerOf({ parent }: Block): Block[] {
  if (!parent) return []
  const isPayment = parent.type === tonTransfer.block && !isEndComment(commentOf(parent))
  return isPayment || isFromOutside(parent) ? [parent] : []
}

function isFromOutside({ message }: Block): boolean {
  return message !== undefined && message.source === null
}

/** Telegram's items report a change of their owner: by a purchase, an auction's end or their deployment. */
export const telegramTransferRule: Rule = {
  name: 'NFT transfer of a Telegram item',
  pattern: where(
    call(ASSIGNED),
    ({ message }, { facts }) => message?.source != null && facts.nftItem(message.source) !== undefined,
  ),
  build({ anchor }, { facts }) {
    const { source: item, destination: to } = anchor.ownMessage
    const known = item === null ? undefined : facts.nftItem(item)
    if (item === null || !known) return undefined
    const slice = fieldsOf(anchor.ownMessage)
    const queryId = slice.loadUintBig(64)
    const from = readAddress(slice)
    const forwardPayload = readPayload(slice)
    const bid = bidIn(forwardPayload)
    const paid = bid === undefined ? [] : paymentBlocks(anchor)
    return built(
      nftTransfer,
      {
        item,
        collection: known.collection,
        index: known.index,
        from,
        to,
        queryId,
        response: null,
        customPayload: null,
        forwardAmount: null,
        forwardPayload,
        purchase: bid === undefined || isMint(anchor.parent) ? undefined : telegramPurchase(bid, paid),
      },
      { blocks: [anchor, ...paid] },
    )
  },
}

function bidIn(payload: Cell | undefined): bigint | undefined {
  if (opcodeIn(payload) !== BID_INFO) return undefined
  return payload?.beginParse().skip(32).loadCoins()
}

const DEPLOY = opcodeOf(TELEMINT, 'teleitem_msg_deploy')

function isMint(block: Block | undefined): boolean {
  return block?.type === 'nft_mint' || block?.opcode === DEPLOY
}

/** Returns the message that bought the NFT, and the item's payments after it. */
function paymentBlocks({ parent }: Block): Block[] {
  if (!parent || (parent.type !== tonTransfer.block && !isFromOutside(parent))) return []
  return [parent, ...parent.children.filter(({ opcode }) => opcode === FILL_UP)]
}

/** Of two payments, the first is the royalty. */
function telegramPurchase(price: bigint, blocks: readonly Block[]): Purchase {
  const payments = blocks
    .filter(({ opcode }) => opcode === FILL_UP)
    .toSorted((a, b) => (a.first.lt < b.first.lt ? -1 : 1))
    .map(({ ownMessage }): Payment => ({ to: ownMessage.destination, amount: ownMessage.value }))
  const [first, second] = payments
  return {
    market: 'fragment',
    price,
    seller: null,
    operator: null,
    payout: second ?? first,
    royalty: second && first,
  }
}
