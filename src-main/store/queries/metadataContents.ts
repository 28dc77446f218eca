import { imageHash, type MetadataContent, type MetadataContentFields } from '../metadataContent.ts'
import { among } from './conditions.ts'
import type { Reader } from './reader.ts'

type Row = {
  readonly url: string
  readonly state: bigint
  readonly fetchedAt: bigint
  readonly expiresAt: bigint
  readonly attempts: bigint
  readonly error: string | null
  readonly name: string | null
  readonly symbol: string | null
  readonly description: string | null
  readonly image: string | null
  readonly extra: string | null
}

/** Loads cached off-chain content by URL; URLs that were never fetched are absent. */
export function loadMetadataContents(
  reader: Reader,
  urls: readonly string[],
): ReadonlyMap<string, MetadataContent> {
  if (urls.length === 0) return new Map()
  const { sql, values } = among('url', urls)
  const rows = reader.all<Row>(
    `SELECT url, state, fetched_at AS "fetchedAt", expires_at AS "expiresAt", attempts, error,
      name, symbol, description, image, extra
    FROM metadata_contents WHERE ${sql}`,
    values,
  )
  return new Map(rows.map((row) => [row.url, contentOf(row)]))
}

const WITH_IMAGES = ['metadata_contents', 'jetton_masters', 'nft_collections', 'nft_items']

/** Returns whether a token has this image, in its contract or in the content fetched for it. */
export function hasMetadataImage(reader: Reader, url: string): boolean {
  const hash = imageHash(url)
  return WITH_IMAGES.some(
    (table) => reader.all(`SELECT 1 FROM ${table} WHERE image_hash = ? LIMIT 1`, [hash]).length > 0,
  )
}

function contentOf(row: Row): MetadataContent {
  return {
    url: row.url,
    state: row.state === 0n ? 'fetched' : 'failed',
    fetchedAt: Number(row.fetchedAt),
    expiresAt: Number(row.expiresAt),
    attempts: Number(row.attempts),
    error: row.error ?? undefined,
    fields: row.extra === null ? undefined : fieldsOf(row, row.extra),
  }
}

function fieldsOf({ name, symbol, description, image }: Row, extra: string): MetadataContentFields {
  return {
    ...(name !== null && { name }),
    ...(symbol !== null && { symbol }),
    ...(description !== null && { description }),
    ...(image !== null && { image }),
    extra,
  }
}
