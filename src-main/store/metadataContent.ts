import { createHash } from 'node:crypto'

/** The cached result of fetching a token's off-chain content. */
export type MetadataContent = {
  readonly url: string
  /** `failed` if it was never fetched; content that could not be fetched again stays `fetched`. */
  readonly state: 'fetched' | 'failed'
  /** The last attempt, Unix seconds. */
  readonly fetchedAt: number
  /** Time of the next fetch, Unix seconds. */
  readonly expiresAt: number
  /** Failed attempts since the last success. */
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly error: string | undefined
  /** Undefined unless fetched. */
  readonly fields: MetadataContentFields | undefined
}

/** Fields of a token's off-chain content. */
export type MetadataContentFields = {
  readonly name?: string | undefined
  readonly symbol?: string | undefined
  readonly description?: string | undefined
  readonly image?: string | undefined
  /** JSON of an object. */
  readonly extra: string
}

/** Returns the key by which images are looked up: SHA-256 of the URL. */
export function imageHash(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}
