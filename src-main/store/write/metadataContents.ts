import { imageHash, type MetadataContent } from '../metadataContent.ts'
import type { Connection } from '../sqlite/driver.ts'
import { insertInto } from '../sqlite/insertInto.ts'

/** Rows of metadata_contents. */
export type MetadataContentRows = {
  /** Writes rows in one transaction, replacing those of the same URLs; deletes the oldest rows beyond the bound. */
  save(contents: readonly MetadataContent[]): void
}

/** Maximum number of rows. Most rows have a few kilobytes, the largest 150 kB. */
const MAX_METADATA_ROWS = 100_000

/**
 * Prepares the statements of metadata_contents on the writer's connection.
 * @param maxRows maximum number of rows
 */
export function createMetadataContentRows(
  connection: Connection,
  maxRows: number = MAX_METADATA_ROWS,
): MetadataContentRows {
  const save = insertInto(
    connection,
    'metadata_contents',
    [
      'url',
      'state',
      'fetched_at',
      'expires_at',
      'attempts',
      'error',
      'name',
      'symbol',
      'description',
      'image',
      'image_hash',
      'extra',
    ],
    `ON CONFLICT (url) DO UPDATE SET state = excluded.state, fetched_at = excluded.fetched_at,
      expires_at = excluded.expires_at, attempts = excluded.attempts, error = excluded.error,
      name = excluded.name, symbol = excluded.symbol, description = excluded.description,
      image = excluded.image, image_hash = excluded.image_hash, extra = excluded.extra`,
  )
  const count = connection.prepare<[], number>('SELECT count(*) FROM metadata_contents').pluck()
  const evict = connection.prepare(
    `DELETE FROM metadata_contents WHERE id IN
      (SELECT id FROM metadata_contents ORDER BY fetched_at LIMIT ?)`,
  )
  /** Upper bound of the number of rows: they are counted again only when it exceeds the limit. */
  let most: number | undefined

  const saveAll = connection.transaction((contents: readonly MetadataContent[]) => {
    for (const { fields, ...content } of contents) {
      const image = fields?.image
      save({
        url: content.url,
        state: content.state === 'fetched' ? 0 : 1,
        fetched_at: content.fetchedAt,
        expires_at: content.expiresAt,
        attempts: content.attempts,
        error: content.error ?? null,
        name: fields?.name ?? null,
        symbol: fields?.symbol ?? null,
        description: fields?.description ?? null,
        image: image ?? null,
        image_hash: image === undefined ? null : imageHash(image),
        extra: fields?.extra ?? null,
      })
    }
    most = (most ?? count.get() ?? 0) + contents.length
    if (most <= maxRows) return
    const rows = count.get() ?? 0
    if (rows > maxRows) evict.run(rows - maxRows)
    most = Math.min(rows, maxRows)
  })
  return { save: (contents) => void saveAll.immediate(contents) }
}
