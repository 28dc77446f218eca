import type { ColumnTypes } from '../dialect.ts'

/** Adds the accounts that the user watches. */
export const migration0008 = ({ int, bytes, text, clustered }: ColumnTypes): readonly string[] => [
  // depth: as readWatchDepth describes it. Progress is not stored: it follows from the rows of the history.
  `CREATE TABLE watched_accounts (
    address ${bytes} NOT NULL PRIMARY KEY, depth ${text} NOT NULL, added_at ${int} NOT NULL
  )${clustered}`,
]
