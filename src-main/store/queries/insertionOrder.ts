import { direction, type Page, type Piece, type Sort, where } from './conditions.ts'
import type { Reader } from './reader.ts'
import { byNumber, pageOf, type Stream } from './streams.ts'

/** Lists sorted by row number, the order of insertion. */

type Key = { readonly id: bigint }

/** A list of rows in the order of insertion. */
export type RowList = {
  /** The table with its alias, and its joins. */
  readonly from: string
  /** Column of the row number. */
  readonly id: string
  /**
   * Alternative conditions: a row must match one of them. An index must have the rows of each, preferably by row
   * number.
   */
  readonly any: readonly (readonly Piece[])[]
}

/** Returns row numbers of a page. A row that matches several conditions is listed once. */
export function findInOrder(reader: Reader, { from, id, any }: RowList, page: Page): bigint[] {
  const streams = any.map((pieces) => streamOf(reader, { from, id }, pieces, page.sort))
  const compare = (a: Key, b: Key) => byNumber(a.id, b.id, page.sort)
  return pageOf(streams, compare, page, true).map((row) => row.id)
}

function streamOf(
  reader: Reader,
  { from, id }: Pick<RowList, 'from' | 'id'>,
  pieces: readonly Piece[],
  sort: Sort,
): Stream<Key> {
  const { sql, values } = where(pieces)
  const statement = `SELECT ${id} AS id FROM ${from}${sql} ORDER BY ${id} ${direction(sort)} LIMIT ? OFFSET ?`
  return (limit, offset) => reader.all<{ id: bigint }>(statement, [...values, limit, offset])
}
