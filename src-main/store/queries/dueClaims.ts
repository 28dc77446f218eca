import { loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** Claims of which a counterpart has changed since they were compared with it (detection_claims). */

/** Each row of detection_changes has a due claim: a limit bounds the scan of both. */
const DUE = `detection_changes few CROSS JOIN detection_claims d
  ON d.counterpart = few.counterpart AND d.seen_lt < few.lt`

/** Counts due claims up to `most`. An account that has several counts several times. */
export function countDueClaims(reader: Reader, most: number): number {
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM ${DUE} LIMIT ?) few`,
    [most],
  )
  return Number(row?.rows ?? 0n)
}

/** Returns those of these accounts that have a due claim. */
export function withDueClaims(reader: Reader, accounts: readonly bigint[]): ReadonlySet<bigint> {
  const rows = loadByIds<{ account: bigint }>(
    reader,
    `SELECT d.account FROM detection_claims d
      JOIN detection_changes c ON c.counterpart = d.counterpart AND d.seen_lt < c.lt`,
    'd.account',
    accounts,
  )
  return new Set(rows.map(({ account }) => account))
}

/** An account with a due claim, and the counterpart of that. */
export type DueClaim = { readonly account: bigint; readonly counterpart: bigint }

/**
 * Returns up to `limit` due claims: those of different counterparts in turns, those of one counterpart in the order in
 * which they were last compared with it, so that many claims on one contract do not delay those on others.
 * @param after the counterpart that had the last turn
 */
export function nextDueClaims(reader: Reader, limit: number, after: bigint): readonly DueClaim[] {
  const changed = counterpartsAfter(reader, limit, after)
  const each = Math.ceil(limit / Math.max(1, changed.length))
  const lists = changed.map((counterpart) =>
    reader.all<{ account: bigint; counterpart: bigint }>(
      `SELECT d.account, d.counterpart FROM ${DUE} WHERE few.counterpart = ? ORDER BY d.seen_lt LIMIT ?`,
      [counterpart, each],
    ),
  )
  const turns = Array.from({ length: each }, (_, turn) => lists.flatMap((list) => list[turn] ?? []))
  const accounts = new Set<bigint>()
  return turns
    .flat()
    .filter(({ account }) => !accounts.has(account) && accounts.add(account))
    .slice(0, limit)
}

/** Returns changed counterparts in the order of their numbers, from the one after `after` on, then from the first. */
function counterpartsAfter(reader: Reader, limit: number, after: bigint): bigint[] {
  const read = (condition: string, most: number) =>
    reader
      .all<{ counterpart: bigint }>(
        `SELECT counterpart FROM detection_changes WHERE counterpart ${condition} ? ORDER BY counterpart LIMIT ?`,
        [after, most],
      )
      .map(({ counterpart }) => counterpart)
  const later = read('>', limit)
  return [...later, ...read('<=', limit - later.length)]
}
