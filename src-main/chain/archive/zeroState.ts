import { hash } from 'node:crypto'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { parseBocRoot } from '../cells/parseBoc.ts'
import type { ZeroState } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { FlatBocError, flatCell, scanBoc } from './flatBoc.ts'

const SHARD_STATE = 0x9023afe2

/** Reads a zero state's file and derives its id: workchain and shard from the state, both hashes computed. */
export function readZeroState(source: string, data: Buffer): ZeroState {
  try {
    const boc = scanBoc(data)
    const { bytes } = flatCell(boc, boc.root)
    // shard_state#9023afe2 global_id:int32 shard_id:ShardIdent seq_no:uint32 …
    if (bytes.getUint32(0) !== SHARD_STATE) throw new ArchiveError(source, 'not a shard state')
    if (bytes.getUint32(21) !== 0) throw new ArchiveError(source, 'not a zero state')
    const prefixLength = bytes.getUint8(8) & 0x3f
    return {
      source,
      data,
      id: {
        workchain: bytes.getInt32(9),
        shard: bytes.getBigUint64(13) | (1n << BigInt(63 - prefixLength)),
        seqno: 0,
        rootHash: parseBocRoot(data).hash(),
        fileHash: hash('sha256', data, 'buffer'),
      },
    }
  } catch (error) {
    if (error instanceof FlatBocError || error instanceof BocError || error instanceof RangeError) {
      throw new ArchiveError(source, `not a zero state: ${error.message}`, { cause: error })
    }
    throw error
  }
}
