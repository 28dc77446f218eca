import { parseBocRoot } from '../cells/parseBoc.ts'
import { loadBlockProof } from '../proof/blockProof.ts'
import { signatureSet } from '../proof/signatures.ts'
import { parseCell } from '../tlb.ts'
import { ArchiveError } from './archiveError.ts'
import type { RecordedSignatures } from './recordedSignatures.ts'

/** The signatures in a BlockProof's BOC, undefined where it is a link without. Throws ArchiveError. */
export function signaturesOfProof(source: string, boc: Buffer): RecordedSignatures | undefined {
  try {
    const { signatures } = parseCell(parseBocRoot(boc), 'BlockProof', loadBlockProof)
    return signatures && { ...signatureSet(signatures), catchainSeqno: signatures.catchainSeqno }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArchiveError(source, `not a block proof: ${reason}`, { cause: error })
  }
}
