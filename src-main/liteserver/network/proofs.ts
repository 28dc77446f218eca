import type { BlockIdExt } from '../../chain/blockId.ts'
import { sameBlock } from '../../chain/blockId.ts'
import { FromBlockError, LiteServerError, ProofError } from '../errors.ts'
import type { BlockSignaturesAnswer, LookupQuery, ShardBlockProofAnswer } from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import { type BlockProofRequest, expectPath } from '../verify/blockProof.ts'
import { expect } from '../verify/proving.ts'
import { rebuiltBackLink } from '../verify/rebuiltProofs.ts'
import { lastBlock, lookupBlock, masterchainBlock } from './blocks.ts'
import { provenShardLinks } from './proveBlock.ts'
import type { SessionContext } from './sessionContext.ts'

/** The `mode` bits of getBlockProof: 0 for a given target, 12 to start from the state of the later block. */
const TO_TARGET_FROM_LATER = 0x1001

/**
 * Returns the signatures of a masterchain block, from the last link of a proof that starts at its
 * predecessor.
 */
export async function blockSignatures(
  context: SessionContext,
  seqno: number,
): Promise<BlockSignaturesAnswer> {
  const before = await masterchainBlock(context, seqno - 1)
  const id = await masterchainBlock(context, seqno)
  const request = { mode: TO_TARGET_FROM_LATER, knownBlock: before, targetBlock: id }
  const signatures = await context.pool.ask({
    fn: liteApi.getBlockProof,
    request,
    check: (answer) => signaturesIn(answer, request, context),
    needsSeqno: id.seqno,
  })
  if (signatures.kind === 'ordinary') return { kind: 'ordinary', id, signatures: signatures.signatures }
  const { sessionId, slot, candidate } = signatures
  return { kind: 'simplex', id, signatures: signatures.signatures, sessionId, slot, candidate }
}

function signaturesIn(answer: PartialBlockProof, request: BlockProofRequest, context: SessionContext) {
  const links = verifiedLinks(answer, request, context)
  const last = links.at(-1)
  const check = 'block chain'
  expect(answer.complete, check, 'the path does not come to its end')
  if (last?.kind !== 'forward') throw new ProofError(check, 'the block comes without signatures')
  return last.signatures
}

function verifiedLinks(
  answer: PartialBlockProof,
  request: BlockProofRequest,
  { masterchain, verify }: SessionContext,
): readonly BlockLink[] {
  const links = expectPath(request, answer)
  if (verify) for (const link of links) masterchain.verifyLink(link)
  return links
}

/**
 * Returns a proof from a masterchain block (the newest by default) back to the first one that commits to the
 * shard block, and down to the shard block. Rejects with FromBlockError.
 */
export async function shardBlockProof(
  context: SessionContext,
  place: LookupQuery,
  fromSeqno?: number,
): Promise<ShardBlockProofAnswer> {
  const id = await lookupBlock(context, place)
  const from = fromSeqno === undefined ? await lastBlock(context) : await fromBlock(context, fromSeqno)
  const { pool } = context
  const { masterchainBlock: mcId, links } = await pool.run((server) => provenShardLinks(context, server, id))
  if (mcId.seqno > from.seqno) throw new FromBlockError('too-old')
  const mcProof = sameBlock(mcId, from) ? [] : [await backLink(context, from, mcId)]
  return { from, mcId, links, mcProof }
}

async function fromBlock(context: SessionContext, seqno: number): Promise<BlockIdExt> {
  try {
    return await masterchainBlock(context, seqno)
  } catch (error) {
    if (error instanceof LiteServerError) throw new FromBlockError('not-found', { cause: error })
    throw error
  }
}

async function backLink(
  context: SessionContext,
  from: BlockIdExt,
  to: BlockIdExt,
): Promise<ShardBlockProofAnswer['mcProof'][number]> {
  const request = { mode: TO_TARGET_FROM_LATER, knownBlock: from, targetBlock: to }
  return context.pool.ask({
    fn: liteApi.getBlockProof,
    request,
    check: (answer) => {
      const [link, ...others] = verifiedLinks(answer, request, context)
      const check = 'block chain'
      expect(answer.complete && others.length === 0, check, 'one link was expected')
      if (link?.kind !== 'back') throw new ProofError(check, 'a link back was expected')
      const { toKeyBlock, destProof, proof, stateProof } = rebuiltBackLink(link)
      return { toKeyBlock, from: link.from, to: link.to, destProof, proof, stateProof }
    },
    needsSeqno: from.seqno,
  })
}
