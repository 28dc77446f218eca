import { dirname } from 'node:path'
import { type BlockIdExt, formatBlockId } from '../chain/blockId.ts'
import { LiteServerError } from '../liteserver/errors.ts'
import { isServerFault } from '../liteserver/pool/serverFaults.ts'
import { replaceKept } from '../store/archive/keptFiles.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'
import { type IndexNetwork, isUnreachable } from './fetch/retryingClient.ts'
import { createWakeSignal } from './wakeSignal.ts'

/** Repair of an archive: files that cannot be read are fetched from the network again. */
export type ArchiveRepair = {
  /** Checks a file that could not be read, and repairs it. */
  unreadable(id: BlockIdExt): void
  /** Resolves when no repair is under way. */
  close(): Promise<void>
}

/** Dependencies of a repair. */
export type ArchiveRepairContext = { readonly network: IndexNetwork; readonly store: IndexStore }

/** Interval of looking for damage that the background check has found, ms. */
const LOOK_MS = 2_000
/** Pause after files that no liteserver has, ms. */
const RETRY_MS = 60_000
/** Number of files that are repaired one after another before looking again. */
const BATCH = 64
/** Time limit of a fetch, ms. */
const FETCH_MS = 30_000

/** Starts to repair the archive of a store. */
export function startArchiveRepair({ network, store }: ArchiveRepairContext): ArchiveRepair {
  const wakeSignal = createWakeSignal()
  const closing = new AbortController()
  const reported = new Map<string, BlockIdExt>()
  /** Files that could not be fetched, with the time of the next attempt (performance.now). */
  const postponed = new Map<string, number>()
  const archiveDir = archiveFolder(dirname(store.file))

  async function fetchFile(id: BlockIdExt): Promise<Buffer | undefined> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(FETCH_MS)])
    const session = network.session({ signal })
    try {
      return (await (id.seqno === 0 ? session.zeroState(id) : session.block(id))).data
    } catch (error) {
      if (error instanceof LiteServerError || isServerFault(error) || signal.aborted) return undefined
      throw error
    }
  }

  async function repair(id: BlockIdExt): Promise<void> {
    const key = formatBlockId(id)
    if ((postponed.get(key) ?? 0) > performance.now()) return
    const file = await fetchFile(id)
    if (!file) {
      postponed.set(key, performance.now() + RETRY_MS)
      return
    }
    if (!(await store.restoreBlock({ id, file }))) {
      await replaceKept(archiveDir, id, file)
      await store.checkArchived(id)
    }
    postponed.delete(key)
  }

  async function look(): Promise<void> {
    for (const [key, id] of reported) {
      reported.delete(key)
      await store.checkArchived(id)
    }
    if ((store.integrity()?.archiveDamage.length ?? 0) === 0 || isUnreachable(network)) return
    for (const id of await store.lostFiles(BATCH)) {
      if (closing.signal.aborted) return
      await repair(id)
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await wakeSignal.wait(LOOK_MS)
      if (closing.signal.aborted) return
      try {
        await look()
      } catch (error) {
        // The damage stays in the status; a full disk or a closed index also stops the follower, which reports it.
        if (!(error instanceof StoreError)) throw error
      }
    }
  }

  const running = run()
  return {
    unreadable(id) {
      reported.set(formatBlockId(id), id)
      wakeSignal.wake()
    },
    async close() {
      closing.abort(new Error('the index is being closed'))
      wakeSignal.wake()
      await running
    },
  }
}
