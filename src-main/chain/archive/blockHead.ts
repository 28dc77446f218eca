import { shardChild, shardParent } from '#shared/ton/shard.ts'
import type { BlockId, BlockIdExt } from '../blockId.ts'
import { type FlatBoc, FlatBocError, type FlatCell, flatCell, scanBoc } from './flatBoc.ts'

/** The header fields of a block, read without building its cells. */
export type BlockHead = BlockId & {
  readonly startLt: bigint
  readonly endLt: bigint
  /** Unix seconds. */
  readonly genUtime: number
  readonly keyBlock: boolean
  readonly afterSplit: boolean
  readonly afterMerge: boolean
  /** The seqno of the last masterchain key block before this block. */
  readonly prevKeyBlockSeqno: number
  /** Seqno of the masterchain block that a shard block refers to; undefined in the masterchain. */
  readonly masterRefSeqno: number | undefined
  /** One block, or two after a merge (left first). */
  readonly prev: readonly BlockRef[]
  /** Representation hash of the state after the block. */
  readonly stateHash: Buffer
}

/** A reference to another block (`ext_blk_ref`), without workchain and shard. */
export type BlockRef = {
  readonly seqno: number
  readonly endLt: bigint
  readonly rootHash: Buffer
  readonly fileHash: Buffer
}

const BLOCK = 0x11ef55aa
const BLOCK_INFO = 0x9bc7a987
const MERKLE_UPDATE = 4

const NOT_MASTER = 0x80
const AFTER_MERGE = 0x40
const AFTER_SPLIT = 0x10
const KEY_BLOCK = 0x02

/**
 * Reads `block#11ef55aa` and `block_info#9bc7a987` of a block's BoC.
 * @throws FlatBocError for anything but a block
 */
export function readBlockHead(data: Uint8Array): BlockHead {
  try {
    const boc = scanBoc(data)
    const block = flatCell(boc, boc.root)
    if (block.bytes.getUint32(0) !== BLOCK) throw new FlatBocError('not a block')
    const [infoRef, , updateRef] = block.refs
    if (infoRef === undefined || updateRef === undefined) throw new FlatBocError('block without references')
    return readInfo(boc, flatCell(boc, infoRef), readStateHash(flatCell(boc, updateRef)))
  } catch (error) {
    // DataView throws RangeError for a cell that is shorter than its scheme.
    if (error instanceof RangeError) throw new FlatBocError('block header ends early')
    throw error
  }
}

/** Returns the ids of a block's predecessors. Their shard differs after splits and merges. */
export function parentIds({
  workchain,
  shard,
  afterSplit,
  afterMerge,
  prev,
}: BlockHead): readonly BlockIdExt[] {
  return prev.map(({ seqno, rootHash, fileHash }, index) => {
    const half = index === 0 ? 'left' : 'right'
    const parent = afterMerge ? shardChild(shard, half) : afterSplit ? shardParent(shard) : shard
    return { workchain, shard: parent, seqno, rootHash, fileHash }
  })
}

/** Reads `block_info`, which is byte-aligned throughout, so that no bit reader is needed. */
function readInfo(boc: FlatBoc, info: FlatCell, stateHash: Buffer): BlockHead {
  const at = info.bytes
  if (at.getUint32(0) !== BLOCK_INFO) throw new FlatBocError('block without block_info')
  const bits = at.getUint8(8)
  const hasSoftware = (at.getUint8(9) & 1) !== 0
  const notMaster = (bits & NOT_MASTER) !== 0
  const afterMerge = (bits & AFTER_MERGE) !== 0
  const prefixLength = at.getUint8(18) & 0x3f
  const [first, second] = info.refs
  const prevRef = notMaster ? second : first
  if (first === undefined || prevRef === undefined) throw new FlatBocError('block_info without references')
  // gen_software, the last 104 bits, is not needed here.
  if (info.bytes.byteLength < (hasSoftware ? 80 : 67)) throw new FlatBocError('block header ends early')
  return {
    workchain: at.getInt32(19),
    shard: at.getBigUint64(23) | (1n << BigInt(63 - prefixLength)),
    seqno: at.getUint32(10),
    genUtime: at.getUint32(31),
    startLt: at.getBigUint64(35),
    endLt: at.getBigUint64(43),
    prevKeyBlockSeqno: at.getUint32(63),
    keyBlock: (bits & KEY_BLOCK) !== 0,
    afterSplit: (bits & AFTER_SPLIT) !== 0,
    afterMerge,
    masterRefSeqno: notMaster ? readRef(flatCell(boc, first)).seqno : undefined,
    prev: readPrev(boc, flatCell(boc, prevRef), afterMerge),
    stateHash,
  }
}

/**
 * Reads `prev_blk_info$_ prev:ExtBlkRef` or, after a merge, `prev_blks_info$_ prev1:^ExtBlkRef
 * prev2:^ExtBlkRef`.
 */
function readPrev(boc: FlatBoc, cell: FlatCell, afterMerge: boolean): BlockRef[] {
  if (!afterMerge) return [readRef(cell)]
  return cell.refs.map((ref) => readRef(flatCell(boc, ref)))
}

/** Reads `ext_blk_ref$_ end_lt:uint64 seq_no:uint32 root_hash:bits256 file_hash:bits256 = ExtBlkRef;` */
function readRef({ bytes }: FlatCell): BlockRef {
  return {
    endLt: bytes.getBigUint64(0),
    seqno: bytes.getUint32(8),
    rootHash: hashAt(bytes, 12),
    fileHash: hashAt(bytes, 44),
  }
}

/** Reads the new hash of `!merkle_update#04 old_hash:bits256 new_hash:bits256 …`. */
function readStateHash({ exotic, bytes }: FlatCell): Buffer {
  if (!exotic || bytes.getUint8(0) !== MERKLE_UPDATE) throw new FlatBocError('block without a state update')
  return hashAt(bytes, 33)
}

function hashAt(bytes: DataView, offset: number): Buffer {
  if (offset + 32 > bytes.byteLength) throw new FlatBocError('hash ends early')
  // A copy: a view would keep the whole file in memory.
  return Buffer.from(Buffer.from(bytes.buffer, bytes.byteOffset + offset, 32))
}
