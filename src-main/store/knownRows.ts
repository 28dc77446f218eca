import { accountId } from './accountId.ts'
import type { StdAddress } from './facts.ts'
import type { KnownHistory } from './indexStore.ts'
import type { Connection } from './sqlite/driver.ts'

/** What read-through asks of the index before it asks the network. */
export type KnownRows = {
  transactionPlace(hash: Uint8Array): { readonly account: StdAddress; readonly lt: bigint } | undefined
  accountHistory(account: StdAddress): KnownHistory | undefined
}

type HistoryRow = { mcSeqno: bigint; newestLt: bigint; oldestLt: bigint; isComplete: bigint }

export function createKnownRows(connection: Connection): KnownRows {
  const place = connection
    .prepare<[Uint8Array], { account: Buffer; lt: bigint }>(
      `SELECT accounts.address AS account, transactions.lt AS lt
      FROM transactions JOIN accounts ON accounts.id = transactions.account WHERE transactions.hash = ?`,
    )
    .safeIntegers()
  const addressOf = connection.prepare<[bigint], Buffer>('SELECT address FROM accounts WHERE id = ?').pluck()
  const history = connection
    .prepare<[bigint], HistoryRow>(
      `SELECT mc_seqno AS "mcSeqno", newest_lt AS "newestLt", oldest_lt AS "oldestLt", is_complete AS "isComplete"
      FROM account_coverage WHERE account = ?`,
    )
    .safeIntegers()
  const before = connection
    .prepare<[bigint, bigint], { lt: bigint; hash: Buffer }>(
      'SELECT prev_lt AS lt, prev_hash AS hash FROM transactions WHERE account = ? AND lt = ?',
    )
    .safeIntegers()

  /** Undefined for an account that no row speaks of. */
  function idOf(account: StdAddress): bigint | undefined {
    for (let id = accountId(account); ; id = BigInt.asIntN(64, id + 1n)) {
      const address = addressOf.get(id)
      if (!address) return undefined
      if (address.equals(account)) return id
    }
  }
  return {
    transactionPlace: (hash) => place.get(hash),
    accountHistory(account) {
      const id = idOf(account)
      const row = id === undefined ? undefined : history.get(id)
      if (id === undefined || !row) return undefined
      return {
        account,
        mcSeqno: Number(row.mcSeqno),
        newestLt: row.newestLt,
        oldestLt: row.oldestLt,
        isComplete: row.isComplete === 1n,
        before: before.get(id, row.oldestLt) ?? { lt: 0n, hash: Buffer.alloc(32) },
      }
    },
  }
}
