import type { Connection } from '../../sqlite/driver.ts'

/** What an account is among the contracts that actions depend on, without what its transactions change. */
export type ContractIdentity = {
  /** A text that is the same while the account is the same contracts; undefined where it is none. */
  of(account: bigint): string | undefined
}

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
