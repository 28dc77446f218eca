import type { BlockCells } from '../../chain/block/block.ts'
import type { BlockExtra } from '../../chain/block/blockExtra.ts'
import { type BlockInfo, isAfterMerge, prevBlocks } from '../../chain/block/blockInfo.ts'
import type { BlockHeaderFacts } from '../../store/facts.ts'

/** What v3's Block says of a block's header, and of its extra. */
export function headerFacts(
  { globalId }: Pick<BlockCells, 'globalId'>,
  info: BlockInfo,
  { randSeed, createdBy }: Pick<BlockExtra, 'randSeed' | 'createdBy'>,
): BlockHeaderFacts {
  return {
    globalId,
    version: info.version,
    // Bit 0 is all that flags may have: gen_software is there.
    flags: info.genSoftware ? 1 : 0,
    afterMerge: isAfterMerge(info),
    beforeSplit: info.beforeSplit,
    afterSplit: info.afterSplit,
    wantMerge: info.wantMerge,
    wantSplit: info.wantSplit,
    keyBlock: info.keyBlock,
    vertSeqnoIncr: info.prevVertRef !== undefined,
    vertSeqno: info.vertSeqno,
    genUtime: info.genUtime,
    startLt: info.startLt,
    endLt: info.endLt,
    validatorListHashShort: info.genValidatorListHashShort,
    genCatchainSeqno: info.genCatchainSeqno,
    minRefMcSeqno: info.minRefMcSeqno,
    prevKeyBlockSeqno: info.prevKeyBlockSeqno,
    masterRefSeqno: info.masterRef?.seqno ?? 0,
    randSeed,
    createdBy,
    prevBlocks: prevBlocks(info).map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno })),
  }
}
