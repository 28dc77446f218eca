import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { IndexStore } from '../store/indexStore.ts'

/** The index has grown to what the user allows it. */
export class DiskLimitError extends Error {
  constructor(limit: number) {
    super(`the index has reached its disk limit of ${formatBytes(limit)}; raise it to go on`)
    this.name = 'DiskLimitError'
  }
}

/** How large the index is and may become. */
export type DiskLimit = {
  /** As last looked at; looks again in the background where that is a while ago. Never waits. */
  usage(): IndexStatus['disk']
  /** Bytes; null: as much as there is. */
  setLimit(bytes: number | null): void
  /** Rejects with DiskLimitError where the limit is reached. */
  check(): Promise<void>
}

const FRESH_MS = 1_000

export function createDiskLimit(store: Pick<IndexStore, 'file' | 'sizes'>, first: number | null): DiskLimit {
  let limit = first
  let sizes = { index: 0, archive: 0 }
  let free: number | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function measure(): Promise<void> {
    const [found, disk] = await Promise.all([store.sizes(), statfs(dirname(store.file))])
    sizes = found
    free = disk.bavail * disk.bsize
  }
  /** One look at a time; who asks meanwhile gets its result. */
  function look(): Promise<void> {
    looking ??= measure().finally(() => {
      looking = undefined
      lookedAt = performance.now()
    })
    return looking
  }
  const isFresh = () => performance.now() - lookedAt < FRESH_MS
  function lookAgain(): void {
    // What failed is seen by those who write.
    if (!isFresh()) look().catch(() => {})
  }
  // So that who asks first is told as well.
  lookAgain()
  return {
    usage() {
      lookAgain()
      const { index, archive } = sizes
      return { index_bytes: index, archive_bytes: archive, limit_bytes: limit, free_bytes: free }
    },
    setLimit(bytes) {
      limit = bytes
    },
    async check() {
      if (limit === null) return
      if (!isFresh()) await look()
      if (sizes.index + sizes.archive >= limit) throw new DiskLimitError(limit)
    },
  }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** `20 GB`; powers of ten, as disks are sold. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${UNITS[power]}`
}
