import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { readShardTops } from '../../chain/archive/masterchainHead.ts'
import { loadBlockCells } from '../../chain/block/block.ts'
import { allShards, shardBlockId } from '../../chain/block/shardHashes.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { blockShards } from '../../chain/proof/headerProof.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { BlockReader } from '../../store/archive/blockReader.ts'
import type { BlockFile, MasterchainFiles } from '../parse/parseJobs.ts'
import type { ArchiveIndex } from './archiveIndex.ts'
import { TransferError } from './transferError.ts'

/** Lookup of archived blocks. */
export type BlockLookup = Pick<ArchiveIndex, 'at'> & {
  /** Whether the archive has lost data. */
  readonly isDamaged: boolean
}

/**
 * Reads a masterchain block with the shard blocks that it is the first to commit to from the archive. Throws
 * TransferError if one of them is missing, StoreError if one is damaged.
 */
export function archivedStep(blocks: BlockLookup, reader: BlockReader, seqno: number): MasterchainFiles {
  const read = (id: BlockIdExt): Buffer => {
    const found = blocks.at(id)
    if (!found) throw new TransferError(`the archive lacks block ${formatBlockId(id)}`)
    if (!sameBlock(found.id, id))
      throw new TransferError(`the archive has another block ${formatBlockId(id)} than the chain`)
    return reader.read(found.id.rootHash, found.ref)
  }
  const masterchain = (at: number) => blocks.at({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: at })
  const id = masterchain(seqno)?.id
  if (!id) throw new TransferError(`the archive lacks masterchain block ${seqno}`)
  const data = read(id)
  const shardTops = readShardTops(data)
  const previous = masterchain(seqno - 1)?.id
  const [parent] = parentIds(readBlockHead(data))
  if (previous && parent && !sameBlock(previous, parent))
    throw new TransferError(`masterchain block ${seqno} does not follow the archived block before it`)
  const before = seqno === 1 ? [] : previous
  const known = Array.isArray(before) ? before : before && readShardTops(read(before))
  if (!known && blocks.isDamaged) {
    throw new TransferError(
      `which shard blocks are new in masterchain block ${seqno} only the one before tells`,
    )
  }
  const files: BlockFile[] = []
  const seen = new Set(known?.map(keyOf))
  let frontier = known ? shardTops : newTops(parseBocRoot(data, { trusted: true }), seqno)
  while (frontier.length > 0) {
    const next: BlockIdExt[] = []
    for (const block of frontier) {
      if (block.seqno === 0 || seen.has(keyOf(block))) continue
      seen.add(keyOf(block))
      const file = read(block)
      files.push({ id: block, data: file })
      // At the start of coverage, only the archive itself shows which earlier blocks are needed: it has all covered
      // ones.
      const parents = parentIds(readBlockHead(file))
      next.push(...(known ? parents : parents.filter((parent) => blocks.at(parent))))
    }
    frontier = next
  }
  files.sort((a, b) => a.id.seqno - b.id.seqno)
  return { files: [{ id, data }, ...files], shardTops }
}

/** Returns the shards whose newest block this masterchain block is the first to register. */
function newTops(root: Cell, seqno: number): readonly BlockIdExt[] {
  const shards = allShards(blockShards(parseCell(root, 'Block', loadBlockCells)))
  return shards.filter(({ descr }) => descr.regMcSeqno === seqno).map(shardBlockId)
}

function keyOf({ workchain, shard, seqno }: BlockIdExt): string {
  return `${workchain}:${shard}:${seqno}`
}
