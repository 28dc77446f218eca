import { direction, type Page, type Piece, where } from './conditions.ts'
import type { Reader, SqlRow, SqlValue } from './reader.ts'

/** A list by a column that an index has in order, whose ties are told apart by a column that it does not have. */
export type TiedList = {
  readonly select: string
  /** FROM with what `pieces` and `column` are of, and nothing more. */
  readonly from: string
  /** What the index has. */
  readonly pieces: readonly Piece[]
  /** How `select` joins others, and conditions on what rows are looked up for. */
  readonly joined?: readonly Piece[]
  readonly others: readonly Piece[]
  readonly column: string
  /** One after another, all in the direction of the page. */
  readonly tie: string | readonly string[]
}

/** From this offset on rows are passed over in the index alone. */
const DEEP = 200

/**
 * A page of such a list. Far inside, the index alone leads to where the page begins, so that rows before it are not
 * looked up: where no `others` need that.
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

/** The value with which a page begins, and how many rows of that value are before it. */
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
