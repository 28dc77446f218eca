import type { ColumnTypes } from '../dialect.ts'

/**
 * Adds the cache of off-chain token content. state: 0 fetched, 1 failed. Times are Unix seconds. expires_at is the
 * time of the next fetch, attempts the number of failures since the last success. image_hash is SHA-256 of the
 * image's URL.
 */
export const migration0004 = ({ bytes, int, text, plain }: ColumnTypes): readonly string[] => [
  `CREATE TABLE metadata_contents (
    id ${int} PRIMARY KEY, url ${text} NOT NULL, state ${int} NOT NULL,
    fetched_at ${int} NOT NULL, expires_at ${int} NOT NULL, attempts ${int} NOT NULL, error ${text},
    name ${text}, symbol ${text}, description ${text}, image ${text}, image_hash ${bytes}, extra ${text}
  )${plain}`,
  'CREATE UNIQUE INDEX metadata_contents_by_url ON metadata_contents (url)',
  'CREATE INDEX metadata_contents_by_fetched_at ON metadata_contents (fetched_at)',
  'CREATE INDEX metadata_contents_by_image ON metadata_contents (image_hash) WHERE image_hash IS NOT NULL',
]
