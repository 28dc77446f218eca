import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import { Visits } from './visits.ts'
import { walkMcState } from './walks.ts'

/** A proof over a masterchain state that it lists `id` among the blocks before it; undefined if it doesn't. */
export function proveOldMasterchainBlock(stateRoot: Cell, id: BlockIdExt): Cell | undefined {
  const visits = new Visits()
  const { mcDetails } = walkMcState(visits, stateRoot)
  const listed = oldMcBlock(mcDetails.prevBlocks.watched(visits.note), id.seqno)
  if (!listed?.blkRef.rootHash.equals(id.rootHash) || !listed.blkRef.fileHash.equals(id.fileHash)) {
    return undefined
  }
  return visits.proveState(stateRoot)
}
