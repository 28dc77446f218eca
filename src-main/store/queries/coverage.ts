import type { SeqnoRange } from '../indexStore.ts'
import type { Reader } from './reader.ts'

/** Reads the indexed masterchain seqnos: ascending ranges, never adjacent. */
export function readCoverage(reader: Reader): SeqnoRange[] {
  return reader
    .all<{ first: bigint; last: bigint }>('SELECT first, last FROM coverage ORDER BY first', [])
    .map(({ first, last }) => ({ first: Number(first), last: Number(last) }))
}

/** Returns whether a masterchain seqno is in one of the ranges. */
export function isCovered(coverage: readonly SeqnoRange[], seqno: number): boolean {
  return coverage.some(({ first, last }) => first <= seqno && seqno <= last)
}

/** Returns the newest masterchain seqno that is known to have committed an indexed transaction; 0 without one. */
export function newestSeqno(reader: Reader): number {
  const [row] = reader.all<{ seqno: bigint | null }>('SELECT max(mc_seqno) AS seqno FROM transactions', [])
  return Number(row?.seqno ?? 0n)
}
