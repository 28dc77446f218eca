const COUNT = 16
const HUNDRED = 100

/**
 * Seqnos of masterchain blocks that contracts can read after block `seqno`, which is the first of them;
 * descending.
 */
export type EarlierSeqnos = {
  /** The last 16 (PREVMCBLOCKS). */
  readonly last: readonly number[]
  /** The last 16 that are multiples of 100 (PREVMCBLOCKS_100). */
  readonly hundreds: readonly number[]
}

/** Returns the masterchain blocks that a contract can read after block `seqno`. */
export function earlierSeqnos(seqno: number): EarlierSeqnos {
  return { last: backFrom(seqno, 1), hundreds: backFrom(seqno - (seqno % HUNDRED), HUNDRED) }
}

function backFrom(first: number, step: number): readonly number[] {
  return Array.from({ length: COUNT }, (_, index) => first - index * step).filter((seqno) => seqno >= 0)
}
