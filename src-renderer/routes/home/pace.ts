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

/** Returns whether a chain makes more blocks a second than can be read one by one at the allowed rate. */
export function isTooFast(blocksPerSecond: number, cost: number): boolean {
  return blocksPerSecond * cost > REQUESTS_PER_SECOND
}

/** A newest block as it was seen. */
export type SeenHead = { readonly seqno: number; readonly atMs: number }

/** Times over which the rate of blocks is taken, ms. */
const MIN_SPAN_MS = 6_000
const MAX_SPAN_MS = 30_000

/** Adds a head to those seen before, oldest first, and drops those that are too old. */
export function withHead(seen: readonly SeenHead[], head: SeenHead): readonly SeenHead[] {
  const isSameChain = (seen.at(-1)?.seqno ?? 0) <= head.seqno
  return isSameChain ? [...seen.filter(({ atMs }) => head.atMs - atMs <= MAX_SPAN_MS), head] : [head]
}

/** Returns the blocks a second over the heads seen; undefined before they span enough time. */
export function headRate(seen: readonly SeenHead[]): number | undefined {
  const [first, last] = [seen[0], seen.at(-1)]
  if (!first || !last || last.atMs - first.atMs < MIN_SPAN_MS) return undefined
  return ((last.seqno - first.seqno) * 1_000) / (last.atMs - first.atMs)
}
