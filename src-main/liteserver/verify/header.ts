import type { Cell } from '@ton/core'
import { loadBlockCells } from '../../chain/block/block.ts'
import { isAfterMerge, prevBlocks } from '../../chain/block/blockInfo.ts'
import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import { checkHeader, newStateHash, type ProvenHeader } from '../../chain/proof/headerProof.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { BlockHeaderInfo } from '../session.ts'
import type { BlockHeader } from '../tl/blocks.ts'
import { expect, openProof, proving } from './proving.ts'

const CHECK = 'header'

/**
 * Returns the header in `root`, a block or a part of it from a proof, if it is that of `id`.
 * @throws ProofError
 */
export function provedHeader(root: Cell, id: BlockIdExt): ProvenHeader {
  return proving(CHECK, () => checkHeader(root, id))
}

/**
 * Returns the hash of the state after block `id`. `root` must contain the block's Merkle update.
 * @throws ProofError
 */
export function provedStateHash(root: Cell, id: BlockIdExt): Buffer {
  return proving('state', () => {
    expect(root.hash(0).equals(id.rootHash), 'state', `the proof is not of ${formatBlockId(id)}`)
    const hash = newStateHash(parseCell(root, 'Block', loadBlockCells))
    expect(hash !== undefined, 'state', 'the proof does not show the state after the block')
    return hash
  })
}

/** Converts a header to the API's fields. */
export function headerInfo({ id, info, cells }: ProvenHeader): BlockHeaderInfo {
  return {
    id,
    globalId: cells.globalId,
    version: info.version,
    globalVersion: info.genSoftware?.version ?? 0,
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

/**
 * Verifies liteServer.getBlockHeader and returns the header of the requested block, whose root hash the
 * caller trusts. Reads all of it, since a proof can prune fields that a ProvenHeader reads later.
 * @throws ProofError
 */
export function verifyBlockHeader(
  request: { readonly id: BlockIdExt },
  answer: BlockHeader,
): BlockHeaderInfo {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    return headerInfo(provedHeader(openProof(answer.headerProof), request.id))
  })
}

/**
 * Checks that an answer is about the requested block.
 * @throws ProofError
 */
export function expectAnswerTo(requested: BlockIdExt, answered: BlockIdExt, check: string): void {
  expect(
    sameBlock(requested, answered),
    check,
    `it is about ${formatBlockId(answered)}, not the requested block`,
  )
}
