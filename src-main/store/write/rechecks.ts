import { DNS_ROOT_PARAMETER, LOWEST_ID } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { Claims } from './claims.ts'

/**
 * Rows of detection_rechecks: contracts whose wallets, items or orders must be verified again. DNS_ROOT_PARAMETER stands
 * for the DNS root, whose domains must be; `last_order` is then the last queued one.
 */
export type Rechecks = {
  /** Makes up to `limit` accounts due, those of different contracts in turns; returns whether there are more. */
  queueNext(limit: number): boolean
}

/** Maximum number of contracts per call: most of them have no dependent accounts. */
const MAX_ROWS = 256

type Row = {
  readonly account: bigint
  readonly mc_seqno: bigint
  readonly last_wallet: bigint
  readonly last_item: Buffer
  readonly last_order: bigint
}

type Dependent<Cursor> = { readonly account: bigint; readonly cursor: Cursor }

/** Prepares the statements of rechecks on the writer's connection. */
export function createRechecks(connection: Connection, claims: Pick<Claims, 'recheck'>): Rechecks {
  const rowsAfter = connection
    .prepare<[bigint, number], Row>(
      'SELECT * FROM detection_rechecks WHERE account > ? ORDER BY account LIMIT ?',
    )
    .safeIntegers()
  const rowsUpTo = connection
    .prepare<[bigint, number], Row>(
      'SELECT * FROM detection_rechecks WHERE account <= ? ORDER BY account LIMIT ?',
    )
    .safeIntegers()
  const isAny = connection.prepare('SELECT 1 FROM detection_rechecks LIMIT 1')
  const wallets = connection
    .prepare<[bigint, bigint, number], Dependent<bigint>>(
      'SELECT account, id AS cursor FROM jetton_wallets WHERE jetton = ? AND id > ? ORDER BY id LIMIT ?',
    )
    .safeIntegers()
  // Verified items of a collection have distinct indexes.
  const items = connection
    .prepare<[bigint, Buffer, number], Dependent<Buffer>>(
      `SELECT account, item_index AS cursor FROM nft_items WHERE collection = ? AND item_index > ?
      ORDER BY item_index LIMIT ?`,
    )
    .safeIntegers()
  const orders = connection
    .prepare<[bigint, bigint, number], Dependent<bigint>>(
      'SELECT account, id AS cursor FROM multisig_orders WHERE multisig = ? AND id > ? ORDER BY id LIMIT ?',
    )
    .safeIntegers()
  const domains = connection
    .prepare<[bigint, number], Dependent<bigint>>(
      'SELECT item AS account, item AS cursor FROM dns_entries WHERE item > ? ORDER BY item LIMIT ?',
    )
    .safeIntegers()
  const save = connection.prepare(
    'UPDATE detection_rechecks SET last_wallet = ?, last_item = ?, last_order = ? WHERE account = ?',
  )
  const remove = connection.prepare('DELETE FROM detection_rechecks WHERE account = ?')
  /** The contract that had the last turn. */
  let last = LOWEST_ID

  /** Makes at most `limit` accounts due that depend on the contract of a row; returns how many. */
  function queueDependents(row: Row, limit: number): number {
    let left = limit
    function queueAll<Cursor>(found: readonly Dependent<Cursor>[], before: Cursor): Cursor {
      claims.recheck(
        row.account,
        found.map(({ account }) => account),
      )
      left -= found.length
      return found.at(-1)?.cursor ?? before
    }
    const wallet = queueAll(wallets.all(row.account, row.last_wallet, left), row.last_wallet)
    const item = queueAll(items.all(row.account, row.last_item, left), row.last_item)
    const order =
      row.account === DNS_ROOT_PARAMETER
        ? queueAll(domains.all(row.last_order, left), row.last_order)
        : queueAll(orders.all(row.account, row.last_order, left), row.last_order)
    // The limit is reached: there can be more.
    if (left === 0) save.run(wallet, item, order, row.account)
    else remove.run(row.account)
    return limit - left
  }

  return {
    queueNext(limit) {
      const later = rowsAfter.all(last, MAX_ROWS)
      const rows = [...later, ...rowsUpTo.all(last, MAX_ROWS - later.length)]
      const each = Math.ceil(limit / Math.max(1, rows.length))
      let left = limit
      for (const row of rows) {
        left -= queueDependents(row, Math.min(each, left))
        last = row.account
        if (left === 0) break
      }
      return isAny.get() !== undefined
    },
  }
}
