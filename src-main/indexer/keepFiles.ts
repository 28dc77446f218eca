import { dirname } from 'node:path'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../chain/blockId.ts'
import { LiteServerError } from '../liteserver/errors.ts'
import { hasKept, keepFile } from '../store/archive/keptFiles.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import type { IndexStore } from '../store/indexStore.ts'
import type { RetryingClient } from './fetch/retryingClient.ts'
import type { BlockFile } from './parse/parseJobs.ts'
import { isCovered } from './ranges.ts'

/** Stores files beside the archive that covered blocks need without a network. Rejects with StoreError. */
export async function keepFiles(store: IndexStore, files: readonly BlockFile[]): Promise<void> {
  for (const { id, data } of files) await keepFile(archiveFolder(dirname(store.file)), id, data)
}

/**
 * Stores the block with the configuration of a masterchain block at the start of coverage: the last key block before
 * it, or the zero state. If no server has it any more, the configuration is not known offline. Rejects with
 * StoreError or the signal's reason.
 */
export async function keepConfigOf(
  seqno: number,
  { store, client, zeroState }: { store: IndexStore; client: RetryingClient; zeroState: BlockIdExt },
  signal: AbortSignal,
): Promise<void> {
  if (seqno > 1 && isCovered(seqno - 1, store.coverage())) return
  const isKept = (id: BlockIdExt) => hasKept(archiveFolder(dirname(store.file)), id)
  try {
    const file = await client.request(async (session) => {
      const { isKeyBlock, prevKeyBlockSeqno } = await session.blockHeader(
        await session.masterchainBlock(seqno),
      )
      if (isKeyBlock || isCovered(prevKeyBlockSeqno, store.coverage())) return undefined
      if (prevKeyBlockSeqno === 0) {
        // Global configs have other notations of its shard.
        const id = { ...zeroState, workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: 0 }
        return isKept(id) ? undefined : { id, ...(await session.zeroState(id)) }
      }
      const id = await session.masterchainBlock(prevKeyBlockSeqno)
      return isKept(id) ? undefined : { id, ...(await session.block(id)) }
    }, signal)
    if (file) await keepFiles(store, [file])
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
  }
}
