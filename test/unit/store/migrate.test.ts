import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SCHEMA_VERSION } from '../../../src-main/store/migrations/migrate.ts'
import { databaseFile, openReader, openWriter } from '../../../src-main/store/openDatabase.ts'
import { packMcBlock } from '../../../src-main/store/packParsed.ts'
import type { ParsedMcBlock } from '../../../src-main/store/parsedBlock.ts'
import { schemaVersion } from '../../../src-main/store/sqlite/pragmas.ts'
import { createWriter } from '../../../src-main/store/write/writer.ts'
import { generatedChain } from '../../fixtures/store/generatedChain.ts'
import { tracesOf } from '../../fixtures/store/independentTraces.ts'
import { CHAIN, withWriter } from '../../fixtures/store/openWriter.ts'
import {
  putSchemaFixture,
  putSystemTraces,
  SCHEMA_FIXTURE_CHAIN,
  SYSTEM_TRACES_CHAIN,
  SYSTEM_TRACES_GAP,
} from '../../fixtures/store/schemaFixture.ts'
import { storedContent, storedTraces } from '../../fixtures/store/storedRows.ts'

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

  it('joins the messages of a sender with the system address to its traces in an older index', () => {
    const dir = mkdtempSync(join(tmpdir(), 'tonscope-schema-'))
    putSystemTraces(dir)
    const connection = openWriter(dir, CHAIN)
    createWriter(connection)
    const chain = [...generatedChain(SYSTEM_TRACES_CHAIN)]
    const written = chain.filter(({ blocks: [master] }) => master?.id.seqno !== SYSTEM_TRACES_GAP)
    expect(storedTraces(connection)).toEqual(tracesOf(written))
    // The missing block joins the broken ones as in any other index.
    createWriter(connection).writeBlocks([
      packMcBlock(chain.find((block) => !written.includes(block)) as ParsedMcBlock),
    ])
    expect(storedTraces(connection)).toEqual(tracesOf(chain))
    connection.close()
    rmSync(dir, { recursive: true })
  })

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
