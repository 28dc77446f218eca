import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseFile, openReader, openWriter } from '../../../src-main/store/openDatabase.ts'
import type { Connection } from '../../../src-main/store/sqlite/driver.ts'
import { checkpointLog, fileBytes, walFile } from '../../../src-main/store/sqlite/logCheckpoints.ts'
import { CHAIN } from '../../fixtures/store/openWriter.ts'

const INTERVAL_MS = 10
const ROW = 'x'.repeat(500_000)
const poll = { timeout: 10_000, interval: 5 }

describe('the write-ahead log of an index', () => {
  let dir: string
  let file: string
  let connection: Connection
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'tonscope-log-'))
    file = databaseFile(dir)
    connection = openWriter(dir, CHAIN)
  })
  afterEach(() => {
    connection.close()
    rmSync(dir, { recursive: true })
  })

  const walBytes = () => fileBytes(walFile(file))
  const save = (key: string) =>
    connection
      .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = value')
      .run(key, ROW)
  /** Commits a megabyte that stays in the log. */
  function fillLog(): void {
    for (const key of ['first', 'second']) save(key)
    expect(walBytes()).toBeGreaterThan(1_000_000)
  }

  it('is checkpointed and truncated while nothing is written', async () => {
    fillLog()
    using _ = checkpointLog(connection, { file, intervalMs: INTERVAL_MS })
    await vi.waitUntil(() => walBytes() === 0, poll)
    expect(fileBytes(file)).toBeGreaterThan(1_000_000)
  })

  it('is kept while a reader uses it, and truncated when the reader has finished', async () => {
    const reader = openReader(file)
    reader.exec('BEGIN; SELECT * FROM meta')
    fillLog()
    using _ = checkpointLog(connection, { file, intervalMs: INTERVAL_MS })
    const pragmas = vi.spyOn(connection, 'pragma')
    await vi.waitUntil(() => pragmas.mock.calls.length > 6, poll)
    expect(walBytes()).toBeGreaterThan(1_000_000)
    reader.close()
    await vi.waitUntil(() => walBytes() === 0, poll)
  })
})
