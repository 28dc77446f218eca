import type { BlockIdExtJson } from '#shared/schema/v2/common.ts'
import type { BlockIdJson } from '#shared/schema/v3/common.ts'
import { FULL_SHARD, isShardAncestor, shardFromSigned, shardToHex, shardToSigned } from '#shared/ton/shard.ts'

/** The coordinates of a block, which are enough to look it up. */
export type BlockId = {
  readonly workchain: number
  /** An unsigned 64-bit number. */
  readonly shard: bigint
  readonly seqno: number
}

export function blockIdOf(id: BlockIdExtJson): BlockId {
  return { workchain: id.workchain, shard: shardFromSigned(BigInt(id.shard)), seqno: id.seqno }
}

/** Returns the coordinates of a block of v3, which has shards in hexadecimal without leading zeros. */
export function indexedBlockId({ workchain, shard, seqno }: BlockIdJson): BlockId {
  return { workchain, shard: BigInt(`0x${shard}`), seqno }
}

export function masterchainBlockId(seqno: number): BlockId {
  return { workchain: -1, shard: FULL_SHARD, seqno }
}

/** Returns the parameters of a v2 request. */
export function blockIdParameters(blockId: BlockId) {
  return {
    workchain: blockId.workchain,
    shard: shardToSigned(blockId.shard).toString(),
    seqno: blockId.seqno,
  }
}

/** Returns a text that identifies the block within its network, for query keys, React keys and highlighting. */
export function blockIdKey(blockId: BlockId): string {
  return `${blockId.workchain}:${shardToHex(blockId.shard)}:${blockId.seqno}`
}

export function isMasterchain(blockId: BlockId): boolean {
  return blockId.workchain === -1
}

/** Maximum number of listed shard blocks between two masterchain blocks. */
const MAX_CHAIN = 16

/**
 * Returns the shard blocks that a masterchain block is the first to commit, oldest first in each shard. After a
 * split the children continue their parent's seqno, after a merge the higher one of the two.
 */
export function newShardBlocks(before: readonly BlockId[], after: readonly BlockId[]): BlockId[] {
  return after.flatMap((top) => {
    const relatives = before.filter(
      (old) =>
        old.workchain === top.workchain &&
        (isShardAncestor(old.shard, top.shard) || isShardAncestor(top.shard, old.shard)),
    )
    const known = relatives.reduce((highest, old) => Math.max(highest, old.seqno), -1)
    const first = known < 0 ? top.seqno : Math.max(known + 1, top.seqno - MAX_CHAIN + 1)
    return Array.from({ length: Math.max(0, top.seqno - first + 1) }, (_, i) => ({
      ...top,
      seqno: first + i,
    }))
  })
}
