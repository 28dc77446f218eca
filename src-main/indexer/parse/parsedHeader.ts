import type { BlockCells } from '../../chain/block/block.ts'
import type { BlockExtra } from '../../chain/block/blockExtra.ts'
import { type BlockInfo, isAfterMerge, prevBlocks } from '../../chain/block/blockInfo.ts'
import type { ParsedHeader } from '../../store/parsedBlock.ts'

/** Converts a block's header and extra to the fields of v3's Block. */
export function parsedHeader(
  { globalId }: Pick<BlockCells, 'globalId'>,
  info: BlockInfo,
  { randSeed, createdBy }: Pick<BlockExtra, 'randSeed' | 'createdBy'>,
): ParsedHeader {
  return {
    globalId,
    version: info.version,
    // Only bit 0 is defined: gen_software is present.
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
