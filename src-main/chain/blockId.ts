import { shardToHex } from '#shared/ton/shard.ts'

/**
 * The position of a block in its chain (`tonNode.blockId`). `shard` is the unsigned 64-bit prefix with its
 * tag bit.
 */
export type BlockId = {
  readonly workchain: number
  readonly shard: bigint
  readonly seqno: number
}

/**
 * The identity of a block (`tonNode.blockIdExt`): its position, the hash of its root cell and the SHA-256 of
 * its BoC file.
 */
export type BlockIdExt = BlockId & {
  readonly rootHash: Buffer
  readonly fileHash: Buffer
}

/** The workchain number of the masterchain. */
export const MASTERCHAIN = -1

/** Formats an id as in node logs and liteserver errors: `(-1,8000000000000000,860)`. */
export function formatBlockId(id: BlockId): string {
  return `(${id.workchain},${shardToHex(id.shard)},${id.seqno})`
}

/** Formats an id as in archive packages: `(-1,8000000000000000,860):ROOTHASH:FILEHASH`, hex in upper case. */
export function formatBlockIdExt(id: BlockIdExt): string {
  return `${formatBlockId(id)}:${id.rootHash.toString('hex').toUpperCase()}:${id.fileHash.toString('hex').toUpperCase()}`
}

/** Returns whether two ids name the same block: position and both hashes are equal. */
export function sameBlock(a: BlockIdExt, b: BlockIdExt): boolean {
  return (
    a.workchain === b.workchain &&
    a.shard === b.shard &&
    a.seqno === b.seqno &&
    a.rootHash.equals(b.rootHash) &&
    a.fileHash.equals(b.fileHash)
  )
}
