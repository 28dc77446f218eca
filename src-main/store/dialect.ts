/** Everything that differs between databases: the column types of a schema, and how it is opened (sqlite/). */
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
