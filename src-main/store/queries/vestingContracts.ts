import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import { findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import { equals, type Page } from './conditions.ts'
import { loadMembers, roleNumber } from './contractMembers.ts'
import { findInOrder } from './insertionOrder.ts'
import type { Reader } from './reader.ts'

/** A vesting wallet (compatibility-v3 §8.4). */
export type VestingRecord = {
  readonly address: StdAddress
  /** Unix seconds; the three durations are seconds. */
  readonly startTime: number
  readonly totalDuration: number
  readonly unlockPeriod: number
  readonly cliffDuration: number
  /** Nanoton. */
  readonly totalAmount: bigint
  readonly sender: StdAddress
  readonly owner: StdAddress
  readonly whitelist: readonly StdAddress[]
}

/** A filter by address or by parties. */
export type VestingFilter =
  | { readonly addresses: readonly StdAddress[] }
  /** Owners or senders; with `inWhitelist`, accounts in the whitelist too. */
  | { readonly parties: readonly StdAddress[]; readonly inWhitelist: boolean }

const CONTRACTS = { from: 'vesting_contracts v', id: 'v.id' }
const WHITELISTED = roleNumber('whitelisted')

/** Returns the row numbers of a page, in the order of insertion. */
export function findVestingContracts(
  reader: Reader,
  filter: VestingFilter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): bigint[] {
  const page: Page = { limit, offset, sort: 'asc' }
  if ('addresses' in filter) {
    const any = findAccounts(reader, filter.addresses).map(({ id }) => equals('v.account', id))
    return findInOrder(reader, { ...CONTRACTS, any }, page)
  }
  const parties = findAccounts(reader, filter.parties).map(({ id }) => id)
  const own = parties.flatMap((id) => [equals('v.owner', id), equals('v.sender', id)])
  if (!filter.inWhitelist) return findInOrder(reader, { ...CONTRACTS, any: own }, page)
  const listed = parties.map((id) => [
    {
      sql: 'v.account IN (SELECT contract FROM contract_members WHERE member = ? AND role = ?)',
      values: [id, WHITELISTED],
    },
  ])
  return findInOrder(reader, { ...CONTRACTS, any: [...own, ...listed] }, page)
}

type Row = {
  id: bigint
  account: bigint
  start_time: bigint
  total_duration: bigint
  unlock_period: bigint
  cliff_duration: bigint
  total_amount: Buffer
  sender: bigint
  owner: bigint
}

const SELECT = `SELECT id, account, start_time, total_duration, unlock_period, cliff_duration, total_amount,
    sender, owner FROM vesting_contracts`

/** Loads vesting wallets, in the order of `ids`. */
export function loadVestingContracts(reader: Reader, ids: readonly bigint[]): VestingRecord[] {
  const rows = new Map(loadByIds<Row>(reader, SELECT, 'id', ids).map((row) => [row.id, row]))
  const all = [...rows.values()]
  const addresses = loadAddresses(
    reader,
    all.flatMap(({ account, sender, owner }) => [account, sender, owner]),
  )
  const members = loadMembers(
    reader,
    all.map(({ account }) => account),
  )
  return ids.flatMap((id) => {
    const row = rows.get(id)
    const address = row && addresses.get(row.account)
    const sender = row && addresses.get(row.sender)
    const owner = row && addresses.get(row.owner)
    if (!row || !address || !sender || !owner) return []
    return [
      {
        address,
        startTime: Number(row.start_time),
        totalDuration: Number(row.total_duration),
        unlockPeriod: Number(row.unlock_period),
        cliffDuration: Number(row.cliff_duration),
        totalAmount: readSortableInteger(row.total_amount),
        sender,
        owner,
        whitelist: members.of(row.account, 'whitelisted'),
      },
    ]
  })
}
