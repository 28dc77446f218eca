import { shardToHex } from '#shared/ton/shard.ts'

/** A block's place: `tonNode.blockId`. `shard` is the unsigned 64-bit prefix with its tag bit. */
export type BlockId = {
  readonly workchain: number
  readonly shard: bigint
  readonly seqno: number
}

/** A block's identity: `tonNode.blockIdExt`. `rootHash` is the root cell's, `fileHash` the BOC file's SHA-256. */
export type BlockIdExt = BlockId & {
  readonly rootHash: Buffer
  readonly fileHash: Buffer
}

/** The workchain number of the masterchain. */
export const MASTERCHAIN = -1

/** `(-1,8000000000000000,860)`: the notation of node logs and liteserver errors. */
export function formatBlockId(id: BlockId): string {
  return `(${id.workchain},${shardToHex(id.shard)},${id.seqno})`
}

/** `(-1,8000000000000000,860):ROOTHASH:FILEHASH`, upper-case hex: the notation of archive packages. */
export function formatBlockIdExt(id: BlockIdExt): string {
  return `${formatBlockId(id)}:${id.rootHash.toString('hex').toUpperCase()}:${id.fileHash.toString('hex').toUpperCase()}`
}

export function sameBlock(a: BlockIdExt, b: BlockIdExt): boolean {
  return (
    a.workchain === b.workchain &&
    a.shard === b.shard &&
    a.seqno === b.seqno &&
    a.rootHash.equals(b.rootHash) &&
    a.fileHash.equals(b.fileHash)
  )
}
