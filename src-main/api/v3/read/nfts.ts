import type { V3Values } from '#shared/schema/v3/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findNftCollections, loadNftCollections } from '../../../store/queries/nftCollections.ts'
import {
  findNftItems,
  loadNftItems,
  type NftItemFilter,
  type NftItemPage,
  type NftItemRecord,
} from '../../../store/queries/nftItems.ts'
import { findNftSales, type NftSaleRecord } from '../../../store/queries/nftSales.ts'
import { findNftTransfers, loadNftTransfers } from '../../../store/queries/nftTransfers.ts'
import { type ContractNeed, type MissingData, missingDataKey } from '../reading.ts'
import { deferred, list } from '../render/jsonWriter.ts'
import { nftCollectionJson, nftItemJson, nftTransferJson } from '../render/nftJson.ts'
import { accountsOfDetails, nftSaleJson } from '../render/nftSaleJson.ts'
import { ifComplete, isFullyIndexed } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'
import { ifEventsKnown } from './eventCompleteness.ts'
import { type HintedList, ifChainVerifiedOrHinted, onlyOne } from './hintedList.ts'
import { tokenAnswer } from './tokenAnswer.ts'
import { ifChainVerified, missingContracts } from './tokenCompleteness.ts'
import { optionalAddresses, pageValues, stdAddress, stdAddresses, windows } from './values.ts'
import { MAX_KNOWN } from './watchedOwner.ts'

const COLLECTIONS = list(nftCollectionJson)
const ITEMS = list(nftItemJson)
const TRANSFERS = list(nftTransferJson)
const SALES = list(nftSaleJson)

export function readNftCollections(values: V3Values<'nft/collections'>, context: ReadContext): Outcome {
  const addresses = optionalAddresses(values.collection_address)
  const owners = optionalAddresses(values.owner_address)
  const answer = () => {
    const ids = findNftCollections(context.reader, { addresses, owners }, values)
    const collections = loadNftCollections(context.reader, ids)
    return tokenAnswer(context, {
      body: { nft_collections: deferred(COLLECTIONS, collections, undefined) },
      parties: collections.flatMap(({ address, owner }) => (owner ? [address, owner] : [address])),
    })
  }
  return addresses
    ? ifComplete(context, missingContracts(context, addresses), answer)
    : ifChainVerified(context, answer)
}

export function readNftItems(values: V3Values<'nft/items'>, context: ReadContext): Outcome {
  const { address, owner_address, collection_address, index = [] } = values
  const addresses = optionalAddresses(address)
  const indexes = index.filter((text) => text !== '')
  const filter = {
    addresses,
    owners: optionalAddresses(owner_address),
    collections: optionalAddresses(collection_address),
    indexes: indexes.length > 0 ? indexes.flatMap(itemIndex) : undefined,
    byRealOwner: values.include_on_sale,
  }
  const page = { limit: values.limit, offset: values.offset, isByLt: values.sort_by_last_transaction_lt }
  const { reader } = context
  const load = (more: NftItemFilter = {}, part: NftItemPage = page) =>
    loadNftItems(reader, findNftItems(reader, { ...filter, ...more }, part))
  const withNeeds = (items: readonly NftItemRecord[]) =>
    ifComplete(context, itemNeeds(context, items, false), () => itemsAnswer(context, items))
  const missing = addresses ? missingContracts(context, addresses) : indexNeeds(context, filter)
  if (missing) return ifComplete(context, missing, () => withNeeds(load()))
  const { owners, collections, byRealOwner } = filter
  const claim = owners ? { owners, byRealOwner } : { collections }
  const all = { limit: MAX_KNOWN, offset: 0 }
  const claimed = (contracts?: readonly StdAddress[]) =>
    loadNftItems(reader, findNftItems(reader, { ...claim, addresses: contracts }, all))
  const addressesOf = (items: readonly NftItemRecord[]) => items.map((item) => item.address)
  const hinted: HintedList = {
    list: owners ? (byRealOwner ? 'itemsOfSeller' : 'itemsOfOwner') : 'itemsOfCollection',
    account: onlyOne(owners ?? collections),
    known: () => addressesOf(claimed()),
    belonging: (contracts) => addressesOf(claimed(contracts)),
    answer(contracts) {
      // Whether an item is on sale, and who sells it, is known once the contract that owns it is.
      const related = loadNftItems(reader, findNftItems(reader, { addresses: contracts }, all))
      return ifComplete(context, itemNeeds(context, related, true), () =>
        itemsAnswer(context, load({ addresses: contracts })),
      )
    },
  }
  return ifChainVerifiedOrHinted(context, hinted, () => itemsAnswer(context, load()))
}

/** Maximum number of items that are computed for one request. */
const MAX_INDEXES = 256
/** Larger numbers are no arguments of a get-method. */
const MAX_INDEX = (1n << 256n) - 1n

/**
 * Returns the missing data for items of collections by their indexes, which follow from the collections; undefined if
 * the request does not name them, or names too many.
 */
function indexNeeds(
  context: ReadContext,
  { collections, indexes }: NftItemFilter,
): readonly MissingData[] | undefined {
  if (!collections || !indexes || collections.length * indexes.length > MAX_INDEXES) return undefined
  if (isFullyIndexed(context)) return undefined
  const { reader } = context
  const page = { limit: MAX_INDEXES, offset: 0, isByLt: false }
  const known = loadNftItems(reader, findNftItems(reader, { collections, indexes }, page))
  const stale = new Set(
    missingContracts(
      context,
      known.map(({ address }) => address),
    ).map(missingDataKey),
  )
  const current = known.filter(
    ({ address }) => !stale.has(missingDataKey({ kind: 'contract', account: address })),
  )
  const isKnown = (collection: StdAddress, index: bigint) =>
    current.some((item) => item.index === index && item.collectionAddress?.equals(collection) === true)
  return collections.flatMap((collection) =>
    indexes
      .filter((index) => index <= MAX_INDEX && !isKnown(collection, index))
      .map((index): MissingData => ({ kind: 'collectionItem', collection, index })),
  )
}

/** Maximum number of digits of an item's index. */
const MAX_DIGITS = 78

function itemIndex(digits: string): bigint[] {
  const significant = digits.replace(/^0+(?=\d)/, '')
  return significant.length > MAX_DIGITS ? [] : [BigInt(significant)]
}

/**
 * Returns the missing data that an item's record has of other contracts: its collection, and whether its owner sells
 * it.
 */
function itemNeeds(
  context: ReadContext,
  items: readonly NftItemRecord[],
  isOptional: boolean,
): readonly ContractNeed[] {
  return missingContracts(context, items.flatMap(relatedContracts)).map((item) => ({ ...item, isOptional }))
}

function relatedContracts({ collectionAddress, owner }: NftItemRecord): StdAddress[] {
  return [collectionAddress, owner].filter((address) => address !== undefined)
}

function itemsAnswer(context: ReadContext, items: readonly NftItemRecord[]): Outcome {
  return tokenAnswer(context, {
    body: { nft_items: deferred(ITEMS, items, undefined) },
    parties: items.flatMap((item) => [item.address, ...relatedContracts(item)]),
  })
}

export function readNftTransfers(values: V3Values<'nft/transfers'>, context: ReadContext): Outcome {
  const { owner_address, address, item_address, collection_address, direction } = values
  const items = optionalAddresses(item_address)
  const spans = windows(values)
  const page = pageValues(values)
  const filter = {
    owners: optionalAddresses(owner_address ?? (address ? [address] : undefined)),
    direction,
    items,
    collections: optionalAddresses(collection_address && [collection_address]),
    ...spans,
  }
  const { reader } = context
  const events = loadNftTransfers(reader, findNftTransfers(reader, filter, page))
  return ifEventsKnown(
    context,
    { contracts: items, owner: onlyOne(filter.owners), ...spans, page, events },
    () =>
      tokenAnswer(context, {
        body: { nft_transfers: deferred(TRANSFERS, events, context.decodeBudget) },
        parties: events.flatMap(({ contract, collection, oldOwner, newOwner, response }) => [
          contract,
          collection ?? '',
          oldOwner,
          newOwner,
          response,
        ]),
        events,
        accounts: items,
      }),
  )
}

export function readNftSales({ address }: V3Values<'nft/sales'>, context: ReadContext): Outcome {
  const addresses = stdAddresses(address)
  return ifComplete(context, missingContracts(context, addresses), () => {
    const sales = findNftSales(context.reader, addresses)
    const items = sales.map(({ nft }) => nft)
    const collections = sales.flatMap(({ item }) => item?.collectionAddress ?? [])
    return ifComplete(context, missingContracts(context, items), () =>
      ifComplete(context, missingContracts(context, collections), () =>
        tokenAnswer(context, {
          body: { nft_sales: deferred(SALES, sales, undefined) },
          parties: sales.flatMap(saleParties),
        }),
      ),
    )
  })
}

function saleParties({ address, nft, nftOwner, marketplace, details, item }: NftSaleRecord): StdAddress[] {
  const named = accountsOfDetails(details).flatMap((text) => {
    const parsed = parseAddress(text)
    return (parsed && stdAddress(parsed)) ?? []
  })
  return [address, nft, nftOwner, marketplace, item?.collectionAddress, item?.owner, ...named].filter(
    (one) => one !== undefined,
  )
}
