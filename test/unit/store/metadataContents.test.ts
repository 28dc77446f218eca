import { describe, expect, it } from 'vitest'
import type { MetadataContent } from '../../../src-main/store/metadataContent.ts'
import { hasMetadataImage, loadMetadataContents } from '../../../src-main/store/queries/metadataContents.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { createMetadataContentRows } from '../../../src-main/store/write/metadataContents.ts'
import { withWriter } from '../../fixtures/store/openWriter.ts'

function content(url: string, changes: Partial<MetadataContent> = {}): MetadataContent {
  return {
    url,
    state: 'fetched',
    fetchedAt: 1_000,
    expiresAt: 2_000,
    attempts: 0,
    error: undefined,
    fields: { name: 'Name', image: `${url}.png`, extra: '{"decimals":6}' },
    ...changes,
  }
}

describe('cached off-chain content', () => {
  it('is read as it was written, and can be replaced', () => {
    withWriter(({ connection }) => {
      const reader = readerOf(connection)
      const rows = createMetadataContentRows(connection)
      const failed = content('b', { state: 'failed', attempts: 2, error: 'no', fields: undefined })
      rows.save([content('a'), failed])
      expect(loadMetadataContents(reader, ['a', 'b', 'c'])).toEqual(
        new Map([
          ['a', content('a')],
          ['b', failed],
        ]),
      )
      expect(['a.png', 'b.png', 'a'].map((url) => hasMetadataImage(reader, url))).toEqual([
        true,
        false,
        false,
      ])
      rows.save([content('a', { fields: { extra: '{}' } })])
      expect(loadMetadataContents(reader, ['a']).get('a')?.fields).toEqual({ extra: '{}' })
      expect(hasMetadataImage(reader, 'a.png')).toBe(false)
      expect(loadMetadataContents(reader, []).size).toBe(0)
    })
  })

  it('is limited: the oldest rows are deleted', () => {
    withWriter(({ connection }) => {
      const rows = createMetadataContentRows(connection, 10)
      const urls = Array.from({ length: 25 }, (_, i) => `u${i}`)
      for (const [i, url] of urls.entries()) rows.save([content(url, { fetchedAt: i })])
      rows.save([content('u20', { fetchedAt: 99 })])
      const kept = [...loadMetadataContents(readerOf(connection), urls).keys()].sort()
      expect(kept).toEqual(urls.slice(15).sort())
    })
  })

  it('is looked up by indexes', () => {
    withWriter(({ connection }) => {
      const plan = (sql: string) =>
        (connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
          .map(({ detail }) => detail)
          .join()
      expect(plan("SELECT * FROM metadata_contents WHERE url IN ('a','b')")).toContain(
        'metadata_contents_by_url',
      )
      expect(plan("SELECT 1 FROM metadata_contents WHERE image_hash = x'00'")).toContain(
        'metadata_contents_by_image',
      )
      expect(plan('SELECT id FROM metadata_contents ORDER BY fetched_at LIMIT 1')).toContain(
        'metadata_contents_by_fetched_at',
      )
    })
  })
})
