import type { Connection } from '../../sqlite/driver.ts'

/** The contract data on which actions depend, without the data that the account's transactions change. */
export type ContractIdentity = {
  /** Returns a text that is equal while the account is the same contracts; undefined if it is not such a contract. */
  of(account: bigint): string | undefined
}

/** Prepares the statements of contract identities. */
export function createContractIdentity(connection: Connection): ContractIdentity {
  const statements = [
    `SELECT 'wallet ' || owner || ' ' || jetton AS identity FROM jetton_wallets WHERE account = ?`,
    `SELECT 'item ' || hex(item_index) || ' ' || coalesce(collection, '') FROM nft_items WHERE account = ?`,
    `SELECT 'sale ' || kind || ' ' || nft FROM nft_sales WHERE account = ? ORDER BY kind`,
    `SELECT 'order ' || multisig FROM multisig_orders WHERE account = ?`,
  ].map((sql) => connection.prepare<[bigint], string>(sql).pluck())
  return {
    of(account) {
      const found = statements.flatMap((statement) => statement.all(account))
      return found.length === 0 ? undefined : found.join(', ')
    },
  }
}
