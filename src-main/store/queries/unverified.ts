import { KEPT } from '../detectedTokens.ts'
import type { Reader } from './reader.ts'

/** Counting stops here: the queue of a migrated index has millions of rows. */
export const MAX_UNVERIFIED = 10_000

/**
 * Counts accounts that can be token contracts and are not verified as of their newest state; stops at MAX_UNVERIFIED.
 * Excludes the rows from KEPT on, which are about twice as many at most.
 */
export function countUnverified(reader: Reader): number {
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM detection_queue few WHERE priority < ${KEPT} LIMIT ${MAX_UNVERIFIED}) few`,
    [],
  )
  return Number(row?.rows ?? 0n)
}
