import { messageOf } from '#shared/messageOf.ts'
import { parseBocRoot } from '../cells/parseBoc.ts'
import { loadBlockProof } from '../proof/blockProof.ts'
import { type SignatureSet, signatureSet } from '../proof/signatures.ts'
import { parseCell } from '../tlb.ts'
import { ArchiveError } from './archiveError.ts'

/**
 * Returns the signatures in a BlockProof's BoC, undefined for a proof link.
 * @throws ArchiveError
 */
export function signaturesOfProof(source: string, boc: Buffer): SignatureSet | undefined {
  try {
    const { signatures } = parseCell(parseBocRoot(boc), 'BlockProof', loadBlockProof)
    return signatures && signatureSet(signatures)
  } catch (error) {
    const reason = messageOf(error)
    throw new ArchiveError(source, `not a block proof: ${reason}`, { cause: error })
  }
}
