import type { StdAddress } from '../parsedBlock.ts'
import { findAccounts, loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** Returns whether the user watches an account. */
export function isWatched(reader: Reader, address: StdAddress): boolean {
  return reader.all('SELECT 1 AS found FROM watched_accounts WHERE address = ?', [address]).length > 0
}

type Row = { readonly account: bigint; readonly mc_seqno: bigint }

/**
 * Returns the masterchain seqnos as of which accounts' histories were read, if their newest state is that of the newest
 * known transaction; other accounts are absent.
 */
export function loadKeptStates(
  reader: Reader,
  addresses: readonly StdAddress[],
): ReadonlyMap<StdAddress, number> {
  const accounts = findAccounts(reader, addresses)
  const rows = loadByIds<Row>(
    reader,
    `SELECT c.account, c.mc_seqno FROM account_coverage c
      JOIN latest_states s ON s.account = c.account AND s.last_tx_lt = c.newest_lt
      JOIN transactions t ON t.account = c.account AND t.lt = c.newest_lt
        AND NOT EXISTS (SELECT 1 FROM transactions n WHERE n.account = c.account AND n.lt > c.newest_lt)`,
    'c.account',
    accounts.map(({ id }) => id),
  )
  const seqnos = new Map(rows.map(({ account, mc_seqno }) => [account, Number(mc_seqno)]))
  return new Map(
    accounts.flatMap(({ id, address }): [StdAddress, number][] => {
      const seqno = seqnos.get(id)
      return seqno === undefined ? [] : [[address, seqno]]
    }),
  )
}
