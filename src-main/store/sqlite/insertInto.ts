import type Sqlite from 'better-sqlite3'
import type { Connection } from './driver.ts'

/** A value that SQLite can store. */
export type SqlValue = number | bigint | string | Uint8Array | null

/** Inserts a row, given the values of its columns. */
export type Insert<Column extends string> = (
  row: {
    readonly [Name in Column]: SqlValue
  },
) => Sqlite.RunResult

/**
 * Prepares the insertion of rows with values by column name. The values are bound by position, because SQLite's named
 * parameters take 50 % longer for a row of 24 columns.
 * @param conflict the ON CONFLICT clause
 */
export function insertInto<const Column extends string>(
  connection: Connection,
  table: string,
  columns: readonly Column[],
  conflict = '',
): Insert<Column> {
  const places = columns.map(() => '?').join(', ')
  const statement = connection.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${conflict}`,
  )
  return (row) => statement.run(columns.map((column) => row[column]))
}
