import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
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

/** Conditions of `/jetton/masters`: all of them must hold. */
export type JettonMasterFilter = { readonly addresses?: Addresses; readonly admins?: Addresses }

/** A verified jetton master with its state. `totalSupply` is in the jetton's smallest unit. */
export type JettonMasterRecord = ContractState & {
  readonly totalSupply: bigint
  readonly isMintable: boolean
  readonly admin: StdAddress | undefined
  /** TEP-64 fields as JSON. */
  readonly content: string
  readonly walletCodeHash: Buffer
}

/** Returns the numbers of a page's jettons in the order of insertion. */
export function findJettonMasters(
  reader: Reader,
  { addresses, admins }: JettonMasterFilter,
  page: PageRange,
): bigint[] {
  return pageByInsertion(reader, 'jetton_masters', { addresses, column: 'admin', owners: admins }, page)
}

type Row = StateRow & {
  readonly id: bigint
  readonly total_supply: Buffer
  readonly mintable: bigint
  readonly admin: bigint | null
  readonly content: string
  readonly wallet_code_hash: Buffer
}

const SELECT = `SELECT ${STATE_COLUMNS}, x.total_supply, x.mintable, x.admin, x.content, x.wallet_code_hash
  FROM jetton_masters x`

/** Loads jettons in the order of their numbers. */
export function loadJettonMasters(reader: Reader, ids: readonly bigint[]): JettonMasterRecord[] {
  const rows = loadInOrder<Row>(reader, SELECT, ids)
  const names = loadRowNames(
    reader,
    rows,
    rows.map(({ admin }) => admin),
  )
  return rows.map((row) => ({
    ...names.state(row),
    totalSupply: readSortableInteger(row.total_supply),
    isMintable: row.mintable === 1n,
    admin: names.optionalAddress(row.admin),
    content: row.content,
    walletCodeHash: row.wallet_code_hash,
  }))
}
