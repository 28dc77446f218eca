import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../../src-main/store/migrations/migrate.ts'
import { databaseFile, openReader, openWriter } from '../../../src-main/store/openDatabase.ts'
import { packMcBlock } from '../../../src-main/store/packParsed.ts'
import { schemaVersion } from '../../../src-main/store/sqlite/pragmas.ts'
import { createWriter } from '../../../src-main/store/write/writer.ts'
import { generatedChain } from '../../fixtures/store/generatedChain.ts'
import { CHAIN, withWriter } from '../../fixtures/store/openWriter.ts'
import { putSchemaFixture, SCHEMA_FIXTURE_CHAIN } from '../../fixtures/store/schemaFixture.ts'
import { storedContent } from '../../fixtures/store/storedRows.ts'

const VERSIONS = Array.from({ length: SCHEMA_VERSION }, (_, i) => i + 1)

describe('migrate', () => {
  it.each(VERSIONS)(
    'brings an index of schema %d up to date: it has the rows of a new one and can be extended',
    (version) => {
      const dir = mkdtempSync(join(tmpdir(), 'tonscope-schema-'))
      putSchemaFixture(version, dir)
      const connection = openWriter(dir, CHAIN)
      const later = generatedChain({ ...SCHEMA_FIXTURE_CHAIN, seed: 10, firstSeqno: 4 })
      withWriter((fresh) => {
        for (const block of generatedChain(SCHEMA_FIXTURE_CHAIN))
          fresh.writer.writeBlocks([packMcBlock(block)])
        expect(storedContent(connection)).toEqual(storedContent(fresh.connection))
        const writer = createWriter(connection)
        for (const block of later) {
          for (const each of [writer, fresh.writer]) each.writeBlocks([packMcBlock(block)])
        }
        expect(storedContent(connection)).toEqual(storedContent(fresh.connection))
        const tables = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name'
        expect(connection.prepare(tables).all()).toEqual(fresh.connection.prepare(tables).all())
      })
      expect(schemaVersion(connection)).toBe(SCHEMA_VERSION)
      connection.close()
      rmSync(dir, { recursive: true })
    },
  )

  it('is required before an index of an older schema can be read', () => {
    const dir = mkdtempSync(join(tmpdir(), 'tonscope-schema-'))
    const connection = openWriter(dir, CHAIN)
    connection.pragma('user_version = 0')
    connection.close()
    expect(() => openReader(databaseFile(dir))).toThrow(
      expect.objectContaining({ code: 'read-only', hint: 'open it once where it can be written' }),
    )
    rmSync(dir, { recursive: true })
  })
})
