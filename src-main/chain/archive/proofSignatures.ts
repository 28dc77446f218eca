import { parseBocRoot } from '../cells/parseBoc.ts'
import { loadBlockProof } from '../proof/blockProof.ts'
import { readByteChain } from '../proof/byteChain.ts'
import { parseCell } from '../tlb.ts'
import { ArchiveError } from './archiveError.ts'
import type { SignatureSet } from './signatureSet.ts'

/** The signatures in a BlockProof's BOC, undefined where it is a link without. Throws ArchiveError. */
export function signaturesOfProof(source: string, boc: Buffer): SignatureSet | undefined {
  try {
    const { signatures: set } = parseCell(parseBocRoot(boc), 'BlockProof', loadBlockProof)
    if (!set) return undefined
    const common = {
      validatorSetHash: set.validatorListHashShort,
      catchainSeqno: set.catchainSeqno,
      signatures: set.signatures,
    }
    if (set.kind === 'ordinary') return { kind: 'ordinary', ...common }
    const { sessionId, slot } = set
    return { kind: 'simplex', ...common, sessionId, slot, candidate: readByteChain(set.candidateData) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ArchiveError(source, `not a block proof: ${reason}`, { cause: error })
  }
}
