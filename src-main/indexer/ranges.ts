import type { SeqnoRange } from '../store/indexStore.ts'

/** Returns the parts of `range` outside of `covered` (ascending, never adjacent), ascending. */
export function uncovered(range: SeqnoRange, covered: readonly SeqnoRange[]): readonly SeqnoRange[] {
  const gaps: SeqnoRange[] = []
  let next = range.first
  for (const { first, last } of covered) {
    if (last < next) continue
    if (first > range.last) break
    if (first > next) gaps.push({ first: next, last: first - 1 })
    next = last + 1
  }
  if (next <= range.last) gaps.push({ first: next, last: range.last })
  return gaps
}

/** Returns the number of seqnos in ranges without overlaps. */
export function countSeqnos(ranges: readonly SeqnoRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
}

/** Returns the newest `count` seqnos of ranges (ascending, without overlaps), ascending. */
export function newest(ranges: readonly SeqnoRange[], count: number): readonly SeqnoRange[] {
  const found: SeqnoRange[] = []
  let left = count
  for (const { first, last } of ranges.toReversed()) {
    if (left <= 0) break
    const from = Math.max(first, last - left + 1)
    found.unshift({ first: from, last })
    left -= last - from + 1
  }
  return found
}

/** Returns whether a seqno is in one of the ranges. */
export function isCovered(seqno: number, covered: readonly SeqnoRange[]): boolean {
  return covered.some(({ first, last }) => first <= seqno && seqno <= last)
}

/** Formats ranges: `1-99, 120-240`, or `nothing`. */
export function formatRanges(ranges: readonly SeqnoRange[]): string {
  const shown = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
  return shown.join(', ') || 'nothing'
}
