import { expect } from 'vitest'
import { countSeqnos, isCovered } from '../../../src-main/indexer/ranges.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { readCoverage } from '../../../src-main/store/write/coverage.ts'

/**
 * Checks that an index, closed or killed, is complete: it has every covered block, each once and with all of its
 * transactions, and nothing else. Returns how many blocks it has.
 */
export function checkIndex(file: string): number {
  const connection = openReader(file)
  try {
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok')
    // All rows are read in one transaction, while the writer can continue.
    connection.exec('BEGIN')
    const coverage = readCoverage(connection)
    for (const [i, { first }] of coverage.entries()) {
      if (i > 0) expect(first).toBeGreaterThan((coverage[i - 1]?.last ?? 0) + 1)
    }
    const blocks = connection
      .prepare<
        [],
        { place: string; workchain: number; seqno: number; mcSeqno: number; txCount: number; found: number }
      >(
        `SELECT workchain || ':' || shard || ':' || seqno AS place, workchain, seqno, mc_seqno AS "mcSeqno",
          tx_count AS "txCount", (SELECT count(*) FROM transactions WHERE block = blocks.id) AS found
        FROM blocks WHERE gen_utime IS NOT NULL AND seqno > 0`,
      )
      .all()
    expect(new Set(blocks.map(({ place }) => place)).size).toBe(blocks.length)
    expect(blocks.filter(({ mcSeqno }) => !isCovered(mcSeqno, coverage))).toEqual([])
    expect(blocks.filter(({ txCount, found }) => txCount !== found)).toEqual([])
    expect(blocks.filter(({ workchain }) => workchain === -1)).toHaveLength(countSeqnos(coverage))
    expectShardsWithoutGap(connection.prepare<[], Link>(LINKS).all())
    return blocks.length
  } finally {
    connection.close()
  }
}

type Link = { place: string; hasParent: number; mcSeqno: number; first: number }

/** Shard blocks of covered masterchain blocks, whether their parents are there, and where their range begins. */
const LINKS = `SELECT b.workchain || ':' || b.shard || ':' || b.seqno AS place, b.mc_seqno AS "mcSeqno",
    EXISTS (SELECT 1 FROM blocks p WHERE p.workchain = b.workchain AND p.shard = b.prev_shard
      AND p.seqno = b.prev_seqno AND p.gen_utime IS NOT NULL) AS "hasParent",
    (SELECT max(first) FROM coverage WHERE first <= b.mc_seqno) AS first
  FROM blocks b WHERE b.workchain <> -1 AND b.gen_utime IS NOT NULL AND b.prev_seqno > 0`

function expectShardsWithoutGap(links: readonly Link[]): void {
  const orphans = links.filter(({ hasParent, mcSeqno, first }) => hasParent === 0 && mcSeqno > first + 1)
  expect(orphans).toEqual([])
}
