import type { Cell } from '@ton/core'
import { loadBlockCells } from '../../chain/block/block.ts'
import { type BlockInfo, isAfterMerge, loadBlockInfo, prevBlocks } from '../../chain/block/blockInfo.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { merkleUpdateHashes } from '../../chain/merkle/merkleUpdate.ts'
import { openCell, parseCell } from '../../chain/tlb.ts'
import type { BlockHeaderInfo } from '../session.ts'
import type { BlockHeader } from '../tl/blocks.ts'
import { expect, openProof, proving } from './proving.ts'

const CHECK = 'header'

/** A block's header, proved to be that of `id`. */
export type ProvedHeader = { readonly id: BlockIdExt; readonly globalId: number; readonly info: BlockInfo }

/**
 * The header in `root`, a block or what a proof shows of one, if it is that of `id`: the root hash, and every field
 * that the id repeats.
 */
export function provedHeader(root: Cell, id: BlockIdExt): ProvedHeader {
  return proving(CHECK, () => {
    expect(root.hash(0).equals(id.rootHash), CHECK, `the root hash is not that of ${formatBlockId(id)}`)
    const { globalId, info: cell } = parseCell(root, 'Block', loadBlockCells)
    const info = parseCell(cell, 'BlockInfo', loadBlockInfo)
    const { workchain, shard } = info.shard
    const isSame = workchain === id.workchain && shard === id.shard && info.seqno === id.seqno
    const found = { workchain, shard, seqno: info.seqno }
    expect(isSame, CHECK, `it is of ${formatBlockId(found)}, not ${formatBlockId(id)}`)
    const isMasterchain = info.masterRef === undefined
    expect(isMasterchain === (workchain === MASTERCHAIN), CHECK, 'its workchain contradicts its type')
    return { id, globalId, info }
  })
}

/** The hash of the state after the block in `root`, which must have been proved to be the right block. */
export function stateHashOf(root: Cell): Buffer {
  return proving('state', () => {
    const { stateUpdate } = loadBlockCells(openCell(root, 'Block'))
    return merkleUpdateHashes(stateUpdate).newHash
  })
}

/** A header as the API shows it. */
export function headerInfo({ id, globalId, info }: ProvedHeader): BlockHeaderInfo {
  return {
    id,
    globalId,
    version: info.version,
    afterMerge: isAfterMerge(info),
    afterSplit: info.afterSplit,
    beforeSplit: info.beforeSplit,
    wantMerge: info.wantMerge,
    wantSplit: info.wantSplit,
    validatorListHashShort: info.genValidatorListHashShort,
    catchainSeqno: info.genCatchainSeqno,
    minRefMcSeqno: info.minRefMcSeqno,
    isKeyBlock: info.keyBlock,
    prevKeyBlockSeqno: info.prevKeyBlockSeqno,
    startLt: info.startLt,
    endLt: info.endLt,
    genUtime: info.genUtime,
    prevBlocks: prevBlocks(info),
  }
}

/** liteServer.getBlockHeader of a block whose id is trusted. */
export function verifyBlockHeader(request: { readonly id: BlockIdExt }, answer: BlockHeader): ProvedHeader {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    return provedHeader(openProof(answer.headerProof), request.id)
  })
}

/** That an answer is about the block it was asked for. */
export function expectAnswerTo(asked: BlockIdExt, answered: BlockIdExt, check: string): void {
  expect(sameBlock(asked, answered), check, `it is about ${formatBlockId(answered)}, not the block asked for`)
}
