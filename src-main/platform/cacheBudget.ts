import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

/** A cache that shares its thread's part of the process's memory for caches. */
export type BudgetedCache = {
  /** Approximate memory of the cache and its maximum, bytes. */
  readonly memoryBytes: number
  readonly maxMemoryBytes: number
  /** Drops the least recently used entry; returns false if there is none. */
  dropOldest(): boolean
  /** Drops entries that an idle thread does not need; for a cache that bounds itself without knowing its size. */
  shrink?(): void
}

/**
 * A thread's part of the memory for caches, the used part of it, which other threads can read, and the fraction of all
 * parts that the process can afford at present.
 */
export type CacheShare = {
  readonly limitBytes: number
  readonly used: Float64Array<SharedArrayBuffer>
  readonly affordable: Float64Array<SharedArrayBuffer>
  /** Number of running networks, whose threads of one kind share its part. The main thread serves all of them. */
  readonly networks: Float64Array<SharedArrayBuffer> | undefined
}

/** Environment variable for the memory of all caches together, MB; a budget has no other setting. */
const SETTING = 'TONSCOPE_CACHE_MB'
const DEFAULT_MB = 96
const MIN_MB = 8

/** Part of each kind of thread. A network has a devnet or a liteserver, not both; threads without caches use nothing. */
const PARTS: Readonly<Record<string, number>> = {
  main: 0.35,
  devnet: 0.2,
  liteserver: 0.3,
  archive: 0.1,
  /** SQLite's pages; other threads have connections that read. */
  'index writer': 0.17,
  /** Pages of two connections. */
  analysis: 0.08,
}
const OTHER_PART = 0.04
/** Fraction of its part that the caches of an idle thread keep. */
const IDLE_PART = 0.15

const KEY = 'tonscope cache share'

/**
 * Returns the part of a thread that is about to start.
 * @throws RangeError if the setting is not a number of megabytes
 */
export function cacheShareOf(threadName: string, setting = process.env[SETTING]): CacheShare {
  const mb = setting === undefined || setting === '' ? DEFAULT_MB : Number(setting)
  if (!(mb >= MIN_MB)) throw new RangeError(`${SETTING} is a number of megabytes from ${MIN_MB} on`)
  const limitBytes = mb * (PARTS[threadName] ?? OTHER_PART) * 2 ** 20
  return {
    limitBytes,
    used: sharedNumber(0),
    affordable: affordablePart(),
    networks: threadName === 'main' ? undefined : networkCount(),
  }
}

/** Sets the number of running networks, at least 1. Each cache shrinks when it next grows. */
export function setNetworkCount(count: number): void {
  networkCount()[0] = Math.max(1, count)
}

/**
 * Sets the fraction of their parts, 0 to 1, that the caches of all threads may use from now on. Each cache shrinks when
 * it next grows. For a process that is short of memory (memoryPressure.ts).
 */
export function setAffordablePart(fraction: number): void {
  affordablePart()[0] = fraction
}

/** Runs `start`, which starts a thread, so that the thread's budget is `share`. */
export function withCacheShare<Started>(share: CacheShare, start: () => Started): Started {
  setEnvironmentData(KEY, share as never)
  try {
    return start()
  } finally {
    setEnvironmentData(KEY)
  }
}

/**
 * The caches of one thread. If they exceed its part, the cache that is fullest relative to its own bound drops entries.
 */
export class CacheBudget {
  readonly #share: CacheShare
  /** Weak references: caches of closed or replaced owners need no removal. */
  readonly #caches = new Set<WeakRef<BudgetedCache>>()

  constructor(share: CacheShare) {
    this.#share = share
  }

  get limitBytes(): number {
    return this.#share.limitBytes / (this.#share.networks?.[0] ?? 1)
  }

  /** Memory of the caches as of the last change, bytes. */
  get usedBytes(): number {
    return this.#share.used[0] as number
  }

  add(cache: BudgetedCache): void {
    this.#caches.add(new WeakRef(cache))
  }

  /** Reduces the caches to the limit, or to what the process can afford of it. Called by a cache that has grown. */
  settle(): void {
    this.#reduce(this.limitBytes * (this.#share.affordable[0] ?? 1))
  }

  /** Reduces the caches to a small part of the limit. Called when the thread is idle: load can have left them full. */
  shrink(): void {
    this.#reduce(this.limitBytes * IDLE_PART)
    for (const cache of this.#alive()) cache.shrink?.()
  }

  #reduce(limitBytes: number): void {
    const caches = this.#alive()
    let used = sumOf(caches)
    while (used > limitBytes) {
      const fullest = caches.reduce((best, cache) => (fullness(cache) > fullness(best) ? cache : best))
      if (!fullest.dropOldest()) break
      used = sumOf(caches)
    }
    this.#share.used[0] = used
  }

  #alive(): BudgetedCache[] {
    const caches: BudgetedCache[] = []
    for (const reference of this.#caches) {
      const cache = reference.deref()
      if (cache) caches.push(cache)
      else this.#caches.delete(reference)
    }
    return caches
  }
}

function sumOf(caches: readonly BudgetedCache[]): number {
  return caches.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
}

function fullness({ memoryBytes, maxMemoryBytes }: BudgetedCache): number {
  return maxMemoryBytes === 0 ? 0 : memoryBytes / maxMemoryBytes
}

function sharedNumber(value: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(value)
}

let affordable: Float64Array<SharedArrayBuffer> | undefined

/** Returns the fraction that all threads of the process share. */
function affordablePart(): Float64Array<SharedArrayBuffer> {
  affordable ??= givenShare()?.affordable ?? sharedNumber(1)
  return affordable
}

let networks: Float64Array<SharedArrayBuffer> | undefined

/** Returns the number of running networks that all threads of the process share. */
function networkCount(): Float64Array<SharedArrayBuffer> {
  networks ??= givenShare()?.networks ?? sharedNumber(1)
  return networks
}

let budget: CacheBudget | undefined

/** Returns the calling thread's budget. */
export function threadCacheBudget(): CacheBudget {
  budget ??= new CacheBudget(ownShare())
  return budget
}

function ownShare(): CacheShare {
  return givenShare() ?? cacheShareOf('main')
}

function givenShare(): CacheShare | undefined {
  return isMainThread ? undefined : (getEnvironmentData(KEY) as unknown as CacheShare | undefined)
}
