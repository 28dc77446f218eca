import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import { loadByIds } from './accountIds.ts'
import type { Addresses } from './accountNumbers.ts'
import type { Reader } from './reader.ts'
import {
  type ContractState,
  loadInOrder,
  loadRowNames,
  type PageRange,
  pageByInsertion,
  STATE_COLUMNS,
  type StateRow,
} from './tokenRows.ts'

/** Conditions of `/nft/collections`: all of them must hold. */
export type NftCollectionFilter = { readonly addresses?: Addresses; readonly owners?: Addresses }

/** A verified NFT collection with its state. */
export type NftCollectionRecord = ContractState & {
  /** Negative if indexes do not count up. */
  readonly nextItemIndex: bigint
  readonly owner: StdAddress | undefined
  /** TEP-64 fields as JSON. */
  readonly content: string
}

/** Returns the numbers of a page's collections in the order of insertion. */
export function findNftCollections(
  reader: Reader,
  { addresses, owners }: NftCollectionFilter,
  page: PageRange,
): bigint[] {
  return pageByInsertion(reader, 'nft_collections', { addresses, column: 'owner', owners }, page)
}

type Row = StateRow & {
  readonly id: bigint
  readonly next_item_index: Buffer
  readonly owner: bigint | null
  readonly content: string
}

const SELECT = `SELECT ${STATE_COLUMNS}, x.next_item_index, x.owner, x.content FROM nft_collections x`

/** Loads collections in the order of their numbers. */
export function loadNftCollections(reader: Reader, ids: readonly bigint[]): NftCollectionRecord[] {
  return records(reader, loadInOrder<Row>(reader, SELECT, ids)).map(([, record]) => record)
}

/** Loads collections by their accounts' numbers; numbers without a collection are left out. */
export function loadCollectionsOf(
  reader: Reader,
  accounts: Iterable<bigint>,
): ReadonlyMap<bigint, NftCollectionRecord> {
  return new Map(records(reader, loadByIds<Row>(reader, SELECT, 'x.account', accounts)))
}

function records(reader: Reader, rows: readonly Row[]): [bigint, NftCollectionRecord][] {
  const names = loadRowNames(
    reader,
    rows,
    rows.map(({ owner }) => owner),
  )
  return rows.map((row) => [
    row.account,
    {
      ...names.state(row),
      nextItemIndex: readSortableInteger(row.next_item_index),
      owner: names.optionalAddress(row.owner),
      content: row.content,
    },
  ])
}
