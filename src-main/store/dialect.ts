/** Everything that differs between databases: column types, bytes, and how it is opened (sqlite/). */
export type ColumnTypes = {
  readonly bytes: string
  /** Signed 64-bit. */
  readonly int: string
  readonly text: string
  /** After a table. */
  readonly plain: string
  /** After a table whose rows lie in the order of its primary key. */
  readonly clustered: string
}

/** SQLite with STRICT tables. */
export const SQLITE_TYPES: ColumnTypes = {
  bytes: 'BLOB',
  int: 'INTEGER',
  text: 'TEXT',
  plain: ' STRICT',
  clustered: ' STRICT, WITHOUT ROWID',
}

/** Columns of bytes, none of them NULL, one after another as one value. */
export function joinedBytes(columns: readonly string[]): string {
  return `CAST(${columns.join(' || ')} AS BLOB)`
}

/** A column of bytes with so many zeros for NULL. */
export function orZeros(column: string, bytes: number): string {
  return `coalesce(${column}, x'${'00'.repeat(bytes)}')`
}
