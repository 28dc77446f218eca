import { PRIORITY } from '../tokenFacts.ts'
import type { Reader } from './reader.ts'

/** Rows are not counted beyond it: the queue of a migrated index has millions. */
export const MAX_UNVERIFIED = 10_000

/**
 * Counts accounts that may be token contracts and are not verified as of their newest state, MAX_UNVERIFIED of them at
 * most. Those that are left out (PRIORITY.absent) are about as many at most.
 */
export function countUnverified(reader: Reader): number {
  const [row] = reader.all<{ rows: bigint }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM detection_queue few WHERE priority < ${PRIORITY.absent} LIMIT ${MAX_UNVERIFIED}) few`,
    [],
  )
  return Number(row?.rows ?? 0n)
}
