import { countOf, type MasterRow, type MasterSummary } from './masterSummary.ts'

export type Rates = { readonly blocks: number; readonly transactions: number }

/**
 * Masterchain blocks and transactions a second, over summaries of consecutive blocks, newest first. Block times
 * are whole seconds, so fewer than eight blocks say too little: then undefined.
 */
export function chainRates(summaries: readonly MasterSummary[]): Rates | undefined {
  const newest = summaries[0]
  const oldest = summaries.at(-1)
  if (!newest || !oldest || summaries.length < 8) return undefined
  const seconds = newest.utime - oldest.utime
  if (seconds <= 0) return undefined
  // The oldest block only marks the beginning: what it contains came before.
  const transactions = summaries.slice(0, -1).reduce((sum, summary) => sum + countOf(summary).transactions, 0)
  return { blocks: (newest.seqno - oldest.seqno) / seconds, transactions: transactions / seconds }
}

/** The newest unbroken run of summaries. */
export function knownRun(rows: readonly MasterRow[]): MasterSummary[] {
  const end = rows.findIndex(({ summary }) => !summary)
  return (end < 0 ? rows : rows.slice(0, end)).flatMap(({ summary }) => summary ?? [])
}

/** `2.4`, `0.31`, `48`: two significant digits below a hundred. */
export function formatRate(rate: number): string {
  if (rate === 0) return '0'
  return rate >= 10 ? rate.toFixed(0) : rate >= 1 ? rate.toFixed(1) : rate.toFixed(2)
}
