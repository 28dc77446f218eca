import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import { TypedError } from '#shared/typedError.ts'
import type { IndexSizes, IndexStore } from '../store/indexStore.ts'

/** The error of an index that has reached the user's disk limit. */
export class DiskLimitError extends TypedError {
  constructor(limit: number) {
    super('disk-limit', `the index has reached its disk limit of ${formatBytes(limit)}`, {
      hint: 'raise it to go on',
    })
  }
}

/** The disk usage of the index and its limit. */
export type DiskLimit = {
  /** Returns the sizes of the last measurement. */
  usage(): IndexStatus['disk']
  /**
   * Measures again if the last measurement is over a second old. Resolves after `waitMs` at the latest, even if the
   * disk cannot be read: then `usage` returns the older sizes.
   */
  refresh(waitMs: number): Promise<void>
  /** Sets the limit in bytes; null removes it. */
  setLimit(bytes: number | null): void
  /** Rejects with DiskLimitError if the limit is reached. */
  check(): Promise<void>
}

/** How long a measurement stays valid, ms. */
const FRESH_MS = 1_000

/**
 * Creates the disk limit of a store.
 * @param first the limit in bytes; null without one
 */
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
  /** Measures once for all concurrent callers. */
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
      // An unreadable disk also fails the next commit, which reports it.
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

/** Formats a size: `20 GB`. Units are powers of ten, as for disks. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${UNITS[power]}`
}
