import { type Cell, serializeTuple, type TupleItem } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'

/** Earlier masterchain blocks that contracts may ask for, newest first. */
export type PrevBlocks = {
  /** The last 16 (or as many as there are), the newest first. */
  readonly last: readonly BlockIdExt[]
  readonly keyBlock: BlockIdExt
  /** The last 16 whose seqno is a multiple of 100. */
  readonly hundreds: readonly BlockIdExt[]
}

/** The VmStackValue of the tuple `[last, keyBlock, hundreds]` that is in c7. */
export function prevBlocksInfo({ last, keyBlock, hundreds }: PrevBlocks): Cell {
  const tuple = (items: TupleItem[]): TupleItem => ({ type: 'tuple', items })
  const info = tuple([tuple(last.map(blockTuple)), blockTuple(keyBlock), tuple(hundreds.map(blockTuple))])
  // vm_stack#_ depth:(## 24) stack:(VmStackList depth); vm_stk_cons#_ rest:^(VmStackList n) tos:VmStackValue
  const stack = serializeTuple([info]).beginParse().skip(24)
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
