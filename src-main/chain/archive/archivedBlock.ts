import { hash } from 'node:crypto'
import { type BlockId, formatBlockId } from '../blockId.ts'
import type { ArchivedBlock } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { type BlockHead, readBlockHead } from './blockHead.ts'
import { FlatBocError } from './flatBoc.ts'

/**
 * Takes a block into an archive under the hashes it is filed by. Its file hash must be right, and its header
 * must state `place` where the archive names one. The root hash is left to whoever builds the cells, and to
 * the blocks that refer to this one. Throws ArchiveError.
 */
export function archivedBlock(
  hashes: { readonly rootHash: Buffer; readonly fileHash: Buffer },
  source: string,
  read: () => Buffer,
  place?: BlockId,
): ArchivedBlock {
  const data = read()
  if (!hash('sha256', data, 'buffer').equals(hashes.fileHash)) {
    throw new ArchiveError(source, 'file hash of the block does not match its name')
  }
  const head = headOf(data, source)
  const { workchain, shard, seqno } = head
  if (place && (workchain !== place.workchain || shard !== place.shard || seqno !== place.seqno)) {
    throw new ArchiveError(source, `${formatBlockId(place)} is in fact block ${formatBlockId(head)}`)
  }
  const { rootHash, fileHash } = hashes
  return { id: { workchain, shard, seqno, rootHash, fileHash }, head, source, read }
}

function headOf(data: Buffer, source: string): BlockHead {
  try {
    return readBlockHead(data)
  } catch (error) {
    if (error instanceof FlatBocError) throw new ArchiveError(source, error.message, { cause: error })
    throw error
  }
}
