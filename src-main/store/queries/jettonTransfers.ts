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

/** Conditions of `/jetton/transfers`: all of them must hold. */
export type JettonTransferFilter = {
  readonly owners?: Addresses
  /** The side of the transfer on which `owners` are. */
  readonly direction?: 'in' | 'out' | 'both'
  /** Sending wallets. */
  readonly wallets?: Addresses
  readonly jettons?: Addresses
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

/**
 * A jetton transfer (compatibility-v3 §14.3). `amount` is in the jetton's smallest unit, `forwardAmount` in nanoton.
 */
export type JettonTransferRecord = EventRecord & {
  readonly jetton: StdAddress
  readonly amount: bigint
  readonly source: StdAddress
  readonly destination: PartyRecord
  readonly forwardAmount: bigint
  readonly forwardPayload: Buffer | undefined
}

const SIDES = { in: ['destination'], out: ['source'], both: ['source', 'destination'] } as const

/** Returns the transactions of a page's transfers; failed ones are never listed. */
export function findJettonTransfers(
  reader: Reader,
  { owners, direction = 'both', wallets, jettons, utimes = {}, lts = {} }: JettonTransferFilter,
  page: Page,
): bigint[] {
  const filter = {
    contracts: wallets,
    parties: owners,
    partyColumns: SIDES[direction],
    tokens: jettons,
    tokenColumn: 'jetton',
    utimes,
    lts,
  }
  return findEvents(reader, 'jetton_transfers', filter, page)
}

type Row = EventRow & {
  readonly jetton: bigint
  readonly amount: Buffer
  readonly source: bigint
  readonly destination: bigint | null
  readonly destination_form: bigint
  readonly forward_amount: Buffer
  readonly forward_payload: Buffer | null
}

const COLUMNS =
  'e.jetton, e.amount, e.source, e.destination, e.destination_form, e.forward_amount, e.forward_payload'

/** Loads transfers in the order of their transactions. */
export function loadJettonTransfers(reader: Reader, txs: readonly bigint[]): JettonTransferRecord[] {
  const rows = loadEventRows<Row>(reader, 'jetton_transfers', COLUMNS, txs)
  const addressOf = addressesOf(
    reader,
    rows.flatMap(({ account, response, jetton, source, destination }) => [
      account,
      response,
      jetton,
      source,
      destination,
    ]),
  )
  return rows.map((row) => ({
    ...eventRecord(row, addressOf),
    jetton: addressOf(row.jetton),
    amount: readSortableInteger(row.amount),
    source: addressOf(row.source),
    destination: partyRecord(row.destination, row.destination_form, addressOf),
    forwardAmount: readSortableInteger(row.forward_amount),
    forwardPayload: row.forward_payload ?? undefined,
  }))
}
