import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { V3_RECORDED } from '../fixtures/recorded.ts'
import { type DetectedIndex, openDetectedIndex } from '../integration/indexer/detectedIndex.ts'
import { TOKEN_TABLES, type TokenRow, tokenRows } from './tokenRows.ts'

/** The token tables that toncenter's indexer filled from a recorded chain, beside ours from the same chain. */

/** Columns that are not compared. */
const IGNORED = new Set([
  // A counter; within one masterchain block the order is accidental.
  'id',
])

/** Columns of the reference that we do not have. They are null in every recorded row. */
const ABSENT: { readonly [table: string]: readonly string[] } = {
  // Of a mintless jetton's airdrop list, which is not on the chain.
  jetton_wallets: ['mintless_amount', 'mintless_start_from', 'mintless_expire_at'],
  // Of the newest sale contracts; no answer shows them.
  getgems_nft_sales: ['sold_at', 'sold_query_id', 'jetton_price_dict'],
}

/** Of sales the reference has a table for each kind. */
const TABLES = TOKEN_TABLES.filter((table) => table !== 'nft_sales')

/** The reference's rows of a table; numbers beyond 2^53 as text. */
function recordedRows(table: string): TokenRow[] {
  const text = readFileSync(join(V3_RECORDED, 'rows', `${table}.json`), 'utf8')
  // Columns that are null in every row are named once.
  const { data, always_null } = JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? context?.source : value,
  )
  const nulls = Object.fromEntries(always_null.map((name: string) => [name, null]))
  return data.map((row: TokenRow) => ({ ...nulls, ...row }))
}

/** Rows with numbers as text, without ignored columns, in an order of their own. */
function comparable(rows: readonly TokenRow[], columns: ReadonlySet<string>): string[] {
  return rows
    .map((row) => {
      const kept = Object.entries(row).filter(([name]) => columns.has(name) && !IGNORED.has(name))
      kept.sort(([a], [b]) => (a < b ? -1 : 1))
      return JSON.stringify(kept, (_key, value) =>
        typeof value === 'number' ? String(value) : sorted(value),
      )
    })
    .sort()
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe("token tables beside toncenter's own indexer", () => {
  let index: DetectedIndex

  beforeAll(async () => {
    index = await openDetectedIndex({ network: `archive:${join(V3_RECORDED, 'chain')}` })
  })
  afterAll(() => index?.[Symbol.asyncDispose]())

  it.each(TABLES)('%s has the rows of the reference', (table) => {
    const theirs = recordedRows(table)
    const ours = tokenRows(index.file, table)
    const columns = new Set(ours.flatMap((row) => Object.keys(row)))
    const missing = Object.keys(theirs[0] ?? {}).filter((name) => !columns.has(name) && !IGNORED.has(name))
    expect(missing).toEqual(ABSENT[table] ?? [])
    expect(comparable(ours, columns)).toEqual(comparable(theirs, columns))
  })
})
