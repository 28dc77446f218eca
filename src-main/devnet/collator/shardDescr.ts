import type { Cell } from '@ton/core'
import { loadBlock } from '../../chain/block/block.ts'
import type { ShardDescr } from '../../chain/block/shardDescr.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { NO_CURRENCIES } from '../../chain/state/currencies.ts'
import { parseCell } from '../../chain/tlb.ts'

/**
 * Returns the description of a shard block from its own data; the masterchain block that registers it adds the rest
 * (shardConfig.ts).
 */
export function shardDescrOf(id: BlockIdExt, root: Cell): ShardDescr {
  const { info, valueFlow } = parseCell(root, 'Block', loadBlock)
  return {
    seqno: id.seqno,
    regMcSeqno: 0,
    startLt: info.startLt,
    endLt: info.endLt,
    rootHash: id.rootHash,
    fileHash: id.fileHash,
    beforeSplit: info.beforeSplit,
    beforeMerge: false,
    wantSplit: info.wantSplit,
    wantMerge: info.wantMerge,
    nxCcUpdated: false,
    nextCatchainSeqno: info.genCatchainSeqno,
    nextValidatorShard: id.shard,
    minRefMcSeqno: info.minRefMcSeqno,
    genUtime: info.genUtime,
    splitMergeAt: { kind: 'none' },
    feesCollected: valueFlow.feesCollected,
    fundsCreated: valueFlow.created,
    amountsInline: false,
  }
}

const NO_MC_REF = 0xffff_ffff

/** The same for a workchain's zero state, in the first masterchain block. */
export function zeroShardDescr({ shard, rootHash, fileHash }: BlockIdExt): ShardDescr {
  return {
    seqno: 0,
    regMcSeqno: 0,
    startLt: 0n,
    endLt: 0n,
    rootHash,
    fileHash,
    beforeSplit: false,
    beforeMerge: false,
    wantSplit: false,
    wantMerge: false,
    nxCcUpdated: false,
    nextCatchainSeqno: 0,
    nextValidatorShard: shard,
    minRefMcSeqno: NO_MC_REF,
    genUtime: 0,
    splitMergeAt: { kind: 'none' },
    feesCollected: NO_CURRENCIES,
    fundsCreated: NO_CURRENCIES,
    amountsInline: true,
  }
}
