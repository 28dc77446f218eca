import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { threadCacheBudget } from '../../../src-main/platform/cacheBudget.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { configureReader, configureWriter } from '../../../src-main/store/sqlite/pragmas.ts'

describe('the page cache of a connection', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'page-cache-'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const open = () => new (sqlite())(join(dir, 'index.sqlite'))
  const cacheKib = (connection: ReturnType<typeof open>) =>
    -Number(connection.pragma('cache_size', { simple: true }))

  it('is limited to 16 MB for the writer and 4 MB for a reader', () => {
    const writer = open()
    configureWriter(writer)
    expect(cacheKib(writer)).toBe(16_384)
    const reader = open()
    configureReader(reader)
    expect(cacheKib(reader)).toBe(4_096)
    reader.close()
    writer.close()
  })

  it('is freed in open connections when the thread becomes idle', () => {
    const [closed, writer] = [open(), open()]
    configureWriter(closed)
    configureWriter(writer)
    closed.close()
    const freed: string[] = []
    const pragma = writer.pragma.bind(writer)
    writer.pragma = (source, options) => {
      freed.push(source)
      return pragma(source, options)
    }
    threadCacheBudget().shrink()
    expect(freed).toEqual(['shrink_memory'])
    writer.close()
  })
})
