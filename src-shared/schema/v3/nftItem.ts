import { z } from 'zod'
import { addressText, decimal, hashText, ltText } from './common.ts'
import { tokenContent } from './tokenContent.ts'

/** NFT collections and items: compatibility-v3 §7.5 and §7.6. */

export const nftCollection = z
  .strictObject({
    address: addressText,
    owner_address: addressText.nullable(),
    last_transaction_lt: ltText,
    next_item_index: decimal.meta({ description: '-1 where indexes do not count up' }),
    collection_content: tokenContent,
    data_hash: hashText.nullable(),
    code_hash: hashText.nullable(),
  })
  .meta({ id: 'NFTCollection' })
/** An NFT collection. */
export type NftCollectionJson = z.infer<typeof nftCollection>

export const nftItem = z
  .strictObject({
    address: addressText,
    init: z.boolean(),
    index: decimal,
    collection_address: addressText.nullable(),
    owner_address: addressText.nullable(),
    content: tokenContent.nullable(),
    last_transaction_lt: ltText,
    code_hash: hashText.nullable(),
    data_hash: hashText.nullable(),
    collection: nftCollection.nullable(),
    on_sale: z.boolean(),
    sale_contract_address: addressText.optional(),
    auction_contract_address: addressText.optional(),
    real_owner: addressText.optional().meta({ description: 'The seller of an item that is on sale' }),
  })
  .meta({ id: 'NFTItem' })
/** An NFT item with its collection and sale. */
export type NftItemJson = z.infer<typeof nftItem>
