import { hash } from 'node:crypto'
import { type BlockId, formatBlockId } from '../blockId.ts'
import type { ArchivedBlock } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { type BlockHead, readBlockHead } from './blockHead.ts'
import { FlatBocError } from './flatBoc.ts'

/**
 * Checks a block against the hashes that an archive files it under. The file hash must match, and the header
 * must state `place` if it is given. The root hash is checked when the cells are built, and by the blocks
 * that refer to this one.
 * @throws ArchiveError
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
