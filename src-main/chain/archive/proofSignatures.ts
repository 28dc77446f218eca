import { parseBocRoot } from '../cells/parseBoc.ts'
import { loadBlockProof } from '../proof/blockProof.ts'
import { type SignatureSet, signatureSet } from '../proof/signatures.ts'
import { parseCell } from '../tlb.ts'
import { ArchiveError } from './archiveError.ts'

/** The signatures in a BlockProof's BOC, undefined where it is a link without. Throws ArchiveError. */
export function signaturesOfProof(source: string, boc: Buffer): SignatureSet | undefined {
  try {
    const { signatures } = parseCell(parseBocRoot(boc), 'BlockProof', loadBlockProof)
    return signatures && signatureSet(signatures)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArchiveError(source, `not a block proof: ${reason}`, { cause: error })
  }
}
