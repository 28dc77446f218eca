import { type Cell, CellType } from '@ton/core'
import { TypedError } from '#shared/typedError.ts'
import type { BlockCells } from '../block/block.ts'
import { loadBlockCells } from '../block/block.ts'
import { loadBlockExtra } from '../block/blockExtra.ts'
import type { BlockInfo } from '../block/blockInfo.ts'
import { loadLazyBlockInfo } from '../block/blockInfo.ts'
import { loadMcBlockConfig, loadMcBlockShards } from '../block/mcBlockExtra.ts'
import type { BlockIdExt } from '../blockId.ts'
import { formatBlockId } from '../blockId.ts'
import type { ConfigParams } from '../config/configParams.ts'
import { guardTlb, openCell, parseCell, TlbError } from '../tlb.ts'

/** The part of a block's id that its header contradicts. */
export type HeaderCheck = 'root-hash' | 'workchain' | 'shard' | 'seqno'

/** The error for a proof (or block) of another block than the expected one. */
export class HeaderError extends TypedError<HeaderCheck> {
  readonly block: BlockIdExt

  constructor(check: HeaderCheck, block: BlockIdExt, found: string) {
    super(check, `${check} of the header of ${formatBlockId(block)} is ${found}`)
    this.block = block
  }
}

/**
 * A block's header, checked against its id, and the block's other cells. Cells that the proof prunes stay
 * pruned.
 */
export type ProvenHeader = {
  readonly id: BlockIdExt
  /** References to other blocks are read on demand, since they can be pruned (loadLazyBlockInfo). */
  readonly info: BlockInfo
  readonly cells: BlockCells
}

/**
 * Checks that the root cell of a block, whole or from a proof, is that of `id`: compares the hash, and the
 * header's workchain, shard and seqno. Cells cannot prove the file hash.
 * @throws HeaderError, TlbError, PrunedBranchError
 */
export function checkHeader(root: Cell, id: BlockIdExt): ProvenHeader {
  const hash = root.hash(0)
  if (!hash.equals(id.rootHash)) throw new HeaderError('root-hash', id, hash.toString('hex'))
  const cells = parseCell(root, 'Block', loadBlockCells)
  const info = parseCell(cells.info, 'BlockInfo', loadLazyBlockInfo)
  const { workchain, shard } = info.shard
  if (workchain !== id.workchain) throw new HeaderError('workchain', id, `${workchain}`)
  if (shard !== id.shard) throw new HeaderError('shard', id, shard.toString(16))
  if (info.seqno !== id.seqno) throw new HeaderError('seqno', id, `${info.seqno}`)
  return { id, info, cells }
}

/**
 * Returns the hash of the state after the block, or undefined if the proof prunes the state update.
 * @throws TlbError if the cell is neither pruned nor a Merkle update
 */
export function newStateHash({ stateUpdate }: BlockCells): Buffer | undefined {
  return stateHashes(stateUpdate)?.after
}

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// !merkle_update#04 {X:Type} old_hash:bits256 new_hash:bits256 old_depth:uint16 new_depth:uint16
//   old:^X new:^X = MERKLE_UPDATE X;
function stateHashes(update: Cell): { readonly before: Buffer; readonly after: Buffer } | undefined {
  if (update.type === CellType.PrunedBranch) return undefined
  if (update.type !== CellType.MerkleUpdate) throw new TlbError('MERKLE_UPDATE', 'another cell stands there')
  return guardTlb('MERKLE_UPDATE', () => {
    const slice = update.beginParse(true).skip(8)
    return { before: slice.loadBuffer(32), after: slice.loadBuffer(32) }
  })
}

/**
 * Returns the configuration in a key block, or undefined for any other block.
 * @throws PrunedBranchError if the proof prunes it, TlbError
 */
export function blockConfig({ extra }: BlockCells): ConfigParams | undefined {
  const { custom } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  if (!custom) return undefined
  return guardTlb('McBlockExtra', () => loadMcBlockConfig(openCell(custom, 'McBlockExtra')))
}

/**
 * Returns the root of a masterchain block's dictionary of shards (see allShards and findShard), null if it is
 * empty.
 * @throws TlbError for a block of another chain, PrunedBranchError if the proof prunes the dictionary
 */
export function blockShards({ extra }: BlockCells): Cell | null {
  const { custom } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  if (!custom) throw new TlbError('BlockExtra', 'only masterchain blocks know shards')
  return guardTlb('McBlockExtra', () => loadMcBlockShards(openCell(custom, 'McBlockExtra')))
}
