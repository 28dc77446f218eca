import type { Reader, SqlRow, SqlValue } from '../../../../src-main/store/queries/reader.ts'
import type { TestIndex } from './sampleIndex.ts'

/** What SQLite would do for every statement that `ask` runs. */
export function plansOf(index: TestIndex, ask: (reader: Reader) => void): string[] {
  const asked = new Map<string, readonly SqlValue[]>()
  const recording: Reader = {
    all<Row extends SqlRow>(sql: string, values: readonly SqlValue[]) {
      asked.set(sql, values)
      return index.reader.all<Row>(sql, values)
    },
    snapshot: (work) => work(),
  }
  ask(recording)
  return [...asked].flatMap(([sql, values]) =>
    index.connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map((step) => `${(step as { detail: string }).detail} <- ${sql}`),
  )
}

/** What finds few enough rows to sort: named contracts, one wallet of each owner and jetton, of a chain, of named hashes, of a message, of a masterchain block; or they were counted before. */
const FEW: readonly RegExp[] = [
  /FROM blocks WHERE (seqno|root_hash|file_hash) = \?/,
  /t\.hash IN \([?,]+\).* ORDER BY substr/,
  /FROM messages m WHERE(.* | )m\.body = \? .*ORDER BY (m\.created_at|substr)/,
  /WHERE t\.in_msg = m\.id ORDER BY t\.lt/,
  /FROM (jetton_masters|jetton_wallets|nft_collections|nft_items) inserted WHERE account IN/,
  /FROM jetton_wallets inserted WHERE owner IN \([?,]+\) AND jetton IN/,
  /FROM nft_sales x WHERE x\.account IN/,
  /tr\.mc_seqno_end = \? .*ORDER BY tr\.end_utime/,
]

/** Steps that read a growing table from end to end without its order (`inserted` is read in the order of its rows), or that sort all they found. */
export function badSteps(plans: readonly string[]): string[] {
  const isScan = /^SCAN (?!few|top|coverage|inserted)(?!.* USING (COVERING )?INDEX)/
  return plans.filter(
    (step) =>
      isScan.test(step) ||
      (step.startsWith('USE TEMP B-TREE FOR ORDER BY') && !FEW.some((few) => few.test(step))),
  )
}
