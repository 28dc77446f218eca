import { join } from 'node:path'
import { StoreError } from './indexStore.ts'
import { type Connection, sqlite } from './sqlite/driver.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'

/** An index's folder that no other writer uses. */
export type IndexLock = { release(): void }

/**
 * Makes sure that one Tonscope writes an index: whoever has an open transaction on a small database beside it, the
 * lock of which the system takes away with its process, however that ends. The process's number is in it, for the
 * message to others. Throws StoreError: locked, read-only, disk-full.
 */
export function lockIndex(dir: string): IndexLock {
  const file = join(dir, 'index.lock')
  let connection: Connection | undefined
  try {
    connection = new (sqlite())(file, { timeout: 0 })
    connection.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL) STRICT')
    connection.exec('BEGIN IMMEDIATE; DELETE FROM holder')
    connection.prepare('INSERT INTO holder (pid) VALUES (?)').run(process.pid)
    connection.exec('COMMIT; BEGIN IMMEDIATE')
  } catch (error) {
    const refusal = storeErrorOf(error, dir)
    const holder = refusal.code === 'locked' && connection ? holderOf(connection) : undefined
    connection?.close()
    if (refusal.code !== 'locked') throw refusal
    throw new StoreError('locked', `the index at ${dir} is in use by ${holder ?? 'another process'}`, {
      cause: error,
    })
  }
  const held = connection
  return { release: () => held.close() }
}

function holderOf(connection: Connection): string | undefined {
  try {
    const pid = connection.prepare<[], number>('SELECT pid FROM holder').pluck().get()
    return pid === undefined ? undefined : `process ${pid}`
  } catch {
    // Only the message is poorer for it.
    return undefined
  }
}
