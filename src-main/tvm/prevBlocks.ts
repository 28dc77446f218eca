import { type Cell, serializeTuple, type TupleItem } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../chain/block/extBlkRef.ts'
import { type BlockIdExt, MASTERCHAIN } from '../chain/blockId.ts'
import { earlierSeqnos } from '../chain/state/earlierBlocks.ts'
import type { McStateDetails } from '../chain/state/mcStateExtra.ts'
import { oldMcBlock } from '../chain/state/oldMcBlocksInfo.ts'

/**
 * What contracts may ask of earlier masterchain blocks (PREVMCBLOCKS, PREVKEYBLOCK, PREVMCBLOCKS_100) after the block
 * `ref` with its state: the VmStackValue of the tuple `[last 16, last key block, last 16 whose seqno is a multiple of
 * 100]`, newest first. Throws PrunedBranchError where a proof doesn't show them all.
 */
export function prevBlocksValue(
  ref: Pick<ExtBlkRef, 'seqno' | 'rootHash' | 'fileHash'>,
  details: Pick<McStateDetails, 'prevBlocks' | 'afterKeyBlock' | 'lastKeyBlock'>,
): Cell {
  const at = (seqno: number): BlockIdExt[] => {
    const found = seqno === ref.seqno ? ref : oldMcBlock(details.prevBlocks, seqno)?.blkRef
    return found ? [masterchainId(found)] : []
  }
  const { last, hundreds } = earlierSeqnos(ref.seqno)
  const keyBlock = masterchainId(details.afterKeyBlock ? ref : (details.lastKeyBlock ?? ref))
  return tupleValue([
    tuple(last.flatMap(at).map(blockTuple)),
    blockTuple(keyBlock),
    tuple(hundreds.flatMap(at).map(blockTuple)),
  ])
}

function masterchainId({ seqno, rootHash, fileHash }: Pick<ExtBlkRef, 'seqno' | 'rootHash' | 'fileHash'>) {
  return { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno, rootHash, fileHash }
}

function tuple(items: TupleItem[]): TupleItem {
  return { type: 'tuple', items }
}

function tupleValue(items: TupleItem[]): Cell {
  // vm_stack#_ depth:(## 24) stack:(VmStackList depth); vm_stk_cons#_ rest:^(VmStackList n) tos:VmStackValue
  const stack = serializeTuple([tuple(items)])
    .beginParse()
    .skip(24)
  stack.loadRef()
  return stack.asCell()
}

function blockTuple({ workchain, shard, seqno, rootHash, fileHash }: BlockIdExt): TupleItem {
  const items = [BigInt(workchain), shard, BigInt(seqno), uint(rootHash), uint(fileHash)]
  return { type: 'tuple', items: items.map((value) => ({ type: 'int', value })) }
}

function uint(hash: Buffer): bigint {
  return BigInt(`0x${hash.toString('hex')}`)
}
