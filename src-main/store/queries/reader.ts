import type { Connection, Statement } from '../sqlite/driver.ts'

/** What a statement is given; booleans are 0 and 1. */
export type SqlValue = bigint | number | string | Buffer | null
/** A column as it is read: integers are 64-bit, all of them. */
export type SqlColumn = bigint | string | Buffer | null
export type SqlRow = { readonly [column: string]: SqlColumn }

/** A connection that only reads. */
export type Reader = {
  /** All rows of a query. `sql` is assembled from fixed pieces only: it is what its prepared statement is kept under. */
  all<Row extends SqlRow>(sql: string, values: readonly SqlValue[]): Row[]
  /** Runs `work` in one read transaction: everything it reads is of the same commit. */
  snapshot<T>(work: () => T): T
}

/** Prepared statements of a connection; there are far fewer texts than this unless someone plays with the filters. */
const MAX_STATEMENTS = 512

/** A reader over an open connection, which stays its owner's to close. */
export function readerOf(connection: Connection): Reader {
  const statements = new Map<string, Statement>()

  function statementOf(sql: string): Statement {
    const known = statements.get(sql)
    if (known) {
      statements.delete(sql)
      statements.set(sql, known)
      return known
    }
    const statement = connection.prepare(sql).safeIntegers(true)
    statements.set(sql, statement)
    if (statements.size > MAX_STATEMENTS) {
      const [oldest] = statements.keys()
      if (oldest !== undefined) statements.delete(oldest)
    }
    return statement
  }

  return {
    all: <Row extends SqlRow>(sql: string, values: readonly SqlValue[]) =>
      statementOf(sql).all(...values) as Row[],
    snapshot: (work) => connection.transaction(work)(),
  }
}
