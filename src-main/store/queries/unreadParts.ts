import type { UnreadParts } from '../indexStore.ts'
import { findUnclassified, findUndetected } from './classificationBacklog.ts'
import type { Reader } from './reader.ts'

/** What the traces of a read history lack. */

type Row = { hash: Buffer; trace: bigint; is_whole: bigint }

/**
 * Finds what the traces of an account's history lack, or of all its transactions if it no longer exists, newest first:
 * traces that are not whole, at most `limit` of them, and the types and actions of the newest `limit` traces without a
 * classification.
 */
export function findUnread(reader: Reader, account: bigint, limit: number): UnreadParts {
  const rows = reader.all<Row>(
    `SELECT t.hash, t.trace, (tr.state = 1) AS is_whole
    FROM account_coverage c JOIN transactions t ON t.account = c.account AND t.lt >= c.oldest_lt
      AND (t.lt <= c.newest_lt OR c.newest_lt = 0)
    JOIN traces tr ON tr.id = t.trace
    WHERE c.account = ? AND (tr.state <> 1 OR tr.classification = 0)
    ORDER BY t.lt DESC LIMIT ?`,
    [account, limit],
  )
  const open = new Map(rows.filter((row) => row.is_whole === 0n).map(({ trace, hash }) => [trace, hash]))
  const whole = [...new Set(rows.filter((row) => row.is_whole === 1n).map(({ trace }) => trace))]
  const { queued, waiting, unread } = findUndetected(reader, whole)
  return {
    openTraces: [...open.values()],
    undetected: [...queued, ...waiting, ...unread].slice(0, limit),
    unclassified: findUnclassified(reader, whole).map(({ transaction }) => transaction),
  }
}
