import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Connection } from './sqlite/driver.ts'
import { sqlite } from './sqlite/driver.ts'

/** An exclusive lock on a file, held by this process until `release` or its end, however it ends. */
export type FileLock = { release(): void }

/** Another process, or another part of this one, holds the lock. */
export class FileLockedError extends Error {
  /** For a sentence: `process 7`, `process 7 on HOST` or `another process`. */
  readonly holder: string

  constructor(path: string, holder: string, options?: ErrorOptions) {
    super(`${path} is locked by ${holder}`, options)
    this.name = 'FileLockedError'
    this.holder = holder
  }
}

/**
 * Locks the file at `path`, created empty where there is none. The operating system keeps the lock on the file itself
 * (fcntl, LockFileEx), so it also holds between containers that share a volume, and drops it when the process ends.
 *
 * SQLite takes the lock, because Node has no call for it: a transaction is open on the file as on an empty database,
 * which writes nothing and therefore works on a full disk. POSIX drops the locks of a process when it closes *any*
 * descriptor of the file: nothing else in this process can open it (SQLite keeps track of its own descriptors), so it
 * is left out where its folder is copied.
 *
 * `PATH.pid` names the holder, for messages only.
 * @throws FileLockedError, StoreError where this Node cannot run SQLite, SqliteError where the file cannot be used
 */
export function lockFile(path: string): FileLock {
  const connection: Connection = new (sqlite())(path, { timeout: 0 })
  try {
    // Without it an empty journal file appears beside the lock.
    connection.pragma('journal_mode = MEMORY')
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    connection.close()
    if (!isBusy(error)) throw error
    throw new FileLockedError(path, readHolder(path), { cause: error })
  }
  const holderFile = holderPath(path)
  tolerate(() => writeFileSync(holderFile, `${process.pid} ${hostname()}\n`, { mode: 0o600 }))
  return {
    release() {
      if (!connection.open) return
      tolerate(() => rmSync(holderFile, { force: true }))
      connection.close()
    },
  }
}

/** The files of a lock, relative to the folder of `name`. */
export function lockFileNames(name: string): readonly string[] {
  return [name, holderPath(name)]
}

function holderPath(path: string): string {
  return `${path}.pid`
}

function readHolder(path: string): string {
  let text = ''
  tolerate(() => {
    text = readFileSync(holderPath(path), 'utf8')
  })
  const [, pid, host] = /^(\d{1,10}) (\S{1,255})\n$/.exec(text) ?? []
  if (!pid) return 'another process'
  // Process numbers of another machine or container mean nothing here.
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** The lock holds without its holder's name; only messages to others are poorer. */
function tolerate(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
