import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { loadTransactions } from '../../../src-main/store/queries/loadTransactions.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { makeBigIndex } from '../../bench/bigIndex.ts'

it('the big index of the benches can be read as a whole', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-big-index-'))
  try {
    const connection = openReader(makeBigIndex(dir, 2_000).file)
    const ids = connection.prepare<[], bigint>('SELECT id FROM transactions').pluck().safeIntegers().all()
    expect(ids.length).toBeGreaterThanOrEqual(2_000)
    expect(loadTransactions(readerOf(connection), ids)).toHaveLength(ids.length)
    connection.close()
  } finally {
    rmSync(dir, { recursive: true })
  }
})
