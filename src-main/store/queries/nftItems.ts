import { SALE_KINDS } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger, sortableInteger } from '../sortableInteger.ts'
import { loadByIds } from './accountIds.ts'
import { type Addresses, accountNumbers, matchesNothing } from './accountNumbers.ts'
import { among, equals, type Piece } from './conditions.ts'
import { loadCollectionsOf, type NftCollectionRecord } from './nftCollections.ts'
import type { Reader } from './reader.ts'
import { byNumber, concatenatedPage, pageOf, type Stream } from './streams.ts'
import {
  type ContractState,
  idStream,
  loadInOrder,
  loadRowNames,
  type PageRange,
  STATE_COLUMNS,
  type StateRow,
} from './tokenRows.ts'

/** Conditions of `/nft/items`: all of them must hold. */
export type NftItemFilter = {
  readonly addresses?: Addresses
  readonly owners?: Addresses
  readonly collections?: Addresses
  /** Items of `collections` with one of these indexes. */
  readonly indexes?: readonly bigint[] | undefined
  /** True if the seller counts as the owner of an item on sale. */
  readonly byRealOwner?: boolean
}

/** A page of items; with `isByLt` those with the latest changes come first. */
export type NftItemPage = PageRange & { readonly isByLt?: boolean }

/** A verified NFT item with its state, collection and sale. */
export type NftItemRecord = ContractState & {
  readonly isInit: boolean
  readonly index: bigint
  readonly collectionAddress: StdAddress | undefined
  readonly collection: NftCollectionRecord | undefined
  readonly owner: StdAddress | undefined
  /** TEP-64 fields as JSON. */
  readonly content: string | undefined
  readonly sale: ItemSale | undefined
}

/** The contract that owns an item while it is on sale. */
export type ItemSale = {
  readonly kind: 'sale' | 'auction'
  readonly contract: StdAddress
  /** Undefined if the contract has no seller. */
  readonly seller: StdAddress | undefined
}

type Numbers = readonly bigint[] | undefined
type Key = { readonly id: bigint; readonly last_tx_lt?: bigint }

const TABLE = 'nft_items'
/** In the order of an item's index within its collection. */
const BY_INDEX = 'collection, item_index, id'
const BY_LT = 'last_tx_lt DESC, id DESC'

/**
 * Returns the numbers of a page's items (compatibility-v3 §7.6): by owner, collection and index, items without a
 * collection last; without a filter in the order of insertion.
 */
export function findNftItems(reader: Reader, filter: NftItemFilter, page: NftItemPage): bigint[] {
  const accounts = accountNumbers(reader, filter.addresses)
  const owners = accountNumbers(reader, filter.owners)
  const collections = accountNumbers(reader, filter.collections)
  if (matchesNothing(accounts, owners, collections)) return []
  const owner = filter.byRealOwner ? 'real_owner' : 'owner'
  const indexes = filter.indexes?.map(sortableInteger)
  const stream = (pieces: readonly Piece[], order: string): Stream<Key> =>
    idStream(reader, TABLE, pieces, order, page.isByLt ? 'id, last_tx_lt' : 'id')

  if (accounts !== undefined) {
    const checks = [
      ...(owners ? [among(`+${owner}`, owners)] : []),
      ...(collections ? [among('+collection', collections)] : []),
      ...(indexes ? [among('+item_index', indexes)] : []),
    ]
    const order = page.isByLt ? BY_LT : 'id'
    return idsOf(concatenatedPage([stream([among('account', accounts), ...checks], order)], page))
  }
  if (page.isByLt) return idsOf(pageByLt({ owner, owners, collections, indexes }, stream, page))
  const parts = listParts({ owner, owners, collections, indexes })
  return idsOf(
    concatenatedPage(
      parts.map(({ pieces, order }) => stream(pieces, order)),
      page,
    ),
  )
}

function idsOf(keys: readonly Key[]): bigint[] {
  return keys.map(({ id }) => id)
}

type Conditions = {
  /** Column of the owner. */
  readonly owner: string
  readonly owners: Numbers
  readonly collections: Numbers
  readonly indexes: readonly Buffer[] | undefined
}

/** Returns the consecutive parts of the list. An index has each part in its order. */
function listParts({ owner, owners, collections, indexes }: Conditions): {
  readonly pieces: readonly Piece[]
  readonly order: string
}[] {
  if (owners === undefined && collections === undefined) return [{ pieces: [], order: 'id' }]
  const ofIndexes = indexes ? [among('item_index', indexes)] : []
  return (owners ?? [undefined]).flatMap((number) => {
    const ofOwner = number === undefined ? [] : equals(owner, number)
    if (collections) {
      return collections.map((collection) => ({
        pieces: [...ofOwner, ...equals('collection', collection), ...ofIndexes],
        order: 'item_index, id',
      }))
    }
    return [
      { pieces: [...ofOwner, { sql: 'collection IS NOT NULL', values: [] }], order: BY_INDEX },
      { pieces: [...ofOwner, { sql: 'collection IS NULL', values: [] }], order: 'item_index, id' },
    ]
  })
}

/** Returns a page of the latest changed items of owners or collections. */
function pageByLt(
  { owner, owners, collections, indexes }: Conditions,
  stream: (pieces: readonly Piece[], order: string) => Stream<Key>,
  page: PageRange,
): readonly Key[] {
  const checks = [
    ...(owners && collections ? [among('+collection', collections)] : []),
    ...(indexes ? [among('+item_index', indexes)] : []),
  ]
  const [column, numbers] = owners ? [owner, owners] : ['collection', collections]
  const streams = numbers
    ? numbers.map((number) => stream([...equals(column, number), ...checks], BY_LT))
    : [stream(checks, BY_LT)]
  const compare = (a: Key, b: Key) =>
    byNumber(a.last_tx_lt ?? 0n, b.last_tx_lt ?? 0n, 'desc') || byNumber(a.id, b.id, 'desc')
  return pageOf(streams, compare, page)
}

type Row = StateRow & {
  readonly id: bigint
  readonly init: bigint
  readonly item_index: Buffer
  readonly collection: bigint | null
  readonly owner: bigint | null
  readonly content: string | null
  readonly sale_kind: bigint | null
  readonly seller: bigint | null
}

const [SALE, AUCTION] = [SALE_KINDS.indexOf('getgems_sale'), SALE_KINDS.indexOf('getgems_auction')]

/** A sale has priority over an auction of the same contract. */
const SELECT = `SELECT ${STATE_COLUMNS}, x.init, x.item_index, x.collection, x.owner, x.content,
    coalesce(s.kind, a.kind) AS sale_kind, CASE WHEN s.kind IS NULL THEN a.nft_owner ELSE s.nft_owner END AS seller
  FROM nft_items x
    LEFT JOIN nft_sales s ON s.account = x.owner AND s.kind = ${SALE} AND s.nft = x.account
    LEFT JOIN nft_sales a ON a.account = x.owner AND a.kind = ${AUCTION} AND a.nft = x.account`

/** Loads items in the order of their numbers. */
export function loadNftItems(reader: Reader, ids: readonly bigint[]): NftItemRecord[] {
  return records(reader, loadInOrder<Row>(reader, SELECT, ids)).map(([, record]) => record)
}

/** Loads items by their accounts' numbers; numbers without an item are left out. */
export function loadItemsOf(reader: Reader, accounts: Iterable<bigint>): ReadonlyMap<bigint, NftItemRecord> {
  return new Map(records(reader, loadByIds<Row>(reader, SELECT, 'x.account', accounts)))
}

function records(reader: Reader, rows: readonly Row[]): [bigint, NftItemRecord][] {
  const names = loadRowNames(
    reader,
    rows,
    rows.flatMap(({ collection, owner, seller }) => [collection, owner, seller]),
  )
  const collections = loadCollectionsOf(
    reader,
    rows.flatMap(({ collection }) => collection ?? []),
  )
  return rows.map((row) => {
    const { collection, owner, sale_kind: kind } = row
    const contract = names.optionalAddress(owner)
    return [
      row.account,
      {
        ...names.state(row),
        isInit: row.init === 1n,
        index: readSortableInteger(row.item_index),
        collectionAddress: names.optionalAddress(collection),
        collection: collection === null ? undefined : collections.get(collection),
        owner: contract,
        content: row.content ?? undefined,
        sale:
          kind === null || contract === undefined
            ? undefined
            : {
                kind: Number(kind) === SALE ? 'sale' : 'auction',
                contract,
                seller: names.optionalAddress(row.seller),
              },
      },
    ]
  })
}
