import type { PartialBlockProof } from '../../src-main/liteserver/tl/proofs.ts'
import type { LinkVerifier, ProvedLink } from '../../src-main/liteserver/verify/blockLink.ts'
import { type BlockProofRequest, expectPath } from '../../src-main/liteserver/verify/blockProof.ts'

/**
 * Verifies liteServer.getBlockProof from a proved block and returns every block that its links prove, in
 * order. An answer that is not `complete` must be continued from its last block.
 * @throws ProofError
 */
export function verifyBlockProof(
  request: BlockProofRequest,
  answer: PartialBlockProof,
  verifier: LinkVerifier,
): readonly ProvedLink[] {
  return expectPath(request, answer).map((link) => verifier.verify(link))
}
