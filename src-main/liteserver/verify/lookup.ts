import { shardContainsPrefix } from '#shared/ton/shard.ts'
import { type BlockInfo, prevBlocks } from '../../chain/block/blockInfo.ts'
import { type BlockId, type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import type { ProvenHeader } from '../../chain/proof/headerProof.ts'
import type { BlockHeaderInfo, LookupQuery } from '../session.ts'
import type { BlockHeader, LookupBlockResult } from '../tl/blocks.ts'
import { headerInfo, provedHeader } from './header.ts'
import { expectOldBlock } from './oldBlocks.ts'
import { expect, openProof, proving } from './proving.ts'
import { followShardLinks } from './shardLinks.ts'
import { provedStateOf } from './state.ts'

const CHECK = 'lookup'

/** Converts a position to the fields of a lookup request: `mode` 1 by seqno, 2 by lt, 4 by time. */
export function lookupRequest(place: LookupQuery): {
  readonly mode: number
  readonly id: BlockId
  readonly lt?: bigint
  readonly utime?: number
} {
  const { workchain, shard, by } = place
  if ('seqno' in by) return { mode: 1, id: { workchain, shard, seqno: by.seqno } }
  const id = { workchain, shard, seqno: 0 }
  if ('lt' in by) return { mode: 2, id, lt: by.lt }
  return { mode: 4, id, utime: by.utime }
}

/**
 * Checks liteServer.lookupBlock and returns the block's header. The answer proves nothing about the chain,
 * only that the block has the requested header: for clients that trust their liteservers.
 * @throws ProofError
 */
export function matchLookup(place: LookupQuery, answer: BlockHeader): BlockHeaderInfo {
  return proving(CHECK, () => {
    const header = provedHeader(openProof(answer.headerProof), answer.id)
    expectPlace(place, header)
    return headerInfo(header)
  })
}

/**
 * Verifies liteServer.lookupBlockWithProof from a trusted masterchain block `from` and returns the block's
 * complete header. Checks the path from `from` to the masterchain block that commits to the result, from
 * there down the shard to the result, and that the result has the requested seqno, or is the first block
 * whose end lt (or time) is not before the requested one.
 * @throws ProofError
 */
export function verifyLookup(
  place: LookupQuery,
  from: BlockIdExt,
  answer: LookupBlockResult,
): BlockHeaderInfo {
  return proving(CHECK, () => {
    const { id, mcBlockId } = answer
    if (!sameBlock(mcBlockId, from)) {
      expectOldBlock(provedStateOf(from, answer.clientMcStateProof, answer.mcBlockProof), mcBlockId)
    }
    const end = followShardLinks(mcBlockId, answer.shardLinks)
    expect(sameBlock(end, id), CHECK, `the links end at ${formatBlockId(end)}, not ${formatBlockId(id)}`)
    const header = provedHeader(openProof(answer.header), id)
    expectPlace(place, header)
    expectFirst(place, header.info, answer.prevHeader)
    return headerInfo(header)
  })
}

function expectPlace({ workchain, shard, by }: LookupQuery, { id, info }: ProvenHeader): void {
  const isThere = id.workchain === workchain && shardContainsPrefix(id.shard, shard)
  expect(isThere, CHECK, `${formatBlockId(id)} is elsewhere`)
  if ('seqno' in by) expect(id.seqno === by.seqno, CHECK, `it has seqno ${id.seqno}`)
  else expect(!isBefore(info, by), CHECK, `${formatBlockId(id)} lies before it`)
}

/**
 * Checks that the previous block, of the same account prefix, is before the requested position. Among several
 * blocks made in the requested second any is accepted, since the reference node's search stops at the first
 * it finds.
 */
function expectFirst({ shard, by }: LookupQuery, info: BlockInfo, prevHeader: Buffer): void {
  if ('seqno' in by || ('utime' in by && info.genUtime === by.utime)) return
  const prev = prevBlocks(info).find((block) => shardContainsPrefix(block.shard, shard))
  expect(prev !== undefined, CHECK, 'no block before it covers the requested shard')
  // The predecessor of block 1 is the zero state, which is not a block and cannot be the answer.
  if (prev.seqno === 0) return
  const before = provedHeader(openProof(prevHeader), prev)
  expect(isBefore(before.info, by), CHECK, 'the block before it matches the request too')
}

function isBefore(info: BlockInfo, by: { readonly lt: bigint } | { readonly utime: number }): boolean {
  return 'lt' in by ? info.endLt < by.lt : info.genUtime < by.utime
}
