import { ApiError } from '#shared/apiError.ts'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { IndexControl } from '../http/routes/indexRoutes.ts'
import type { Indexer } from '../indexer/indexer.ts'
import type { IndexRuntime } from './indexRuntime.ts'

/** Maximum wait of a response for new disk sizes, ms. */
const DISK_WAIT_MS = 1_000

/**
 * Returns state and commands of the present chain's index, for HTTP.
 * @param reopen opens the index again after it could not be opened for writing
 */
export function indexControl(index: () => IndexRuntime, reopen: () => Promise<void>): IndexControl {
  async function status(): Promise<IndexStatus> {
    await index().indexer?.measureDisk(DISK_WAIT_MS)
    return index().status()
  }
  return {
    status,
    watched: async (page) => openIndexer(index()).watched(page),
    search: async (hash, options) => openIndexer(index()).readThrough.search(hash, options),
    async command(name, values) {
      const { stopReason } = index()
      if (stopReason && name === 'resume' && !('job' in values)) {
        await reopen()
        return status()
      }
      const indexer = openIndexer(index())
      await indexer.measureDisk(DISK_WAIT_MS)
      return indexer.command(name, values as never)
    },
  }
}

/** Returns the open indexer. Throws ApiError 503 while there is none. */
function openIndexer({ indexer, fault }: IndexRuntime): Indexer {
  if (indexer && fault === undefined) return indexer
  throw new ApiError(503, fault ?? 'there is no index', { retryAfter: 1 })
}
