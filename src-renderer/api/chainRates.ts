import { countOf, type MasterRow, type MasterSummary } from './masterSummary.ts'

export type Rates = { readonly blocks: number; readonly transactions: number }

/**
 * Returns masterchain blocks and transactions per second over summaries of consecutive blocks, newest first.
 * Block times are whole seconds, so the result is undefined for fewer than eight blocks.
 */
export function chainRates(summaries: readonly MasterSummary[]): Rates | undefined {
  const newest = summaries[0]
  const oldest = summaries.at(-1)
  if (!newest || !oldest || summaries.length < 8) return undefined
  const seconds = newest.utime - oldest.utime
  if (seconds <= 0) return undefined
  // The oldest block only marks the start of the interval.
  const transactions = summaries.slice(0, -1).reduce((sum, summary) => sum + countOf(summary).transactions, 0)
  return { blocks: (newest.seqno - oldest.seqno) / seconds, transactions: transactions / seconds }
}

/** Returns the newest consecutive summaries. */
export function knownRun(rows: readonly MasterRow[]): MasterSummary[] {
  const end = rows.findIndex(({ summary }) => !summary)
  return (end < 0 ? rows : rows.slice(0, end)).flatMap(({ summary }) => summary ?? [])
}

/** Formats a rate with two significant digits below a hundred: `2.4`, `0.31`, `48`. */
export function formatRate(rate: number): string {
  if (rate === 0) return '0'
  return rate >= 10 ? rate.toFixed(0) : rate >= 1 ? rate.toFixed(1) : rate.toFixed(2)
}
