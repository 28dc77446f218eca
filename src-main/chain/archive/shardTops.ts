import type { Cell } from '@ton/core'
import { loadBlockCells } from '../block/block.ts'
import { loadBlockExtra } from '../block/blockExtra.ts'
import { loadMcBlockShards } from '../block/mcBlockExtra.ts'
import { allShards, shardBlockId } from '../block/shardHashes.ts'
import type { BlockIdExt } from '../blockId.ts'
import { openCell, TlbError } from '../tlb.ts'

/**
 * Returns the shard blocks that a masterchain block commits to, in dictionary order.
 * @throws TlbError
 */
export function loadTopShardBlocks(masterchainBlock: Cell): readonly BlockIdExt[] {
  const { extra } = loadBlockCells(openCell(masterchainBlock, 'Block'))
  const { custom } = loadBlockExtra(openCell(extra, 'BlockExtra'))
  if (!custom) throw new TlbError('BlockExtra', 'only a masterchain block commits to shards')
  return allShards(loadMcBlockShards(openCell(custom, 'McBlockExtra'))).map(shardBlockId)
}
