import { hash } from 'node:crypto'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { FILE_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { isFullId, requireBlock, requireBlockData } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { readHeader, readMcBlock } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

/** The highest seqno whose whole state is sent: `getState` is meant for zero states. */
const MAX_STATE_SEQNO = 1000

/** Answers `liteServer.getBlock`. */
export function getBlock(
  context: LiteContext,
  { id }: TlRequest<LiteApi['getBlock']>,
): TlResponse<LiteApi['getBlock']> {
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  return { id, data: context.store.data(requireBlockData(context, id)) }
}

/**
 * Answers `liteServer.getState`. A zero state is sent as its file, any other state is serialized like a file.
 */
export async function getState(
  context: LiteContext,
  { id }: TlRequest<LiteApi['getState']>,
): Promise<TlResponse<LiteApi['getState']>> {
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  if (id.seqno >>> 0 > MAX_STATE_SEQNO) {
    throw liteError('cannot request total state: possibly too large')
  }
  const block = requireBlock(context, id)
  if (!block.head) {
    return { id, rootHash: id.rootHash, fileHash: id.fileHash, data: context.store.data(block) }
  }
  const root = await context.store.state(block)
  const data = serializeBoc(root, FILE_BOC)
  return { id, rootHash: root.hash(), fileHash: hash('sha256', data, 'buffer'), data }
}

/** Answers `liteServer.getBlockHeader`. */
export function getBlockHeader(
  context: LiteContext,
  { id, mode }: TlRequest<LiteApi['getBlockHeader']>,
): TlResponse<LiteApi['getBlockHeader']> {
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  return blockHeaderAnswer(context, requireBlockData(context, id), mode)
}

const WITH_STATE_UPDATE = 1
const WITH_VALUE_FLOW = 2
const WITH_EXTRA = 16
const WITH_SHARD_HASHES = 32
const WITH_PREV_SIGNATURES = 64

/** Returns `liteServer.blockHeader` of a block with the parts that `mode` selects. */
export function blockHeaderAnswer(
  { store }: LiteContext,
  block: StoredBlock,
  mode: number,
): TlResponse<LiteApi['getBlockHeader']> {
  const { id } = block
  const root = store.root(block)
  const recorder = new ProofRecorder()
  const { block: cells, refs } = readHeader(recorder, root)
  if (mode & WITH_STATE_UPDATE) recorder.record(cells.stateUpdate)
  for (const cell of [refs.master, refs.prev, refs.prevVert]) if (cell) recorder.recordTree(cell)
  if (mode & WITH_VALUE_FLOW) recorder.recordTree(cells.valueFlow)
  if (mode & WITH_EXTRA) {
    recorder.record(cells.extra)
    if (id.workchain === MASTERCHAIN) {
      const { shardHashes, prevSignatures } = readMcBlock(recorder, root, id)
      if (mode & WITH_SHARD_HASHES && shardHashes) recorder.recordTree(shardHashes)
      if (mode & WITH_PREV_SIGNATURES && prevSignatures) recorder.recordTree(prevSignatures)
    }
  }
  return { id, mode, headerProof: serializeBoc(recorder.proveLoaded(root)) }
}
