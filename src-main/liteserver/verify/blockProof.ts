import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import { expect, proving } from './proving.ts'

const CHECK = 'block chain'

/** The limit on links of one answer. The reference server returns 16. */
const MAX_STEPS = 256

/** The two blocks of a getBlockProof request. */
export type BlockProofRequest = {
  readonly knownBlock: BlockIdExt
  /** Undefined for the server's head. */
  readonly targetBlock?: BlockIdExt | undefined
}

/**
 * Checks that the answer is a path from the known block to its stated end, and to the target if it is
 * `complete`. The links themselves are verified by LinkVerifier.
 * @throws ProofError
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
