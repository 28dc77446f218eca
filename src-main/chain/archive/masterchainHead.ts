import type { Cell } from '@ton/core'
import { bitsBeforeTag } from '#shared/ton/cells/parseBag.ts'
import { allShards, shardBlockId } from '../block/shardHashes.ts'
import type { BlockIdExt } from '../blockId.ts'
import { buildCell } from '../cells/buildCell.ts'
import { asCell } from '../cells/rawCell.ts'
import { type FlatBoc, FlatBocError, flatCell, scanBoc } from './flatBoc.ts'

const BLOCK = 0x11ef55aa
const MC_BLOCK_EXTRA = 0xcca5

/**
 * Reads the shard blocks that a masterchain block commits to, in dictionary order, from the block's file.
 * Builds only the cells of the shards.
 * @throws FlatBocError or TlbError for anything but a masterchain block
 */
export function readShardTops(data: Uint8Array): readonly BlockIdExt[] {
  const boc = scanBoc(data)
  const block = flatCell(boc, boc.root)
  if (block.bytes.byteLength < 4 || block.bytes.getUint32(0) !== BLOCK) throw new FlatBocError('not a block')
  const extra = flatCell(boc, refOf(block.refs, 3))
  const custom = flatCell(boc, refOf(extra.refs, 3))
  const { bytes, refs } = custom
  if (bytes.byteLength < 3 || bytes.getUint16(0) !== MC_BLOCK_EXTRA) throw new FlatBocError('no McBlockExtra')
  // key_block:(## 1) shard_hashes:(HashmapE 32 ^(BinTree ShardDescr))
  const hasShards = (bytes.getUint8(2) & 0x40) !== 0
  return hasShards ? allShards(cellAt(boc, refOf(refs, 0))).map(shardBlockId) : []
}

function refOf(refs: readonly number[], index: number): number {
  const ref = refs[index]
  if (ref === undefined) throw new FlatBocError('a masterchain block without its references')
  return ref
}

/** Builds the cell at an index and everything below it. */
function cellAt(boc: FlatBoc, index: number): Cell {
  const { exotic, bytes, refs } = flatCell(boc, index)
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bits = bitLength(boc, index, source)
  const children = refs.map((ref) => {
    // Children come later in a file, so a cycle is impossible.
    if (ref <= index) throw new FlatBocError('a reference to an earlier cell')
    return cellAt(boc, ref)
  })
  return asCell(buildCell(source, 0, bits, children, exotic))
}

/**
 * Returns a cell's length in bits. Descriptor 2 is odd if the last byte is incomplete; it then ends with a
 * one and zeros.
 */
function bitLength({ data, offsets }: FlatBoc, index: number, source: Buffer): number {
  const d2 = data[(offsets[index] as number) + 1] as number
  if ((d2 & 1) === 0) return source.length * 8
  const last = source.at(-1) ?? 0
  if (last === 0) throw new FlatBocError('a cell without the end of its data')
  return bitsBeforeTag(last, source.length)
}
