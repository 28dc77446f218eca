import type { Builder, Slice } from '@ton/core'
import { loadBlockCells } from '../../src-main/chain/block/block.ts'
import { type BlockInfo, loadBlockInfo } from '../../src-main/chain/block/blockInfo.ts'
import type { InMsgDescr } from '../../src-main/chain/block/inMsgDescr.ts'
import { type McBlockExtra, TAG } from '../../src-main/chain/block/mcBlockExtra.ts'
import { type OutMsgDescr, outMsgDescrCodec } from '../../src-main/chain/block/outMsgDescr.ts'
import type { ShardAccountBlocks } from '../../src-main/chain/block/shardAccountBlocks.ts'
import { loadShardFees } from '../../src-main/chain/block/shardFees.ts'
import { loadShardHashes } from '../../src-main/chain/block/shardHashes.ts'
import { loadConfigParams } from '../../src-main/chain/config/configParams.ts'
import { loadHashmapAugE, storeHashmapAugE } from '../../src-main/chain/hashmap/hashmapAug.ts'
import { loadSignatures } from '../../src-main/chain/proof/cryptoSignature.ts'
import { parseCell, TlbError } from '../../src-main/chain/tlb.ts'

/** Codecs of parts of a block that the program reads or writes in another way: tests compare both. */

/**
 * Reads the header of a block, of which a proof needs to contain only `info` and the cells below it. Headers
 * with pruned references to other blocks are read by checkHeader.
 */
export function loadBlockHeader(root: Slice): BlockInfo {
  return parseCell(loadBlockCells(root).info, 'BlockInfo', loadBlockInfo)
}

/**
 * Reads `masterchain_block_extra#cca5`.
 * @throws TlbError for another tag
 */
export function loadMcBlockExtra(slice: Slice): McBlockExtra {
  if (slice.loadUint(16) !== TAG) throw new TlbError('McBlockExtra', 'unknown constructor')
  const keyBlock = slice.loadBit()
  return {
    shardHashes: loadShardHashes(slice),
    shardFees: loadShardFees(slice),
    ...parseCell(slice.loadRef(), 'McBlockExtra', (below) => ({
      prevBlkSignatures: loadSignatures(below.loadMaybeRef()),
      recoverCreateMsg: below.loadMaybeRef() ?? undefined,
      mintMsg: below.loadMaybeRef() ?? undefined,
    })),
    config: keyBlock ? loadConfigParams(slice) : undefined,
  }
}

/** Returns a writer (for Builder.store) of `HashmapAugE 256 InMsg ImportFees`. */
export function storeInMsgDescr(descr: InMsgDescr): (builder: Builder) => void {
  return storeHashmapAugE(descr)
}

/**
 * Reads an OutMsgDescr.
 * @param globalVersion of the block; needed only to change the result
 */
export function loadOutMsgDescr(slice: Slice, globalVersion = 12): OutMsgDescr {
  return loadHashmapAugE(slice, outMsgDescrCodec(globalVersion))
}

/** Returns a writer (for Builder.store) of `HashmapAugE 256 OutMsg CurrencyCollection`. */
export function storeOutMsgDescr(descr: OutMsgDescr): (builder: Builder) => void {
  return storeHashmapAugE(descr)
}

/** Returns a writer (for Builder.store) of `HashmapAugE 256 AccountBlock CurrencyCollection`. */
export function storeShardAccountBlocks(blocks: ShardAccountBlocks): (builder: Builder) => void {
  return storeHashmapAugE(blocks)
}
