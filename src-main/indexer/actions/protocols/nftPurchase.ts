import { type ActionKind, type Block, factsOf } from '../block.ts'
import { type Comment, readComment } from '../bodyReader.ts'
import { decimal } from '../details.ts'
import { made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'
import { isEndComment, type NftTransfer, nftTransfer, transferData } from './nftTransfer.ts'

/** Purchases at Getgems' sales and auctions whose seller was paid (docs/actions §10). */

/** A purchase with the payment of its seller. */
export type NftPurchase = {
  readonly transfer: NftTransfer
  /** Nanoton. */
  readonly payout: bigint | null
  readonly comment: Comment
}

export const nftPurchase: ActionKind<NftPurchase> = {
  block: 'nft_purchase',
  fields: ({ transfer, payout, comment }) => ({
    source: transfer.from,
    destination: transfer.to,
    asset: transfer.collection,
    asset_secondary: transfer.item,
    nft_transfer_data: {
      ...transferData(transfer),
      payout_amount: decimal(payout),
      payout_comment: comment.text,
      payout_comment_encrypted: comment.isEncrypted,
      payout_comment_encoded: false,
    },
  }),
}

export const nftPurchaseRule: Rule = {
  name: 'NFT purchase',
  pattern: made(nftTransfer, {}, ({ purchase }) => purchase?.market === 'getgems'),
  build({ anchor }) {
    const transfer = factsOf(anchor, nftTransfer)
    const payout = transfer && payoutOf(anchor, transfer)
    if (!payout) return undefined
    const { value, body } = payout.ownMessage
    // The payout is a sibling of the transfer, below the message that ended the auction, which stays separate.
    const blocks = payout.parent === anchor ? [anchor, payout] : [anchor]
    return built(nftPurchase, { transfer, payout: value, comment: readComment(body) }, { blocks })
  },
}

function payoutOf(anchor: Block, { purchase }: NftTransfer): Block | undefined {
  const { parent } = anchor
  const holder = parent?.type === tonTransfer.block && isEndComment(commentOf(parent)) ? parent : anchor
  return holder.children.find(
    ({ type, message }) =>
      type === tonTransfer.block && message?.destination === purchase?.seller && purchase?.seller !== null,
  )
}
