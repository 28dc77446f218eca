import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import type { LinkVerifier, ProvedLink } from './blockLink.ts'
import { expect, proving } from './proving.ts'

const CHECK = 'block chain'

/** More links than any answer has: the reference gives 16. */
const MAX_STEPS = 256

export type BlockProofRequest = {
  readonly knownBlock: BlockIdExt
  /** Undefined: as far as the server knows. */
  readonly targetBlock?: BlockIdExt | undefined
}

/**
 * That the answer is a path from the known block to where it says, and there to the target if it calls itself
 * complete. The links themselves are for LinkVerifier.
 */
export function expectPath(request: BlockProofRequest, answer: PartialBlockProof): readonly BlockLink[] {
  return proving(CHECK, () => {
    const { knownBlock, targetBlock } = request
    const { steps, from, to, complete } = answer
    expect(sameBlock(from, knownBlock), CHECK, 'it begins at another block')
    expect(steps.length <= MAX_STEPS, CHECK, `${steps.length} links`)
    const end = steps.reduce((at, step) => {
      expect(sameBlock(step.from, at), CHECK, `no link begins at ${formatBlockId(at)}`)
      return step.to
    }, from)
    expect(sameBlock(end, to), CHECK, `the links end at ${formatBlockId(end)}`)
    if (complete && targetBlock) expect(sameBlock(to, targetBlock), CHECK, 'it ends at another block')
    expect(complete || steps.length > 0, CHECK, 'it leads nowhere')
    return steps
  })
}

/**
 * liteServer.getBlockProof from a proved block: every block that its links prove, in order. An answer that isn't
 * `complete` is to be continued from its last block.
 */
export function verifyBlockProof(
  request: BlockProofRequest,
  answer: PartialBlockProof,
  verifier: LinkVerifier,
): readonly ProvedLink[] {
  return expectPath(request, answer).map((link) => verifier.verify(link))
}
