import type { StdAddress } from '../parsedBlock.ts'
import { findAccounts, loadByIds } from './accountIds.ts'
import { loadCodeHashes, wholeCell } from './cellParts.ts'
import { accountStatus } from './codes.ts'
import type { Page } from './conditions.ts'
import type { Reader } from './reader.ts'
import type { AccountRecord } from './records.ts'

/** An account's code hash, from which an address book derives its interfaces. */
export type AccountCode = { readonly address: StdAddress; readonly codeHash: Buffer | undefined }

/** Loads the code hashes of those `addresses` that have a state in the index. */
export function loadAccountCodes(reader: Reader, addresses: readonly StdAddress[]): AccountCode[] {
  const accounts = findAccounts(reader, addresses)
  const rows = loadByIds<{ id: bigint; code: bigint | null }>(
    reader,
    'SELECT id, code FROM accounts',
    'id',
    accounts.map(({ id }) => id),
  )
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  const hashes = loadCodeHashes(reader, codes.values())
  return accounts.flatMap(({ id, address }) => {
    const code = codes.get(id) ?? undefined
    return code === undefined ? [] : [{ address, codeHash: hashes.get(code) }]
  })
}

/** Returns the accounts with the largest balances (nanoton). As in toncenter, those that no longer exist have 0. */
export function findTopAccounts(
  reader: Reader,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): { readonly address: StdAddress; readonly balance: bigint }[] {
  return reader.all<{ address: Buffer; balance: bigint }>(
    `SELECT a.address, top.balance FROM
       (SELECT account, balance FROM latest_states ORDER BY balance DESC, account DESC LIMIT ? OFFSET ?) top
     JOIN accounts a ON a.id = top.account ORDER BY top.balance DESC, top.account DESC`,
    [limit, offset],
  )
}

type StateRow = {
  address: Buffer
  hash: Buffer
  balance: bigint
  extra: Buffer | null
  status: bigint
  utime: bigint
  last_tx_hash: Buffer
  last_tx_lt: bigint
  frozen_hash: Buffer | null
  data_hash: Buffer | null
  account_cell: Buffer
  is_whole: bigint
  code_hash: Buffer | null
  code: Buffer | null
}

const STATES = `SELECT a.address, s.hash, s.balance, s.extra, s.status, s.utime, s.last_tx_hash, s.last_tx_lt, s.frozen_hash,
    s.data_hash, s.account_cell, s.is_whole, c.hash AS code_hash, c.boc AS code
  FROM latest_states s JOIN accounts a ON a.id = s.account LEFT JOIN codes c ON c.id = s.code`

/**
 * Loads accounts as of their newest indexed transaction, in the order of `addresses`; unknown accounts are omitted.
 */
export function loadAccounts(reader: Reader, addresses: readonly StdAddress[]): AccountRecord[] {
  const ids = findAccounts(reader, addresses).map(({ id }) => id)
  const rows = loadByIds<StateRow>(reader, STATES, 's.account', ids)
  const byAddress = new Map(rows.map((row) => [row.address.toString('latin1'), row]))
  const unique = new Map(addresses.map((address) => [address.toString('latin1'), address]))
  return [...unique.keys()].flatMap((key) => {
    const row = byAddress.get(key)
    return row === undefined ? [] : [accountRecord(reader, row)]
  })
}

function accountRecord(reader: Reader, row: StateRow): AccountRecord {
  return {
    address: row.address,
    hash: row.hash,
    balance: row.balance,
    extra: row.extra ?? undefined,
    status: accountStatus(row.status),
    utime: Number(row.utime),
    lastTransHash: row.last_tx_hash,
    lastTransLt: row.last_tx_lt,
    frozenHash: row.frozen_hash ?? undefined,
    dataHash: row.data_hash ?? undefined,
    codeHash: row.code_hash ?? undefined,
    code: row.code ? wholeCell(reader, row.code) : undefined,
    cell: row.is_whole === 1n ? row.account_cell : undefined,
  }
}
