import { useQueries, useQuery } from '@tanstack/react-query'
import { masterSummaryQuery } from './blocks.ts'
import { isComing, sourceOf, summaryWindowQuery } from './indexedSummaries.ts'
import { useIndex } from './indexStatus.ts'
import type { MasterRow } from './masterSummary.ts'
import { useHead, useNetwork } from './network.tsx'

/**
 * Returns the summaries of the masterchain blocks with these seqnos (descending, without gaps) as they are
 * loaded: from one answer of the index if it covers them, otherwise from several answers of v2 for each block.
 */
export function useMasterSummaries(seqnos: readonly number[]): MasterRow[] {
  const network = useNetwork()
  const index = useIndex()
  const head = useHead()?.seqno ?? 0
  const fromIndex = seqnos.filter((seqno) => sourceOf(seqno, index) === 'index')
  const to = fromIndex[0] ?? 0
  const window = useQuery({
    ...summaryWindowQuery(network, { from: fromIndex.at(-1) ?? 0, to, isNewest: to >= head - 1 }),
    enabled: fromIndex.length > 0,
  })
  const answers = useQueries({
    queries: seqnos.map((seqno) => ({
      ...masterSummaryQuery(network, seqno),
      enabled: isFromChain(seqno),
    })),
  })
  function isFromChain(seqno: number): boolean {
    const source = sourceOf(seqno, index)
    if (source !== 'index') return source === 'chain'
    if (window.isError) return true
    const { data } = window
    if (!data) return false
    const isAbove = seqno > (data.summaries[0]?.seqno ?? 0)
    return isAbove ? !isComing(data) : seqno < (data.summaries.at(-1)?.seqno ?? 0)
  }
  return seqnos.map((seqno, i) => ({
    seqno,
    summary: answers[i]?.data,
    error: answers[i]?.error ?? null,
  }))
}
