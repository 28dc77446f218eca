import { dirname } from 'node:path'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../chain/blockId.ts'
import { LiteServerError } from '../liteserver/errors.ts'
import { keepFile } from '../store/archive/keptFiles.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import type { IndexStore } from '../store/indexStore.ts'
import type { Asker } from './fetch/asker.ts'
import type { BlockFile } from './parse/parseJobs.ts'
import { isCovered } from './ranges.ts'

/** Keeps files beside the archive that covered blocks need without a network. Rejects with StoreError. */
export async function keepFiles(store: IndexStore, files: readonly BlockFile[]): Promise<void> {
  for (const { id, data } of files) await keepFile(archiveFolder(dirname(store.file)), id, data)
}

/**
 * Keeps what the configuration of a masterchain block is in, where coverage begins with that: the last key block before
 * it, or the zero state. Where no server has it any more the configuration is not known offline. Rejects with StoreError
 * or the signal's reason.
 */
export async function keepConfigOf(
  seqno: number,
  { store, asker, zeroState }: { store: IndexStore; asker: Asker; zeroState: BlockIdExt },
  signal: AbortSignal,
): Promise<void> {
  if (seqno > 1 && isCovered(seqno - 1, store.coverage())) return
  try {
    const file = await asker.ask(async (session) => {
      const { isKeyBlock, prevKeyBlockSeqno } = await session.blockHeader(
        await session.masterchainBlock(seqno),
      )
      if (isKeyBlock || isCovered(prevKeyBlockSeqno, store.coverage())) return undefined
      if (prevKeyBlockSeqno === 0) {
        // Global configs write its shard in their own way.
        const id = { ...zeroState, workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: 0 }
        return { id, ...(await session.zeroState(id)) }
      }
      const id = await session.masterchainBlock(prevKeyBlockSeqno)
      return { id, ...(await session.block(id)) }
    }, signal)
    if (file) await keepFiles(store, [file])
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
  }
}
