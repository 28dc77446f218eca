import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { Connection } from './sqlite/driver.ts'
import { sqlite } from './sqlite/driver.ts'

/** An exclusive lock on a file. It is held until `release` or the end of the process. */
export type FileLock = { release(): void }

/** The error of a lock that another process, or another part of this one, holds. */
export class FileLockedError extends TypedError {
  /** Text for messages: `process 7`, `process 7 on HOST` or `another process`. */
  readonly holder: string

  constructor(path: string, holder: string, options?: TypedErrorOptions) {
    super('file-locked', `${path} is locked by ${holder}`, options)
    this.holder = holder
  }
}

/**
 * Locks the file at `path`; creates it empty if it is missing. The operating system keeps the lock on the file itself
 * (fcntl, LockFileEx), so it also holds between containers that share a volume, and is released when the process
 * ends.
 *
 * SQLite takes the lock, because Node has no call for it: it opens a transaction on the file as on an empty database.
 * That writes nothing and therefore works on a full disk. POSIX drops the locks of a process when it closes *any*
 * descriptor of the file: nothing else in this process can open it (SQLite keeps track of its own descriptors), so it
 * is excluded when its folder is copied.
 *
 * `PATH.pid` names the holder, for messages only.
 * @throws FileLockedError, StoreError if this Node cannot run SQLite, SqliteError if the file cannot be used
 */
export function lockFile(path: string): FileLock {
  const connection: Connection = new (sqlite())(path, { timeout: 0 })
  try {
    // Otherwise SQLite creates an empty journal file beside the lock.
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

/** Returns the names of a lock's files, relative to the folder of `name`. */
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
  // A process number of another machine or container has no meaning on this one.
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Ignores system errors of the holder's file: the lock holds without it, and only messages of other processes are
 * less precise.
 */
function tolerate(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
