import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import { readMcState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

/**
 * Returns a proof that a masterchain state lists `id` among its earlier blocks, or undefined if it does not.
 * `withZeroState` also looks up the zero state, as the reference server does in the proofs of getBlockProof.
 */
export function proveOldMasterchainBlock(
  stateRoot: Cell,
  id: BlockIdExt,
  { withZeroState }: { readonly withZeroState: boolean },
): Cell | undefined {
  const recorder = new ProofRecorder()
  const { mcDetails } = readMcState(recorder, stateRoot)
  const blocks = mcDetails.prevBlocks.watched(recorder.recordWithLeaves)
  if (withZeroState) oldMcBlock(blocks, 0)
  const listed = oldMcBlock(blocks, id.seqno)
  if (!listed?.blkRef.rootHash.equals(id.rootHash) || !listed.blkRef.fileHash.equals(id.fileHash)) {
    return undefined
  }
  return recorder.proveState(stateRoot)
}
