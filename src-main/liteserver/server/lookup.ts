import { shardContainsPrefix } from '#shared/ton/shard.ts'
import type { BlockLookup, StoredBlock } from '../../chain/archive/chainStore.ts'
import { prevBlocks } from '../../chain/block/blockInfo.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { isMasterchainId, requireBlockData, requireLookup, requireReferenceBlock } from './blockAccess.ts'
import { blockHeaderAnswer } from './blocks.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, PLAIN_ERROR } from './liteErrors.ts'
import { proveOldMasterchainBlock } from './oldBlocks.ts'
import { proveStateRoot, readHeader } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'
import { requireCommittingBlock, shardBlockLinks } from './shardLinks.ts'

const BY_SEQNO = 1
const BY_LT = 2

/** The position in the mode of the header bits (see getBlockHeader). */
const HEADER_MODE_SHIFT = 4

/** Answers `liteServer.lookupBlock`. */
export function lookupBlock(
  context: LiteContext,
  request: TlRequest<LiteApi['lookupBlock']>,
): TlResponse<LiteApi['lookupBlock']> {
  const { id, mode } = request
  const block = requireLookup(context, id.workchain, id.shard, lookupOf(request))
  return blockHeaderAnswer(context, block, mode >>> HEADER_MODE_SHIFT)
}

/**
 * Answers `liteServer.lookupBlockWithProof`. Also proves that the block belongs to the chain that ends with
 * `mc_block_id`, and (by lt or time) that its predecessor does not match.
 */
export async function lookupBlockWithProof(
  context: LiteContext,
  request: TlRequest<LiteApi['lookupBlockWithProof']>,
): Promise<TlResponse<LiteApi['lookupBlockWithProof']>> {
  const { id, mode, mcBlockId } = request
  const by = lookupOf(request)
  if (!isMasterchainId(mcBlockId)) throw liteError('masterchain block id must be specified')
  const block = requireLookup(context, id.workchain, id.shard, by)
  const committing = requireCommittingBlock(context, block)
  if (committing.id.seqno > mcBlockId.seqno >>> 0) {
    throw liteError("specified mc block is older than block's masterchain ref", PLAIN_ERROR)
  }
  const header = proveHeader(context, block)
  const prevHeader = mode & BY_SEQNO ? Buffer.alloc(0) : provePrevHeader(context, block, id.shard)
  const shardLinks = block.id.workchain === MASTERCHAIN ? [] : shardBlockLinks(context, committing, block.id)
  return {
    id: block.id,
    mode,
    mcBlockId: committing.id,
    ...(await proveCommitting(context, mcBlockId, committing)),
    shardLinks,
    header,
    prevHeader,
  }
}

function lookupOf({
  id,
  mode,
  lt,
  utime,
}: {
  readonly id: { readonly seqno: number }
  readonly mode: number
  readonly lt?: bigint | undefined
  readonly utime?: number | undefined
}): BlockLookup {
  if (((1 << (mode & 7)) & 0x16) === 0) {
    throw liteError('exactly one of mode.0, mode.1 and mode.2 bits must be set')
  }
  if (mode & BY_SEQNO) return { seqno: id.seqno }
  return mode & BY_LT ? { lt: BigInt.asUintN(64, lt ?? 0n) } : { utime: (utime ?? 0) >>> 0 }
}

function proveHeader({ store }: LiteContext, block: StoredBlock): Buffer {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  const { refs } = readHeader(recorder, root)
  for (const cell of [refs.master, refs.prev]) if (cell) recorder.recordTree(cell)
  return serializeBoc(recorder.proveLoaded(root))
}

/** Returns a proof of the predecessor's header, on the side of the requested prefix. */
function provePrevHeader(context: LiteContext, block: StoredBlock, prefix: bigint): Buffer {
  const { info } = readHeader(new ProofRecorder(), context.store.root(block))
  const previous = prevBlocks(info).findLast(({ shard }) => shardContainsPrefix(shard, prefix))
  if (!previous) throw liteError('failed to choose previous block')
  const root = context.store.root(requireBlockData(context, previous))
  const recorder = new ProofRecorder()
  readHeader(recorder, root)
  return serializeBoc(recorder.proveLoaded(root))
}

/**
 * Returns proofs that `committing` is an ancestor of the masterchain block that the client knows; empty if it
 * is that block.
 */
async function proveCommitting(
  context: LiteContext,
  known: TlRequest<LiteApi['lookupBlockWithProof']>['mcBlockId'],
  { id }: StoredBlock,
): Promise<{ clientMcStateProof: Buffer; mcBlockProof: Buffer }> {
  if (known.seqno === id.seqno && known.rootHash.equals(id.rootHash)) {
    return { clientMcStateProof: Buffer.alloc(0), mcBlockProof: Buffer.alloc(0) }
  }
  const block = requireReferenceBlock(context, known)
  const stateRoot = await context.store.state(block)
  const mcBlockProof = proveOldMasterchainBlock(stateRoot, id, { withZeroState: false })
  if (!mcBlockProof) throw liteError('client mc blkid is not in prev_blocks', PLAIN_ERROR)
  return {
    clientMcStateProof: serializeBoc(proveStateRoot(context, block, stateRoot)),
    mcBlockProof: serializeBoc(mcBlockProof),
  }
}
