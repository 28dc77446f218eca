import type { SqlValue } from './reader.ts'

/** A piece of a query with the values that it binds, in their order. */
export type Piece = { readonly sql: string; readonly values: readonly SqlValue[] }

/** The first page that is asked for, or a later one. */
export type Page = { readonly limit: number; readonly offset: number; readonly sort: Sort }
export type Sort = 'asc' | 'desc'

/** Both ends are inside, as everywhere in v3. */
export type Window<T extends number | bigint> = {
  readonly start?: T | undefined
  readonly end?: T | undefined
}

/** The keyword of a sort, for pieces of SQL. */
export function direction(sort: Sort): 'ASC' | 'DESC' {
  return sort === 'asc' ? 'ASC' : 'DESC'
}

/**
 * Where several conditions could drive a query, the one that shall is written bare and the others with a unary plus,
 * which keeps SQLite from looking for an index and means nothing elsewhere.
 */
export function equals(column: string, value: SqlValue | undefined): Piece[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]
}

export function within<T extends number | bigint>(column: string, { start, end }: Window<T>): Piece[] {
  return [
    ...(start === undefined ? [] : [{ sql: `${column} >= ?`, values: [start] }]),
    ...(end === undefined ? [] : [{ sql: `${column} <= ?`, values: [end] }]),
  ]
}

export function isOpen(window: Window<number | bigint>): boolean {
  return window.start === undefined && window.end === undefined
}

/** Lists are of few lengths, so that there are few texts: the last value is repeated up to the next power of two. */
export function among(column: string, values: readonly SqlValue[], word: 'IN' | 'NOT IN' = 'IN'): Piece {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  const last = values.at(-1) ?? null
  const padded = [...values, ...new Array<SqlValue>(length - values.length).fill(last)]
  return { sql: `${column} ${word} (${new Array(length).fill('?').join(',')})`, values: padded }
}

/** Joined by AND, after WHERE unless there are none. */
export function where(pieces: readonly Piece[]): Piece {
  if (pieces.length === 0) return { sql: '', values: [] }
  return {
    sql: ` WHERE ${pieces.map(({ sql }) => sql).join(' AND ')}`,
    values: pieces.flatMap(({ values }) => values),
  }
}
