import type { BlockIdExt } from '../../chain/blockId.ts'
import type { V2Context } from './context.ts'

type BlockValues = {
  readonly workchain: number
  readonly shard: bigint
  readonly seqno: number
  readonly root_hash: Uint8Array | undefined
  readonly file_hash: Uint8Array | undefined
}

/** Returns the requested block: as given if both hashes are, otherwise looked up by seqno. */
export async function findBlock(values: BlockValues, context: V2Context): Promise<BlockIdExt> {
  const { workchain, shard, seqno, root_hash, file_hash } = values
  if (root_hash && file_hash) {
    const hashes = { rootHash: Buffer.from(root_hash), fileHash: Buffer.from(file_hash) }
    return { workchain, shard, seqno, ...hashes }
  }
  return context.session().lookupBlock({ workchain, shard, by: { seqno } })
}
