import type { SqlValue } from './reader.ts'

/** A piece of a query with the values that it binds, in order. */
export type Piece = { readonly sql: string; readonly values: readonly SqlValue[] }

/** A page of a list. */
export type Page = { readonly limit: number; readonly offset: number; readonly sort: Sort }
/** The direction of a list. */
export type Sort = 'asc' | 'desc'

/** A range of values. Both ends are inclusive, as everywhere in v3. */
export type Window<T extends number | bigint> = {
  readonly start?: T | undefined
  readonly end?: T | undefined
}

/** Returns the SQL keyword of a sort direction. */
export function direction(sort: Sort): 'ASC' | 'DESC' {
  return sort === 'asc' ? 'ASC' : 'DESC'
}

/**
 * Builds an equality condition; empty for undefined. If several conditions could drive a query, write the driving one
 * bare and the others with a unary plus, which keeps SQLite from using an index and has no other effect.
 */
export function equals(column: string, value: SqlValue | undefined): Piece[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]
}

/** Builds the conditions of a window; empty if it is open. */
export function within<T extends number | bigint>(column: string, { start, end }: Window<T>): Piece[] {
  return [
    ...(start === undefined ? [] : [{ sql: `${column} >= ?`, values: [start] }]),
    ...(end === undefined ? [] : [{ sql: `${column} <= ?`, values: [end] }]),
  ]
}

/** Returns whether a window has no bounds. */
export function isOpen(window: Window<number | bigint>): boolean {
  return window.start === undefined && window.end === undefined
}

/**
 * Builds an IN condition. The last value is repeated up to the next power of two, so that there are few different
 * statements to prepare.
 */
export function among(column: string, values: readonly SqlValue[], word: 'IN' | 'NOT IN' = 'IN'): Piece {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  const last = values.at(-1) ?? null
  const padded = [...values, ...new Array<SqlValue>(length - values.length).fill(last)]
  return { sql: `${column} ${word} (${new Array(length).fill('?').join(',')})`, values: padded }
}

/** Joins conditions by AND after WHERE; empty without conditions. */
export function where(pieces: readonly Piece[]): Piece {
  if (pieces.length === 0) return { sql: '', values: [] }
  return {
    sql: ` WHERE ${pieces.map(({ sql }) => sql).join(' AND ')}`,
    values: pieces.flatMap(({ values }) => values),
  }
}
