import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import type { Addresses } from './accountNumbers.ts'
import type { Page, Window } from './conditions.ts'
import type { Reader } from './reader.ts'
import { type EventRecord, type EventRow, eventRecord, findEvents, loadEventRows } from './tokenEvents.ts'
import { addressesOf } from './tokenRows.ts'

/** Conditions of `/jetton/burns`: all of them must hold. */
export type JettonBurnFilter = {
  readonly owners?: Addresses
  readonly wallets?: Addresses
  readonly jettons?: Addresses
  readonly utimes?: Window<number>
  readonly lts?: Window<bigint>
}

/** A burn of jettons (compatibility-v3 §14.3); `amount` is in the jetton's smallest unit. */
export type JettonBurnRecord = EventRecord & {
  readonly jetton: StdAddress
  readonly amount: bigint
  readonly owner: StdAddress
}

/** Returns the transactions of a page's burns. */
export function findJettonBurns(
  reader: Reader,
  { owners, wallets, jettons, utimes = {}, lts = {} }: JettonBurnFilter,
  page: Page,
): bigint[] {
  const filter = {
    contracts: wallets,
    parties: owners,
    partyColumns: ['owner'],
    tokens: jettons,
    tokenColumn: 'jetton',
    utimes,
    lts,
  }
  return findEvents(reader, 'jetton_burns', filter, page)
}

type Row = EventRow & { readonly jetton: bigint; readonly amount: Buffer; readonly owner: bigint }

/** Loads burns in the order of their transactions. */
export function loadJettonBurns(reader: Reader, txs: readonly bigint[]): JettonBurnRecord[] {
  const rows = loadEventRows<Row>(reader, 'jetton_burns', 'e.jetton, e.amount, e.owner', txs)
  const addressOf = addressesOf(
    reader,
    rows.flatMap(({ account, response, jetton, owner }) => [account, response, jetton, owner]),
  )
  return rows.map((row) => ({
    ...eventRecord(row, addressOf),
    jetton: addressOf(row.jetton),
    amount: readSortableInteger(row.amount),
    owner: addressOf(row.owner),
  }))
}
