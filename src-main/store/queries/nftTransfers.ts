import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import type { Addresses } from './accountNumbers.ts'
import type { Page, Window } from './conditions.ts'
import type { Reader } from './reader.ts'
import {
  type EventRecord,
  type EventRow,
  eventRecord,
  findEvents,
  loadEventRows,
  type PartyRecord,
  partyRecord,
} from './tokenEvents.ts'
import { addressesOf } from './tokenRows.ts'

/** Conditions of `/nft/transfers`: all of them must hold. */
export type NftTransferFilter = {
  readonly owners?: Addresses
  /** `in`: `owners` are the new owners; `out`: the old ones. */
  readonly direction?: 'in' | 'out' | 'both'
  readonly items?: Addresses
  readonly collections?: Addresses
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

/** An NFT transfer (compatibility-v3 §14.3). `forwardAmount` is in nanoton. */
export type NftTransferRecord = EventRecord & {
  readonly collection: StdAddress | undefined
  readonly oldOwner: StdAddress
  readonly newOwner: PartyRecord
  readonly forwardAmount: bigint
  readonly forwardPayload: Buffer | undefined
}

const SIDES = { in: ['new_owner'], out: ['old_owner'], both: ['old_owner', 'new_owner'] } as const

/** Returns the transactions of a page's transfers, including failed ones. */
export function findNftTransfers(
  reader: Reader,
  { owners, direction = 'both', items, collections, utimes = {}, lts = {} }: NftTransferFilter,
  page: Page,
): bigint[] {
  const filter = {
    contracts: items,
    parties: owners,
    partyColumns: SIDES[direction],
    tokens: collections,
    tokenColumn: 'collection',
    utimes,
    lts,
  }
  return findEvents(reader, 'nft_transfers', filter, page)
}

type Row = EventRow & {
  readonly collection: bigint | null
  readonly old_owner: bigint
  readonly new_owner: bigint | null
  readonly new_owner_form: bigint
  readonly forward_amount: Buffer
  readonly forward_payload: Buffer | null
}

const COLUMNS =
  'e.collection, e.old_owner, e.new_owner, e.new_owner_form, e.forward_amount, e.forward_payload'

/** Loads transfers in the order of their transactions. */
export function loadNftTransfers(reader: Reader, txs: readonly bigint[]): NftTransferRecord[] {
  const rows = loadEventRows<Row>(reader, 'nft_transfers', COLUMNS, txs)
  const addressOf = addressesOf(
    reader,
    rows.flatMap(({ account, response, collection, old_owner, new_owner }) => [
      account,
      response,
      collection,
      old_owner,
      new_owner,
    ]),
  )
  return rows.map((row) => ({
    ...eventRecord(row, addressOf),
    collection: row.collection === null ? undefined : addressOf(row.collection),
    oldOwner: addressOf(row.old_owner),
    newOwner: partyRecord(row.new_owner, row.new_owner_form, addressOf),
    forwardAmount: readSortableInteger(row.forward_amount),
    forwardPayload: row.forward_payload ?? undefined,
  }))
}
