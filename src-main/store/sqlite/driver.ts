import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { runUninterrupted } from '../../platform/threadTermination.ts'
import { StoreError } from '../indexStore.ts'

/** An open connection. All its methods are synchronous: use it in a thread of its own. */
export type Connection = Sqlite.Database
/** A prepared statement. */
export type Statement<Parameters extends unknown[] = unknown[], Row = unknown> = Sqlite.Statement<
  Parameters,
  Row
>

/** The Node-API version that the driver's binary is built for; in an older Node, loading it ends the process. */
const NEEDED_NAPI = 10

let driver: typeof Sqlite | undefined

/** Loads better-sqlite3 on first use. Throws StoreError if this Node cannot run it. */
export function sqlite(): typeof Sqlite {
  if (!(Number(process.versions.napi) >= NEEDED_NAPI)) {
    throw new StoreError('failed', `the index needs Node 22.14 or newer, this is ${process.versions.node}`, {
      hint: 'install that, or turn the index off',
    })
  }
  driver ??= runUninterrupted(load)
  return driver
}

function load(): typeof Sqlite {
  const Driver: typeof Sqlite = createRequire(import.meta.url)('better-sqlite3')
  // The package loads its addon with the first connection.
  new Driver(':memory:').close()
  return Driver
}
