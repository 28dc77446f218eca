import { z } from 'zod'
import { optional, required, withDefault } from '../parameter.ts'
import { addressText, BOOK_AND_METADATA, bocText, decimal, hashText, ltText, utime } from './common.ts'
import { address, addresses, flag, lenientAddress, textsWithEmpty, transferDirection } from './kinds.ts'
import { decodedBody } from './messages.ts'
import { nftCollection, nftItem } from './nftItem.ts'
import { nftSale } from './nftSale.ts'
import { defineV3Operation } from './operation.ts'
import { LT_WINDOW, MAX_LIMIT, PAGE, SORT, UTIME_WINDOW } from './page.ts'

/** NFT collections, items, transfers and sales: compatibility-v3 §7.5 to §7.8. */

export const nftCollections = defineV3Operation({
  name: 'nft/collections',
  category: 'nfts',
  summary: 'NFT collections by address or owner',
  parameters: {
    collection_address: optional(addresses, { description: 'NFT collections' }),
    owner_address: optional(addresses, { description: 'Owners of collections' }),
    ...PAGE,
  },
  result: z
    .strictObject({ nft_collections: z.array(nftCollection), ...BOOK_AND_METADATA })
    .meta({ id: 'NFTCollectionsResponse' }),
})

export const nftItems = defineV3Operation({
  name: 'nft/items',
  category: 'nfts',
  summary: 'NFT items by address, owner, collection or index',
  parameters: {
    address: optional(addresses, { description: 'NFT items' }),
    owner_address: optional(addresses, { description: 'Owners of items' }),
    collection_address: optional(addresses, {
      description: 'NFT collections; several of them need exactly one owner_address',
    }),
    index: optional(textsWithEmpty, { description: 'Indexes within collection_address, decimal' }),
    include_on_sale: withDefault(flag, false, {
      description: 'Whether owner_address counts as the owner of what it has put on sale',
    }),
    sort_by_last_transaction_lt: withDefault(flag, false, { description: 'Last changed items first' }),
    ...PAGE,
  },
  check: ({ index = [], owner_address = [], collection_address = [] }) => {
    if (!index.every((text) => /^[0-9]*$/.test(text))) return 'index should contain digits only'
    if (collection_address.length > 1 && owner_address.length !== 1) {
      return 'exact one owner_address required for multiple collection_address'
    }
    return index.length > 0 && collection_address.length === 0
      ? 'index parameter is not allowed without the collection_address'
      : undefined
  },
  result: z
    .strictObject({ nft_items: z.array(nftItem), ...BOOK_AND_METADATA })
    .meta({ id: 'NFTItemsResponse' }),
})

export const nftTransfer = z
  .strictObject({
    query_id: decimal,
    nft_address: addressText,
    nft_collection: addressText.meta({ description: 'Empty for an item without a collection' }),
    transaction_hash: hashText,
    transaction_lt: ltText,
    transaction_now: utime,
    transaction_aborted: z.boolean(),
    old_owner: addressText,
    new_owner: addressText,
    response_destination: addressText,
    custom_payload: bocText.nullable(),
    decoded_custom_payload: decodedBody.nullable(),
    forward_amount: decimal,
    forward_payload: bocText.nullable().meta({ description: 'Null where it is not in a cell of its own' }),
    decoded_forward_payload: decodedBody.nullable(),
    trace_id: hashText.nullable(),
  })
  .meta({ id: 'NFTTransfer' })
/** A transfer of an NFT item. */
export type NftTransferJson = z.infer<typeof nftTransfer>

export const nftTransfers = defineV3Operation({
  name: 'nft/transfers',
  category: 'nfts',
  summary: 'Transfers of NFT items, failed ones too, by owner, item or collection',
  parameters: {
    owner_address: optional(addresses, { description: 'Previous or new owners' }),
    address: optional(lenientAddress, { description: 'An older name of owner_address' }),
    item_address: optional(addresses, { description: 'NFT items' }),
    collection_address: optional(address, { description: 'NFT collection' }),
    direction: withDefault(transferDirection, 'both', {
      description: 'in: received by owner_address, out: given away by it',
    }),
    ...UTIME_WINDOW,
    ...LT_WINDOW,
    ...PAGE,
    ...SORT,
  },
  result: z
    .strictObject({ nft_transfers: z.array(nftTransfer), ...BOOK_AND_METADATA })
    .meta({ id: 'NFTTransfersResponse' }),
})

export const nftSales = defineV3Operation({
  name: 'nft/sales',
  category: 'nfts',
  summary: 'Sale and auction contracts with their items',
  parameters: {
    address: required(addresses, {
      description: `Sale contracts, up to ${MAX_LIMIT}`,
      missing: 'at least 1 address required',
    }),
  },
  check: ({ address: sales = [] }) =>
    sales.length > MAX_LIMIT ? `maximum ${MAX_LIMIT} addresses allowed` : undefined,
  result: z
    .strictObject({ nft_sales: z.array(nftSale), ...BOOK_AND_METADATA })
    .meta({ id: 'NFTSalesResponse' }),
})
