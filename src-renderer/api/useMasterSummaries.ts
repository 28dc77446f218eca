import { useQueries } from '@tanstack/react-query'
import { type MasterSummary, masterSummaryQuery } from './blocks.ts'
import { useNetwork } from './network.tsx'

/** The seqnos of the newest `count` masterchain blocks up to `newest`, descending; there is no block 0. */
export function seqnosUpTo(newest: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(count, newest)) }, (_, i) => newest - i)
}

export type MasterRow = {
  readonly seqno: number
  readonly summary: MasterSummary | undefined
  readonly error: Error | null
}

/** Summaries of the masterchain blocks with these seqnos, each as it arrives. */
export function useMasterSummaries(seqnos: readonly number[]): MasterRow[] {
  const network = useNetwork()
  const answers = useQueries({ queries: seqnos.map((seqno) => masterSummaryQuery(network, seqno)) })
  return seqnos.map((seqno, i) => ({
    seqno,
    summary: answers[i]?.data,
    error: answers[i]?.error ?? null,
  }))
}

/** All transactions of a summary, and whether some weren't counted. */
export function countOf(summary: MasterSummary): { readonly transactions: number; readonly more: boolean } {
  return {
    transactions: summary.blocks.reduce((sum, block) => sum + block.transactions, 0),
    more: summary.blocks.some((block) => block.more),
  }
}
