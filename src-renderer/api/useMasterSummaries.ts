import { useQueries } from '@tanstack/react-query'
import { masterSummaryQuery } from './blocks.ts'
import type { MasterRow } from './masterSummary.ts'
import { useNetwork } from './network.tsx'

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
