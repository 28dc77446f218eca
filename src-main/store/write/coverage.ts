import type { SeqnoRange } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'

/** Rows of `coverage`. */
export type CoverageRows = {
  /** Returns the ranges. They are those of the last commit once the transaction with the last `mark` is committed. */
  ranges(): readonly SeqnoRange[]
  /** Marks a masterchain seqno as indexed, in the transaction that writes its block. */
  mark(seqno: number): void
  /** Reads the ranges again after a rollback. */
  reset(): void
}

/** Reads `coverage` and prepares its statements on the writer's connection. */
export function createCoverageRows(connection: Connection): CoverageRows {
  const remove = connection.prepare('DELETE FROM coverage WHERE first = ?')
  const insert = connection.prepare('INSERT INTO coverage (first, last) VALUES (?, ?)')
  let known: readonly SeqnoRange[] = readCoverage(connection)
  return {
    ranges: () => known,
    mark(seqno) {
      const next = withSeqno(known, seqno)
      if (next === known) return
      const before = new Set(known)
      const after = new Set(next)
      for (const range of known) if (!after.has(range)) remove.run(range.first)
      for (const range of next) if (!before.has(range)) insert.run(range.first, range.last)
      known = next
    },
    reset() {
      known = readCoverage(connection)
    },
  }
}

/** Reads the covered ranges of masterchain seqnos, ascending. */
export function readCoverage(connection: Connection): readonly SeqnoRange[] {
  return connection.prepare<[], SeqnoRange>('SELECT first, last FROM coverage ORDER BY first').all()
}

/**
 * Returns the ranges extended by `seqno`: the same array if it is already in, and the same objects for ranges that
 * stay.
 */
function withSeqno(ranges: readonly SeqnoRange[], seqno: number): readonly SeqnoRange[] {
  const before = ranges.filter(({ last }) => last < seqno - 1)
  const after = ranges.filter(({ first }) => first > seqno + 1)
  const touching = ranges.slice(before.length, ranges.length - after.length)
  if (touching.some(({ first, last }) => first <= seqno && seqno <= last)) return ranges
  const first = Math.min(seqno, touching[0]?.first ?? seqno)
  const last = Math.max(seqno, touching.at(-1)?.last ?? seqno)
  return [...before, { first, last }, ...after]
}
