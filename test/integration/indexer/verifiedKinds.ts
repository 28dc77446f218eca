import { openReader } from '../../../src-main/store/openDatabase.ts'
import type { StdAddress } from '../../../src-main/store/parsedBlock.ts'
import type { VerifiedKind } from '../devnet/hostileContracts.ts'

const TABLES: readonly (readonly [VerifiedKind, table: string, column: string])[] = [
  ['jetton_master', 'jetton_masters', 'account'],
  ['jetton_wallet', 'jetton_wallets', 'account'],
  ['nft_collection', 'nft_collections', 'account'],
  ['nft_item', 'nft_items', 'account'],
  ['dns', 'dns_entries', 'item'],
  ['multisig', 'multisigs', 'account'],
  ['multisig_order', 'multisig_orders', 'account'],
  ['vesting', 'vesting_contracts', 'account'],
]

/** Returns the kinds of rows that an account has in an index. */
export function verifiedKinds(file: string, account: StdAddress): VerifiedKind[] {
  const connection = openReader(file)
  try {
    return TABLES.flatMap(([kind, table, column]) => {
      const row = connection
        .prepare<[Buffer]>(
          `SELECT 1 FROM ${table} JOIN accounts ON accounts.id = ${table}.${column} WHERE address = ?`,
        )
        .get(account)
      return row === undefined ? [] : [kind]
    })
  } finally {
    connection.close()
  }
}

/** Returns the number of jetton transfers of a wallet in an index. */
export function transferCount(file: string, wallet: StdAddress): number {
  const connection = openReader(file)
  try {
    const count = connection.prepare<[Buffer], number>(
      'SELECT count(*) FROM jetton_transfers JOIN accounts ON accounts.id = account WHERE address = ?',
    )
    return count.pluck().get(wallet) ?? 0
  } finally {
    connection.close()
  }
}
