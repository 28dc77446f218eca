import { beginCell, type Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { ByteCache } from '../chain/archive/byteCache.ts'
import type { ExtBlkRef } from '../chain/block/extBlkRef.ts'
import { MASTERCHAIN } from '../chain/blockId.ts'
import { finishCell } from '../chain/hashmap/finishCell.ts'
import { earlierSeqnos } from '../chain/state/earlierBlocks.ts'
import type { McStateDetails } from '../chain/state/mcStateExtra.ts'
import { oldMcBlock } from '../chain/state/oldMcBlocksInfo.ts'

type BlockRef = Pick<ExtBlkRef, 'seqno' | 'rootHash' | 'fileHash'>

/** A cache of block id cells, some kilobytes each: the tuple after the next block has all but one of them again. */
const BLOCK_VALUES = new ByteCache<Cell>(64)
/** The largest number with the short form. */
const MAX_TINY_INT = (1n << 63n) - 1n

/**
 * Returns the value of PREVMCBLOCKS, PREVKEYBLOCK and PREVMCBLOCKS_100 after the block `ref`, given its
 * state: the VmStackValue of the tuple `[last 16, last key block, last 16 whose seqno is a multiple of 100]`,
 * newest first.
 * @throws PrunedBranchError if a proof prunes any of them
 */
export function prevBlocksValue(
  ref: BlockRef,
  details: Pick<McStateDetails, 'prevBlocks' | 'afterKeyBlock' | 'lastKeyBlock'>,
): Cell {
  const at = (seqno: number): BlockRef[] => {
    const found = seqno === ref.seqno ? ref : oldMcBlock(details.prevBlocks, seqno)?.blkRef
    return found ? [found] : []
  }
  const { last, hundreds } = earlierSeqnos(ref.seqno)
  const keyBlock = details.afterKeyBlock ? ref : (details.lastKeyBlock ?? ref)
  return tupleValue([
    tupleValue(last.flatMap(at).map(blockValue)),
    blockValue(keyBlock),
    tupleValue(hundreds.flatMap(at).map(blockValue)),
  ])
}

function blockValue({ seqno, rootHash, fileHash }: BlockRef): Cell {
  const key = `${seqno} ${rootHash.toString('latin1')}${fileHash.toString('latin1')}`
  const known = BLOCK_VALUES.get(key)
  if (known) return known
  const numbers = [BigInt(MASTERCHAIN), FULL_SHARD, BigInt(seqno), uint(rootHash), uint(fileHash)]
  const value = tupleValue(numbers.map(intValue))
  BLOCK_VALUES.set(key, value, 1)
  return value
}

/**
 * Builds `vm_stk_tinyint#01 value:int64` or `vm_stk_int#0201_ value:int257`, as @ton/core writes it: 0x0100
 * in 15 bits.
 */
function intValue(value: bigint): Cell {
  const isTiny = value <= MAX_TINY_INT && value >= -MAX_TINY_INT - 1n
  const builder = beginCell()
  if (isTiny) builder.storeUint(1, 8).storeInt(value, 64)
  else builder.storeUint(0x0100, 15).storeInt(value, 257)
  return finishCell(builder)
}

/**
 * Builds `vm_stk_tuple#07 len:(## 16) data:(VmTuple len)`: the last value in a reference, preceded by a
 * reference to the previous value or to the VmTuple of the previous values.
 */
function tupleValue(values: readonly Cell[]): Cell {
  const builder = beginCell().storeUint(7, 8).storeUint(values.length, 16)
  let before: Cell | undefined
  for (const [index, value] of values.entries()) {
    if (index < values.length - 1) {
      before = before ? finishCell(beginCell().storeRef(before).storeRef(value)) : value
      continue
    }
    if (before) builder.storeRef(before)
    builder.storeRef(value)
  }
  return finishCell(builder)
}

function uint(hash: Buffer): bigint {
  return BigInt(`0x${hash.toString('hex')}`)
}
