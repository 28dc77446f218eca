import { type ColumnTypes, SQLITE_TYPES } from '../dialect.ts'
import { StoreError } from '../indexStore.ts'
import type { Connection } from '../sqlite/driver.ts'
import { schemaVersion, setSchemaVersion } from '../sqlite/pragmas.ts'
import { migration0001 } from './0001.ts'
import { migration0002 } from './0002.ts'
import { migration0003 } from './0003.ts'
import { migration0004 } from './0004.ts'
import { migration0005 } from './0005.ts'
import { migration0006 } from './0006.ts'
import { migration0007 } from './0007.ts'
import { migration0008 } from './0008.ts'

/** Ordered by the version that they lead to, from 1 on. */
const MIGRATIONS: readonly ((types: ColumnTypes) => readonly string[])[] = [
  migration0001,
  migration0002,
  migration0003,
  migration0004,
  migration0005,
  migration0006,
  migration0007,
  migration0008,
]

/** The schema version of this program. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** Throws StoreError newer-schema if a newer program wrote the database; changes nothing. */
export function expectKnownSchema(connection: Connection): void {
  const version = schemaVersion(connection)
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      'newer-schema',
      `the index at ${connection.name} was written by a newer Tonscope (its schema is ${version}, this program knows ${SCHEMA_VERSION})`,
      { hint: 'update Tonscope or choose another folder' },
    )
  }
}

/** Migrates the schema to this program's version, each step in a transaction of its own. */
export function migrate(connection: Connection): void {
  expectKnownSchema(connection)
  for (let version = schemaVersion(connection); version < SCHEMA_VERSION; version++) {
    connection
      .transaction(() => {
        for (const statement of MIGRATIONS[version]?.(SQLITE_TYPES) ?? []) connection.exec(statement)
        setSchemaVersion(connection, version + 1)
      })
      .immediate()
  }
}
