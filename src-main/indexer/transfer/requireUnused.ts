import { lockIndex } from '../../store/indexLock.ts'
import { StoreError } from '../../store/indexStore.ts'
import { closeSums } from '../../store/integrity/checkPages.ts'
import { checkpointBeforeClose } from '../../store/integrity/checkpoint.ts'
import { openSums } from '../../store/integrity/sumsFile.ts'
import { databaseFile } from '../../store/openDatabase.ts'
import { sqlite } from '../../store/sqlite/driver.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'

/**
 * Checks that the index is not open elsewhere, and merges its log into the database file: SQLite leaves WAL mode only
 * if there is no other connection. Throws StoreError `locked` if a running Tonscope uses it.
 */
export function requireUnused(dir: string): void {
  lockIndex(dir).release()
  const file = databaseFile(dir)
  const connection = new (sqlite())(file, { fileMustExist: true, timeout: 0 })
  const sums = openSums(file)
  try {
    if (sums) checkpointBeforeClose(connection, sums)
    const mode = connection.pragma('journal_mode = DELETE', { simple: true })
    if (mode !== 'delete') throw new StoreError('failed', `the index at ${file} keeps its log`)
  } catch (error) {
    const failure = storeErrorOf(error, file)
    if (failure.code !== 'locked') throw failure
    throw new StoreError('locked', `a running Tonscope uses the index at ${dir}`, {
      cause: error,
      hint: 'stop it first',
    })
  } finally {
    connection.close()
    if (sums) closeSums(file, sums)
  }
}
