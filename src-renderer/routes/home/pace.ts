import { chainRates, knownRun } from '../../api/chainRates.ts'
import type { MasterRow, MasterSummary } from '../../api/masterSummary.ts'

/** Requests a second that the lists of home cost at most while the page is open, without an index. */
const REQUESTS_PER_SECOND = 1.2

/** Returns the requests for a block and its new shard blocks, and for the transactions that are shown of them. */
function costOf({ blocks }: MasterSummary): number {
  const shown = blocks.filter(({ quiet, transactions }) => !quiet && transactions > 0)
  // The header, the shards, the transactions of each block; the shown ones with their traces.
  return 2 + blocks.length + 2 * shown.length
}

/** Returns the mean number of requests for each block of the list, 1 before any is read. */
export function meanCost(rows: readonly MasterRow[]): number {
  const costs = rows.flatMap(({ summary }) => (summary ? [costOf(summary)] : []))
  return costs.length === 0 ? 1 : costs.reduce((sum, cost) => sum + cost, 0) / costs.length
}

/** Returns how long the requests for blocks fill the allowed rate, ms. */
export function pauseMs(blocks: number, cost: number): number {
  return (blocks * cost * 1_000) / REQUESTS_PER_SECOND
}

/** Returns whether the chain makes more blocks than can be read one by one at the allowed rate. */
export function isTooFast(rows: readonly MasterRow[]): boolean {
  const rates = chainRates(knownRun(rows))
  return rates !== undefined && rates.blocks * meanCost(rows) > REQUESTS_PER_SECOND
}
