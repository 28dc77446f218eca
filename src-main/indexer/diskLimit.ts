import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { IndexSizes, IndexStore } from '../store/indexStore.ts'

/** Thrown when the index has reached the limit that the user has set. */
export class DiskLimitError extends Error {
  constructor(limit: number) {
    super(`the index has reached its disk limit of ${formatBytes(limit)}; raise it to go on`)
    this.name = 'DiskLimitError'
  }
}

/** What the index takes on disk, and its limit. */
export type DiskLimit = {
  /** Returns the sizes as last measured. */
  usage(): IndexStatus['disk']
  /**
   * Measures again if the last measurement is over a second old. Resolves after `waitMs` at the latest, also if the
   * disk cannot be read: `usage` then returns the older sizes.
   */
  refresh(waitMs: number): Promise<void>
  /** Sets the limit in bytes; null: none. */
  setLimit(bytes: number | null): void
  /** Rejects with DiskLimitError if the limit is reached. */
  check(): Promise<void>
}

/** How long a measurement counts as present, ms. */
const FRESH_MS = 1_000

export function createDiskLimit(store: Pick<IndexStore, 'file' | 'sizes'>, first: number | null): DiskLimit {
  let limit = first
  let sizes: IndexSizes = { index: 0, wal: 0, archive: 0 }
  let free: number | null = null
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<void> | undefined

  async function read(): Promise<void> {
    const [found, disk] = await Promise.all([store.sizes(), statfs(dirname(store.file))])
    sizes = found
    free = disk.bavail * disk.bsize
  }
  /** Measures once for all who ask at the same time. */
  function measure(): Promise<void> {
    measuring ??= read().finally(() => {
      measuring = undefined
      measuredAt = performance.now()
    })
    return measuring
  }
  const isFresh = () => performance.now() - measuredAt < FRESH_MS
  return {
    usage: () => ({
      index_bytes: sizes.index,
      wal_bytes: sizes.wal,
      archive_bytes: sizes.archive,
      limit_bytes: limit,
      free_bytes: free,
    }),
    async refresh(waitMs) {
      if (isFresh()) return
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, waitMs)
      // A disk that cannot be read fails the next commit, which reports it.
      await Promise.race([measure().catch(() => {}), late.promise])
      clearTimeout(timer)
    },
    setLimit(bytes) {
      limit = bytes
    },
    async check() {
      if (limit === null) return
      if (!isFresh()) await measure()
      if (sizes.index + sizes.wal + sizes.archive >= limit) throw new DiskLimitError(limit)
    },
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `20 GB`; powers of ten, as disks are sold. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${UNITS[power]}`
}
