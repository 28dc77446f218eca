import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { OpenedMasterchain } from '../collator/openedState.ts'
import type { Tip } from '../collator/shardBase.ts'
import { prevBlocksInfo } from '../executor/prevBlocksInfo.ts'

const COUNT = 16
const HUNDRED = 100

/** What contracts may ask of earlier masterchain blocks, in a block that knows the masterchain up to `tip`. */
export function prevBlocksAt({ ref, state: { extraDetails } }: Tip<OpenedMasterchain>): Cell {
  const at = (seqno: number): BlockIdExt | undefined => {
    const found = seqno === ref.seqno ? ref : oldMcBlock(extraDetails.prevBlocks, seqno)?.blkRef
    return found && masterchainId(found)
  }
  const backFrom = (first: number, step: number) =>
    Array.from({ length: COUNT }, (_, index) => first - index * step).flatMap((seqno) =>
      seqno < 0 ? [] : (at(seqno) ?? []),
    )
  const keyBlock = extraDetails.afterKeyBlock ? ref : (extraDetails.lastKeyBlock ?? ref)
  return prevBlocksInfo({
    last: backFrom(ref.seqno, 1),
    keyBlock: masterchainId(keyBlock),
    hundreds: backFrom(ref.seqno - (ref.seqno % HUNDRED), HUNDRED),
  })
}

function masterchainId({ seqno, rootHash, fileHash }: ExtBlkRef): BlockIdExt {
  return { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno, rootHash, fileHash }
}
