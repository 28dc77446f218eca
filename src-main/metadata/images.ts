import { createHash } from 'node:crypto'
import { Lru } from '../platform/lru.ts'
import { contentSource } from './contentUrl.ts'
import { decodeDataUrl, isDataUrl } from './dataUrl.ts'
import type { FetchQueue } from './fetchQueue.ts'
import type { GuardedFetcher } from './guardedFetch.ts'
import type { CachedImage, ImageCache } from './imageCache.ts'
import { type ImageType, imageTypeOf } from './imageType.ts'
import { MetadataError } from './metadataError.ts'

/** An image of a token. */
export type TokenImage = {
  readonly type: ImageType
  readonly bytes: Buffer
  /** An ETag, which changes with the bytes. */
  readonly etag: string
}

export type ImageSources = {
  readonly fetcher: GuardedFetcher
  readonly queue: FetchQueue<Buffer | undefined>
  readonly cache: ImageCache
  /** Throws MetadataError off if nothing can be fetched now. */
  expectOnline(): void
  /** Unix milliseconds. */
  now(): number
}

/** Maximum size of an image, bytes. */
const MAX_IMAGE_BYTES = 5_242_880
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml'
const FRESH_MS = 7 * 86_400_000
/** Time after which a failed image can be fetched again, ms. */
const FAILURE_MS = 600_000
const MAX_FAILURES = 10_000

type Failure = { readonly error: MetadataError; readonly until: number }

/** Returns a function that loads images from the cache, their `data:` URL or their server. Rejects with MetadataError. */
export function createImageLoader(sources: ImageSources): (url: string) => Promise<TokenImage> {
  const { fetcher, queue, cache, expectOnline, now } = sources
  const failures = new Lru<string, Failure>(MAX_FAILURES)

  async function fetchImage(url: string): Promise<Buffer> {
    const { group } = contentSource(url)
    expectOnline()
    const bytes = await queue.add({
      key: `image ${url}`,
      group,
      priority: 'client',
      async run() {
        const { body } = await fetcher.fetch(url, { maxBytes: MAX_IMAGE_BYTES, accept: ACCEPT })
        imageOf(body)
        await cache.put(keyOf(url), body)
        return body
      },
    })
    if (!bytes) throw new MetadataError('not-image', 'the image is empty')
    return bytes
  }

  /** Fetches an image again. If that fails, returns the stored image. */
  async function refetch(url: string, stored: CachedImage | undefined): Promise<Buffer> {
    const failure = failures.get(url)
    try {
      if (failure && failure.until > now()) throw failure.error
      return await fetchImage(url)
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error
      if (error !== failure?.error && error.code !== 'off' && error.code !== 'busy') {
        failures.set(url, { error, until: now() + FAILURE_MS })
      }
      if (stored) return stored.bytes
      throw error
    }
  }

  return async (url) => {
    if (isDataUrl(url)) return imageOf(decodeDataUrl(url, MAX_IMAGE_BYTES))
    const stored = await cache.get(keyOf(url))
    const isFresh = stored && stored.storedAt + FRESH_MS > now()
    return imageOf(isFresh ? stored.bytes : await refetch(url, stored))
  }
}

function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

function imageOf(bytes: Buffer): TokenImage {
  const type = imageTypeOf(bytes)
  if (!type) throw new MetadataError('not-image', 'the content is no PNG, JPEG, GIF, WebP, AVIF or SVG image')
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
