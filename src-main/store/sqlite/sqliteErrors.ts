import { messageOf } from '#shared/messageOf.ts'
import { StoreError, type StoreErrorCode } from '../indexStore.ts'

/** Matched against the beginning of SQLite's result code. */
const CODES: readonly (readonly [
  start: string,
  code: StoreErrorCode,
  text: (file: string) => string,
  hint?: string,
])[] = [
  ['SQLITE_FULL', 'disk-full', (file) => `no space is left for the index at ${file}`, 'free some'],
  ['SQLITE_READONLY', 'read-only', (file) => `the index at ${file} cannot be written`],
  ['SQLITE_PERM', 'read-only', (file) => `the index at ${file} may not be opened`],
  [
    'SQLITE_CANTOPEN',
    'read-only',
    (file) => `the index at ${file} cannot be opened`,
    'check that its folder is writable',
  ],
  ['SQLITE_BUSY', 'locked', (file) => `another process holds the index at ${file}`],
  ['SQLITE_LOCKED', 'locked', (file) => `the index at ${file} is in use`],
  ['SQLITE_CORRUPT', 'corrupt', (file) => `the index is damaged (${file})`],
  ['SQLITE_NOTADB', 'corrupt', (file) => `${file} is no index`],
  ['SQLITE_IOERR_SHORT_READ', 'corrupt', (file) => `the index is damaged (${file} is too short)`],
  ['SQLITE_IOERR_READ', 'corrupt', (file) => `the index is damaged (${file} cannot be read)`],
  ['SQLITE_IOERR_CORRUPTFS', 'corrupt', (file) => `the index is damaged (${file} cannot be read)`],
  // Errors of Node for files other than the database, and of checks.
  ['EIO', 'corrupt', (file) => `the index is damaged (${file} cannot be read)`],
  ['ENOSPC', 'disk-full', (file) => `no space is left for the index at ${file}`, 'free some'],
  ['EDQUOT', 'disk-full', (file) => `no space is left for the index at ${file}`, 'free some'],
  ['EACCES', 'read-only', (file) => `the index at ${file} may not be opened`],
  ['EROFS', 'read-only', (file) => `the index at ${file} cannot be written`],
]

/** Converts any error of the database at `file` to a StoreError. */
export function storeErrorOf(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const found = CODES.find(([start]) => code.startsWith(start))
  if (found) {
    const [, storeCode, text, hint] = found
    return new StoreError(storeCode, text(file), { cause: error, hint })
  }
  const reason = messageOf(error)
  return new StoreError('failed', `the index at ${file} failed: ${reason}`, { cause: error })
}
