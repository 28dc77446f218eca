import { KEPT, PRIORITY } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { findAccounts, loadByIds } from './accountIds.ts'
import { withDueClaims } from './dueClaims.ts'
import type { Reader } from './reader.ts'

/** Accounts that detection has not inspected yet (detection_queue). */

/** Priorities of accounts that detection inspects. */
const PRIORITIES = [PRIORITY.request, PRIORITY.newBlock, PRIORITY.backfill]

/**
 * Returns whether detection has yet to inspect accounts of the masterchain blocks `first` to `last`. Accounts that
 * wait for the state of another account are excluded: they are hidden until it is read. So are claims that are due.
 * Rows of an older index have no block and count for all blocks.
 */
export function hasBacklog(
  reader: Reader,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  const isQueued = (priority: number, from: number, to: number) =>
    reader.all(
      `SELECT 1 AS found FROM detection_queue
       WHERE waits_for IS NULL AND priority = ? AND mc_seqno BETWEEN ? AND ? LIMIT 1`,
      [priority, from, to],
    ).length > 0
  return PRIORITIES.some((priority) => isQueued(priority, 0, 0) || isQueued(priority, first, last))
}

/** Returns whether detection has inspected all accounts except those that wait for the state of another one. */
export function isBacklogEmpty(reader: Reader): boolean {
  return reader.all('SELECT 1 AS found FROM detection_queue WHERE waits_for IS NULL LIMIT 1', []).length === 0
}

/** Returns those of `addresses` that detection has not inspected since they, or a counterpart of theirs, changed. */
export function findUnverified(reader: Reader, addresses: readonly StdAddress[]): readonly StdAddress[] {
  const accounts = findAccounts(reader, addresses)
  const ids = accounts.map(({ id }) => id)
  const rows = loadByIds<{ account: bigint; priority: bigint }>(
    reader,
    'SELECT account, priority FROM detection_queue',
    'account',
    ids,
  )
  const queued = rows.filter(({ priority }) => Number(priority) < KEPT).map(({ account }) => account)
  const unverified = new Set([...queued, ...withDueClaims(reader, ids)])
  return accounts.filter(({ id }) => unverified.has(id)).map(({ address }) => address)
}

/**
 * Returns the times (Unix seconds) at which accounts' newest indexed states were read; accounts without a state are
 * absent.
 */
export function loadStateTimes(
  reader: Reader,
  addresses: readonly StdAddress[],
): ReadonlyMap<StdAddress, number> {
  const accounts = findAccounts(reader, addresses)
  const rows = loadByIds<{ account: bigint; utime: bigint }>(
    reader,
    'SELECT account, utime FROM latest_states',
    'account',
    accounts.map(({ id }) => id),
  )
  const times = new Map(rows.map(({ account, utime }) => [account, Number(utime)]))
  return new Map(
    accounts.flatMap(({ id, address }): [StdAddress, number][] => {
      const time = times.get(id)
      return time === undefined ? [] : [[address, time]]
    }),
  )
}
