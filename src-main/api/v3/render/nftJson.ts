import type { NftCollectionJson, NftItemJson } from '#shared/schema/v3/nftItem.ts'
import type { NftTransferJson } from '#shared/schema/v3/nfts.ts'
import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import type { NftCollectionRecord } from '../../../store/queries/nftCollections.ts'
import type { NftItemRecord } from '../../../store/queries/nftItems.ts'
import type { NftTransferRecord } from '../../../store/queries/nftTransfers.ts'
import { address, decimal, field, flag, nullable, object, optional, type Writer } from './jsonWriter.ts'
import { decodedPayload, EVENT_FIELDS, party, payload, STATE_FIELDS, tokenContent } from './tokenParts.ts'

/** compatibility-v3 §7.5. */
export const nftCollectionJson = object<NftCollectionRecord, NftCollectionJson>({
  address: field(address, (collection) => collection.address),
  owner_address: nullable(address, ({ owner }) => owner),
  next_item_index: field(decimal, ({ nextItemIndex }) => nextItemIndex),
  collection_content: field(tokenContent, ({ content }) => content),
  ...STATE_FIELDS,
})

/** compatibility-v3 §7.6. */
export const nftItemJson = object<NftItemRecord, NftItemJson>({
  address: field(address, (item) => item.address),
  init: field(flag, ({ isInit }) => isInit),
  index: field(decimal, ({ index }) => index),
  collection_address: nullable(address, ({ collectionAddress }) => collectionAddress),
  owner_address: nullable(address, ({ owner }) => owner),
  content: nullable(tokenContent, ({ content }) => content),
  ...STATE_FIELDS,
  collection: nullable(nftCollectionJson, ({ collection }) => collection),
  on_sale: field(flag, ({ sale }) => sale !== undefined),
  sale_contract_address: optional(address, ({ sale }) => (sale?.kind === 'sale' ? sale.contract : undefined)),
  auction_contract_address: optional(address, ({ sale }) =>
    sale?.kind === 'auction' ? sale.contract : undefined,
  ),
  real_owner: optional(address, ({ sale }) => sale?.seller),
})

/** An empty text if there is none. */
const collectionText: Writer<Buffer | undefined, string> = (buffer, collection) => {
  if (collection) buffer.address(collection)
  else buffer.text('')
}

/** compatibility-v3 §7.7. */
export const nftTransferJson = object<NftTransferRecord, NftTransferJson, DecodeBudget>({
  nft_address: field(address, ({ contract }) => contract),
  nft_collection: field(collectionText, ({ collection }) => collection),
  old_owner: field(address, ({ oldOwner }) => oldOwner),
  new_owner: field(party, ({ newOwner }) => newOwner),
  ...EVENT_FIELDS,
  forward_amount: field(decimal, ({ forwardAmount }) => forwardAmount),
  forward_payload: nullable(payload, ({ forwardPayload }) => forwardPayload),
  decoded_forward_payload: nullable(decodedPayload, ({ forwardPayload }) => forwardPayload),
})
