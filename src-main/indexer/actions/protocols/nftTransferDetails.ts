import { Cell } from '@ton/core'
import { readSnake } from '../../../contracts/snake.ts'
import type { ActionType } from '../actionType.ts'
import { opcodeIn, readComment } from '../bodyReader.ts'
import { dataOf, withoutNulls } from '../details.ts'
import type { ActionRow } from '../row.ts'
import { marketplaceName } from './marketplaces.ts'

/** `details` of transferred NFTs (docs/actions §9, §10). */

function transferDetails(row: ActionRow, payoutAddress: unknown) {
  const data = dataOf(row.nft_transfer_data)
  const operator = typeof data.marketplace_address === 'string' ? data.marketplace_address : null
  return {
    nft_collection: row.asset ?? null,
    nft_item: row.asset_secondary ?? null,
    nft_item_index: data.nft_item_index ?? null,
    ...withoutNulls({ old_owner: row.source }),
    new_owner: row.destination ?? null,
    is_purchase: data.is_purchase ?? null,
    ...withoutNulls({ price: data.price }),
    query_id: data.query_id ?? null,
    response_destination: data.response_destination ?? null,
    custom_payload: data.custom_payload ?? null,
    forward_payload: data.forward_payload ?? null,
    forward_amount: data.forward_amount ?? null,
    ...commentIn(data.forward_payload),
    marketplace: data.is_purchase === true ? marketplaceName(operator, row) : null,
    real_old_owner: data.real_prev_owner ?? null,
    marketplace_address: operator,
    payout_amount: data.payout_amount ?? null,
    payout_address: typeof payoutAddress === 'string' ? payoutAddress : null,
    payout_comment: data.payout_comment ?? null,
    payout_comment_encrypted: data.payout_comment_encrypted ?? null,
    payout_comment_encoded: data.payout_comment_encoded ?? null,
    royalty_amount: data.royalty_amount ?? null,
    royalty_address: dataOf(row.nft_listing_data).royalty_address ?? null,
  }
}

/** Reads the comment when it is served. Unlike in rows, invalid UTF-8 becomes U+FFFD and NUL stays. */
function commentIn(payload: unknown) {
  if (typeof payload !== 'string') return { comment: null, is_encrypted_comment: null }
  const cell = Cell.fromBase64(payload)
  const { text, isEncrypted } = readComment(cell)
  const isPlain = text !== null && !isEncrypted && opcodeIn(cell) === 0
  const bytes = isPlain ? readSnake(cell.beginParse().skip(32)) : undefined
  return { comment: bytes?.toString('utf8') ?? text, is_encrypted_comment: isEncrypted }
}

export const NFT_TRANSFER_TYPES: readonly ActionType[] = [
  {
    name: 'nft_transfer',
    since: 'v1',
    groups: ['nft', 'nft.v3'],
    details: (row) => transferDetails(row, dataOf(row.nft_listing_data).marketplace_fee_address),
  },
  {
    name: 'nft_purchase',
    since: 'v3',
    groups: ['nft.v3'],
    details: (row) => transferDetails(row, dataOf(row.nft_transfer_data).real_prev_owner),
  },
]
