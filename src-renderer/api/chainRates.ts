import { countOf, type MasterRow, type MasterSummary } from './masterSummary.ts'

export type Rates = { readonly blocks: number; readonly transactions: number }

/** Shortest time that is a standstill, s. */
const STANDSTILL_SECONDS = 30
/** A standstill is also longer than this number of the usual times between blocks. */
const STANDSTILL_GAPS = 10

/**
 * Returns the summaries after the newest standstill. The chain stands still while a devnet is closed or its time
 * is moved, which says nothing about the present rate.
 */
function sinceStandstill(summaries: readonly MasterSummary[]): readonly MasterSummary[] {
  const gaps = summaries.slice(1).map(({ utime }, i) => (summaries[i]?.utime ?? utime) - utime)
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)] ?? 0
  const longest = Math.max(STANDSTILL_SECONDS, STANDSTILL_GAPS * usual)
  const end = gaps.findIndex((gap) => gap > longest)
  return end < 0 ? summaries : summaries.slice(0, end + 1)
}

/**
 * Returns masterchain blocks and transactions per second over summaries of consecutive blocks, newest first,
 * since the chain last stood still. Block times are whole seconds, so the result is undefined for fewer than
 * eight blocks in less than ten seconds, and for fewer than three blocks.
 */
export function chainRates(summaries: readonly MasterSummary[]): Rates | undefined {
  const run = sinceStandstill(summaries)
  const [newest, oldest] = [run[0], run.at(-1)]
  if (!newest || !oldest || run.length < 3) return undefined
  const seconds = newest.utime - oldest.utime
  if (seconds <= 0 || (seconds < 10 && run.length < 8)) return undefined
  // The oldest block only marks the start of the interval.
  const transactions = run.slice(0, -1).reduce((sum, summary) => sum + countOf(summary).transactions, 0)
  return { blocks: (newest.seqno - oldest.seqno) / seconds, transactions: transactions / seconds }
}

/** Returns the newest consecutive summaries. */
export function knownRun(rows: readonly MasterRow[]): MasterSummary[] {
  const end = rows.findIndex(({ summary }) => !summary)
  return (end < 0 ? rows : rows.slice(0, end)).flatMap(({ summary }) => summary ?? [])
}

/** Formats a rate with two significant digits below a hundred: `2.4`, `0.31`, `48`, `< 0.01`. */
export function formatRate(rate: number): string {
  if (rate === 0) return '0'
  if (rate < 0.01) return '< 0.01'
  return rate >= 10 ? rate.toFixed(0) : rate >= 1 ? rate.toFixed(1) : rate.toFixed(2)
}
