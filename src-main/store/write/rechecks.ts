import { DNS_ROOT_PARAMETER, KEPT, PRIORITY } from '../detectedTokens.ts'
import type { Connection } from '../sqlite/driver.ts'
import { NO_LT } from './claims.ts'

/**
 * Rows of detection_rechecks: contracts whose wallets, items or orders must be verified again. DNS_ROOT_PARAMETER stands
 * for the DNS root, whose domains must be; `last_order` is then the last queued one.
 */
export type Rechecks = {
  /** Queues up to `limit` accounts with the lowest priority; returns whether there are more. */
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
export function createRechecks(connection: Connection): Rechecks {
  const first = connection
    .prepare<[], Row>('SELECT * FROM detection_rechecks ORDER BY account LIMIT 1')
    .safeIntegers()
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
  const queue = connection.prepare(
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt)
    VALUES (?, ${PRIORITY.backfill}, ?, ${NO_LT}, 0)
    ON CONFLICT (account) DO UPDATE SET mc_seqno = max(mc_seqno, excluded.mc_seqno),
      priority = min(priority, excluded.priority),
      waits_for = CASE WHEN priority >= ${KEPT} THEN NULL ELSE waits_for END`,
  )

  /** Queues at most `limit` accounts that depend on the contract of a row; returns how many. */
  function queueDependents(row: Row, limit: number): number {
    let left = limit
    function queueAll<Cursor>(found: readonly Dependent<Cursor>[], before: Cursor): Cursor {
      for (const { account } of found) queue.run(account, row.mc_seqno)
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
      let left = limit
      for (let rows = 0; rows < MAX_ROWS && left > 0; rows++) {
        const row = first.get()
        if (!row) return false
        left -= queueDependents(row, left)
      }
      return true
    },
  }
}
