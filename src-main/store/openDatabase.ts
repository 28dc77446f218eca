import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from './indexStore.ts'
import { expectKnownSchema, migrate, SCHEMA_VERSION } from './migrations/migrate.ts'
import { type Connection, sqlite } from './sqlite/driver.ts'
import {
  BUSY_MS,
  configureReader,
  configureWriter,
  schemaVersion,
  type WriterOptions,
} from './sqlite/pragmas.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'

/** Returns the path of the database in an index's folder. */
export function databaseFile(dir: string): string {
  return join(dir, 'index.sqlite')
}

/**
 * Returns the folder in which an index is rebuilt. It exists until the rebuilt database has replaced the damaged one.
 */
export function rebuildFolder(dir: string): string {
  return join(dir, 'rebuild')
}

/** Creates an index's folder. Throws StoreError: disk-full, read-only. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const kind = code === 'ENOSPC' ? 'disk-full' : 'read-only'
    throw new StoreError(kind, `the folder for the index can't be made: ${message}`, { cause: error })
  }
}

/**
 * Opens the database in the folder `dir` for writing: creates it if it is missing, and migrates older schemas.
 * @param chain root hash of the network's zero state, hexadecimal
 * @throws StoreError: newer-schema, other-chain, read-only, locked, corrupt, disk-full
 */
export function openWriter(
  dir: string,
  chain: string,
  { checkpoints = 'by SQLite' }: WriterOptions = {},
): Connection {
  const file = databaseFile(dir)
  return opening(
    file,
    () => new (sqlite())(file, { timeout: BUSY_MS }),
    (connection) => {
      expectKnownSchema(connection)
      if (schemaVersion(connection) > 0) expectChain(connection, chain)
      configureWriter(connection, { checkpoints })
      migrate(connection)
      connection
        .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run('chain', chain)
      expectChain(connection, chain)
    },
  )
}

/**
 * Opens a read-only connection. It sees each commit of the writer, of this or another process, at its next statement.
 * A folder without write permission works if the index was closed.
 * @throws StoreError: newer-schema, read-only (no such index, or it cannot be opened), corrupt
 */
export function openReader(file: string): Connection {
  return opening(
    file,
    () => new (sqlite())(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS }),
    (connection) => {
      expectKnownSchema(connection)
      const version = schemaVersion(connection)
      if (version < SCHEMA_VERSION) {
        throw new StoreError('read-only', `the index at ${file} has the older schema ${version}`, {
          hint: 'open it once where it can be written',
        })
      }
      configureReader(connection)
    },
  )
}

/** Throws StoreError other-chain if the index belongs to another network. */
export function expectChain(connection: Connection, chain: string): void {
  const found = connection.prepare<[], string>("SELECT value FROM meta WHERE key = 'chain'").pluck().get()
  if (found !== undefined && found !== chain) {
    throw new StoreError(
      'other-chain',
      `the index at ${connection.name} is of the chain with zero state ${found}, not ${chain}`,
      { hint: 'choose another folder' },
    )
  }
}

function opening(
  file: string,
  open: () => Connection,
  prepare: (connection: Connection) => void,
): Connection {
  let connection: Connection | undefined
  try {
    connection = open()
    prepare(connection)
    return connection
  } catch (error) {
    connection?.close()
    throw storeErrorOf(error, file)
  }
}
