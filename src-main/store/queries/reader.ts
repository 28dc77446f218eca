import { Lru } from '../../platform/lru.ts'
import type { Connection, Statement } from '../sqlite/driver.ts'

/** A value bound to a statement; booleans are 0 and 1. */
export type SqlValue = bigint | number | string | Buffer | null
/** A column of a read row; all integers are 64-bit. */
export type SqlColumn = bigint | string | Buffer | null
/** A row by column name. */
export type SqlRow = { readonly [column: string]: SqlColumn }

/** A read-only connection. */
export type Reader = {
  /**
   * Returns all rows of a query. `sql` is the key of its prepared statement: assemble it from fixed pieces only,
   * never from values.
   */
  all<Row extends SqlRow>(sql: string, values: readonly SqlValue[]): Row[]
  /** Runs `work` in one read transaction: all its reads are of the same commit. */
  snapshot<T>(work: () => T): T
}

/** Maximum number of prepared statements per connection; normal use has far fewer. */
const MAX_STATEMENTS = 512

/** Creates a reader over an open connection, which the caller must close. */
export function readerOf(connection: Connection): Reader {
  const statements = new Lru<string, Statement>(MAX_STATEMENTS)

  function statementOf(sql: string): Statement {
    return statements.getOrMake(sql, () => connection.prepare(sql).safeIntegers(true))
  }

  return {
    all: <Row extends SqlRow>(sql: string, values: readonly SqlValue[]) =>
      statementOf(sql).all(...values) as Row[],
    snapshot: (work) => connection.transaction(work)(),
  }
}
