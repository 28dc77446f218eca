import { direction, type Page, type Piece, where } from './conditions.ts'
import type { Reader, SqlRow, SqlValue } from './reader.ts'

/** A list that an index has in the order of one column, with ties broken by columns that the index does not have. */
export type TiedList = {
  readonly select: string
  /** FROM with only the tables of `pieces` and `column`. */
  readonly from: string
  /** Conditions on columns of the index. */
  readonly pieces: readonly Piece[]
  /** Joins of `select`; `others` are conditions on columns outside the index. */
  readonly joined?: readonly Piece[]
  readonly others: readonly Piece[]
  readonly column: string
  /** One or more columns, all in the direction of the page. */
  readonly tie: string | readonly string[]
}

/** From this offset on, rows are skipped in the index alone. */
const DEEP = 200

/**
 * Reads a page of such a list. At a large offset, the index alone finds the page's start, so that the rows before it
 * are not looked up. That is impossible with `others`.
 */
export function deepPage<Row extends SqlRow>(reader: Reader, page: Page, list: TiedList): Row[] {
  const { limit, offset, sort } = page
  const start = offset < DEEP || list.others.length > 0 ? undefined : startOf(reader, page, list)
  if (start === 'none') return []
  const way = direction(sort)
  const { sql, values } = where([
    ...list.pieces,
    ...(start ? [start.from] : []),
    ...(list.joined ?? []),
    ...list.others,
  ])
  return reader.all<Row>(
    `${list.select}${sql} ORDER BY ${[list.column, ...[list.tie].flat()].map((part) => `${part} ${way}`).join(', ')} LIMIT ? OFFSET ?`,
    [...values, limit, start?.offset ?? offset],
  )
}

/** Returns the value at which a page begins, and the number of earlier rows with that value. */
function startOf(
  reader: Reader,
  { offset, sort }: Page,
  { from, pieces, column }: TiedList,
): { readonly from: Piece; readonly offset: number } | 'none' {
  const { sql, values } = where(pieces)
  const [first] = reader.all<{ value: SqlValue & bigint }>(
    `SELECT ${column} AS value ${from}${sql} ORDER BY ${column} ${direction(sort)} LIMIT 1 OFFSET ?`,
    [...values, offset],
  )
  if (first === undefined) return 'none'
  const [nearer, onward] = sort === 'asc' ? ['<', '>='] : ['>', '<=']
  const before = where([...pieces, { sql: `${column} ${nearer} ?`, values: [first.value] }])
  const [passed] = reader.all<{ rows: bigint }>(`SELECT count(*) AS rows ${from}${before.sql}`, before.values)
  return {
    from: { sql: `${column} ${onward} ?`, values: [first.value] },
    offset: offset - Number(passed?.rows ?? 0n),
  }
}
