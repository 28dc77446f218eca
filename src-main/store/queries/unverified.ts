import { KEPT } from '../detectedTokens.ts'
import { countDueClaims } from './dueClaims.ts'
import type { Reader } from './reader.ts'

/** Counting stops about here: the queue of a migrated index has millions of rows. */
export const MAX_UNVERIFIED = 10_000

/**
 * Counts accounts that can be token contracts and are not verified as of their newest state; stops at MAX_UNVERIFIED.
 * Excludes the rows from KEPT on, unless their claims are due.
 */
export function countUnverified(reader: Reader): number {
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (
      SELECT 1 FROM detection_queue WHERE waits_for IS NULL UNION ALL
      SELECT 1 FROM detection_queue WHERE waits_for IS NOT NULL AND priority < ${KEPT} LIMIT ${MAX_UNVERIFIED}) few`,
    [],
  )
  const queued = Number(row?.rows ?? 0n)
  return Math.min(MAX_UNVERIFIED, queued + countDueClaims(reader, MAX_UNVERIFIED))
}
