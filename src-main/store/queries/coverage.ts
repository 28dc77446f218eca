import type { SeqnoRange } from '../indexStore.ts'
import type { Reader } from './reader.ts'

/** The masterchain seqnos that are indexed: ascending, never touching. */
export function readCoverage(reader: Reader): SeqnoRange[] {
  return reader
    .all<{ first: bigint; last: bigint }>('SELECT first, last FROM coverage ORDER BY first', [])
    .map(({ first, last }) => ({ first: Number(first), last: Number(last) }))
}

export function isCovered(coverage: readonly SeqnoRange[], seqno: number): boolean {
  return coverage.some(({ first, last }) => first <= seqno && seqno <= last)
}
