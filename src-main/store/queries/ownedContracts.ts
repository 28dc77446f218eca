import type { StdAddress } from '../parsedBlock.ts'
import { loadAddresses } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** Token contracts of an owner, as far as the index has seen them. */

type Row = { readonly account: bigint }

/** Tables of contracts with the column of the owner, and of events with that of a party. */
const SOURCES = [
  ['jetton_wallets', 'owner', 'id'],
  ['nft_items', 'owner', 'id'],
  ['nft_items', 'real_owner', 'id'],
  ['nft_transfers', 'old_owner', 'lt'],
  ['nft_transfers', 'new_owner', 'lt'],
] as const

/**
 * Finds the jetton wallets of an account, the NFT items that it owns or sells, and those that it sent or received, at
 * most `limit` of them: the newest of each kind first.
 */
export function findOwnedContracts(reader: Reader, account: bigint, limit: number): readonly StdAddress[] {
  const found = new Set<bigint>()
  for (const [table, column, order] of SOURCES) {
    if (found.size >= limit) break
    const rows = reader.all<Row>(
      `SELECT account FROM ${table} WHERE ${column} = ? ORDER BY ${order} DESC LIMIT ?`,
      [account, limit],
    )
    for (const row of rows) if (found.size < limit) found.add(row.account)
  }
  const addresses = loadAddresses(reader, found)
  return [...found].flatMap((id) => addresses.get(id) ?? [])
}
