import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import type { IndexAnswer, IndexCommand, IndexStatus, indexCommands } from '#shared/schema/indexer.ts'
import type { StatusParts } from './indexStatus.ts'
import { jobOfRequest } from './jobOfRequest.ts'
import { type FollowPreference, type IndexSettings, saveDiskLimit, saveMode } from './settings.ts'
import type { AccountWatch } from './watch/accountWatch.ts'

/** The parts of an indexer that commands change. */
export type CommandParts = Omit<StatusParts, 'rates' | 'detection'> & {
  readonly preference: FollowPreference
  /** Undefined if the index is read-only. */
  readonly watch: AccountWatch | undefined
  changeSettings(change: Partial<IndexSettings>): void
  status(): IndexStatus
}

/** Handlers of the commands by name. */
export type IndexCommands = {
  readonly [Name in IndexCommand]: (values: z.infer<(typeof indexCommands)[Name]>) => Promise<IndexAnswer>
}

/** Time limit for a command's requests to the network, ms. */
const COMMAND_MS = 20_000

/** Creates the commands of an indexer. */
export function createIndexCommands(parts: CommandParts): IndexCommands {
  const { network, follower, jobs, classification, status } = parts
  const watched = (): AccountWatch => {
    if (!parts.watch) throw new ApiError(409, 'this index can only be read')
    return parts.watch
  }
  return {
    async backfill(values) {
      const session = network.session({ signal: AbortSignal.timeout(COMMAND_MS) })
      return jobs.add(await jobOfRequest(values, session))
    },
    async pause({ job }) {
      if (job === undefined) follower.pause()
      else await jobs.pause(job)
      return status()
    },
    async resume({ job }) {
      if (job === undefined) follower.resume()
      else await jobs.resume(job)
      return status()
    },
    async cancel({ job }) {
      await jobs.cancel(job)
      return status()
    },
    watch: async (values) => watched().watch(values),
    unwatch: async (values) => watched().unwatch(values),
    async reclassify() {
      await classification?.again()
      return status()
    },
    async settings({ mode, disk_limit_bytes: limit }) {
      if (mode !== undefined) await setMode(parts, mode)
      if (limit !== undefined) await setDiskLimit(parts, limit)
      follower.wake()
      jobs.wake()
      parts.watch?.wake()
      return status()
    },
  }
}

async function setMode(
  { store, settings, preference, changeSettings }: CommandParts,
  mode: IndexSettings['mode'],
): Promise<void> {
  const before = settings()
  // Blocks of the time while it was off are skipped: following starts at the newest block, unless the whole chain is
  // followed.
  const from = mode === 'follow' && !preference.byDefault && before.mode === 'off' ? undefined : before.from
  await saveMode(store, { mode, from })
  changeSettings({ mode, from })
}

async function setDiskLimit(
  { store, diskLimit, changeSettings }: CommandParts,
  bytes: number | null,
): Promise<void> {
  await saveDiskLimit(store, bytes)
  changeSettings({ diskLimit: bytes })
  diskLimit.setLimit(bytes)
}
