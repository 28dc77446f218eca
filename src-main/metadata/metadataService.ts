import type { Logger } from 'pino'
import { Lru } from '../platform/lru.ts'
import type { IndexStore } from '../store/indexStore.ts'
import { contentSource } from './contentUrl.ts'
import { FIRST_BACK_OFF_S, fetchContent } from './fetchContent.ts'
import { FetchQueue, type QueueLimits, type QueuePriority, type QueueStats } from './fetchQueue.ts'
import { createGuardedFetcher, type FetchOptions } from './guardedFetch.ts'
import { createImageCache } from './imageCache.ts'
import { createImageLoader, type TokenImage } from './images.ts'
import { MetadataError } from './metadataError.ts'

export type MetadataOptions = {
  /** False: nothing is fetched; stored content and images are served. */
  readonly enabled: boolean
  /** The index of the present chain; undefined while there is none. */
  store(): MetadataStore | undefined
  /** False: nothing is fetched for now. */
  isOnline(): boolean
  /** Called after content was stored: answers that contain it are out of date. */
  onStored?(): void
  /** Folder of the images. */
  readonly imageFolder: string
  readonly fetch?: FetchOptions
  readonly queue?: Partial<QueueLimits>
  readonly log: Logger
  /** Unix milliseconds; default Date.now. */
  readonly now?: () => number
}

export type MetadataStore = Pick<
  IndexStore,
  'isReadOnly' | 'metadataContents' | 'hasMetadataImage' | 'saveMetadataContents'
>

export type MetadataState = 'on' | 'off' | 'offline' | 'no index'

export type MetadataStatus = QueueStats & {
  readonly state: MetadataState
  /** URLs fetched and failed since the start. */
  readonly fetched: number
  readonly failed: number
  readonly images: { readonly files: number; readonly bytes: number }
}

/** Fetches off-chain token content (TEP-64) in the background and stores it in the index. */
export type MetadataService = {
  /**
   * Fetches a token's URL (see metadataUrlOf) unless its stored content is still fresh. Synchronous; the result is
   * stored in the index (loadMetadataContents). Called for every token row of an answer.
   */
  request(url: string, priority?: QueuePriority): void
  /**
   * Returns the image of a token. Rejects with MetadataError: unknown-image if neither stored content nor a contract
   * names it (others would make this an open proxy), not-image, off, busy, and the reason of a failed fetch.
   */
  imageOf(url: string): Promise<TokenImage>
  status(): MetadataStatus
  /** Aborts all running requests. */
  close(): Promise<void>
}

const DEFAULT_QUEUE: QueueLimits = { running: 8, perGroup: 2, waiting: 10_000 }
/** Maximum length of a URL: contracts have at most this much (MAX_SNAKE_BYTES). */
const MAX_URL_LENGTH = 8_192
/** Number of cached URLs that need no fetch now, which saves queries of the index. */
const MAX_RECENT = 10_000

/** Opens the service. Throws MetadataError bad-url for a wrong setting. */
export function openMetadata(options: MetadataOptions): MetadataService {
  const { enabled, imageFolder, log, now = Date.now } = options
  const fetcher = createGuardedFetcher(options.fetch)
  const queue = new FetchQueue<Buffer | undefined>({ ...DEFAULT_QUEUE, ...options.queue })
  const cache = createImageCache(imageFolder, log)
  const loadImage = createImageLoader({ fetcher, queue, cache, expectOnline, now })
  const seconds = () => Math.floor(now() / 1000)
  let fetched = 0
  let failed = 0
  /** Unix seconds at which each URL is due, cached for the index that has it. */
  let recent = new Lru<string, number>(MAX_RECENT)
  let recentStore: MetadataStore | undefined
  let isClosed = false

  function state(): MetadataState {
    if (!enabled) return 'off'
    const store = options.store()
    if (!store || store.isReadOnly) return 'no index'
    return options.isOnline() ? 'on' : 'offline'
  }

  function expectOnline(): void {
    const present = state()
    if (present === 'off') throw new MetadataError('off', 'fetching of token content is turned off')
    if (present === 'offline') throw new MetadataError('off', 'the network is offline')
  }

  function dueTimes(store: MetadataStore): Lru<string, number> {
    if (store !== recentStore) recent = new Lru(MAX_RECENT)
    recentStore = store
    return recent
  }

  async function refresh(url: string, store: MetadataStore): Promise<undefined> {
    const before = (await store.metadataContents([url])).get(url)
    if (before && before.expiresAt > seconds()) {
      dueTimes(store).set(url, before.expiresAt)
      return undefined
    }
    if (state() !== 'on') return undefined
    const row = await fetchContent({ url, before, fetcher, seconds })
    if (row?.attempts === 0) fetched++
    else if (row) failed++
    // The chain can be replaced meanwhile, and its index with it.
    if (isClosed || store !== options.store()) return undefined
    dueTimes(store).set(url, row?.expiresAt ?? seconds() + FIRST_BACK_OFF_S)
    if (!row) return undefined
    await store.saveMetadataContents([row])
    options.onStored?.()
    return undefined
  }

  return {
    request(url, priority = 'background') {
      const store = options.store()
      if (state() !== 'on' || !store || url === '' || url.length > MAX_URL_LENGTH) return
      if ((dueTimes(store).get(url) ?? 0) > seconds()) return
      const work = queue.add({ key: url, group: groupOf(url), priority, run: () => refresh(url, store) })
      work.catch((error: unknown) => {
        // Dropped URLs are counted, and requested again with the next answer that has them.
        if (!(error instanceof MetadataError)) log.warn({ err: error }, 'token content cannot be stored')
      })
    },
    async imageOf(url) {
      if (!(await options.store()?.hasMetadataImage(url)))
        throw new MetadataError('unknown-image', 'no token is known to have this image')
      return loadImage(url)
    },
    status: () => ({ state: state(), ...queue.stats, fetched, failed, images: cache.stats() }),
    async close() {
      isClosed = true
      queue.close()
      await fetcher.close()
    },
  }
}

/** Returns the group of a URL. One that is refused without a connection needs none. */
function groupOf(url: string): string {
  try {
    return contentSource(url).group
  } catch (error) {
    if (error instanceof MetadataError) return ''
    throw error
  }
}
