import type { Cell } from '@ton/core'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadMcBlockConfig } from '../../chain/block/mcBlockExtra.ts'
import { type BlockIdExt, formatBlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { configParam } from '../../chain/config/configParams.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { isMasterchainId, requireLoadableBlock, requireReferenceBlock } from './blockAccess.ts'
import { type ConfigFlags, readConfig, readStateParts } from './configFlags.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, PLAIN_ERROR } from './liteErrors.ts'
import { proveStateRoot, readBlockExtra, readHeader, readMcBlock, readMcState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

type Answer = TlResponse<LiteApi['getConfigAll']>

/** The mode bit for the configuration in the last key block instead of the state of `id`. */
export const FROM_KEY_BLOCK = 0x8000

/** Answers `liteServer.getConfigAll`. */
export function getConfigAll(
  context: LiteContext,
  { id, mode }: TlRequest<LiteApi['getConfigAll']>,
): Promise<Answer> {
  return configAnswer(context, id, mode, (recorder, config) => recorder.recordTree(config))
}

/** Answers `liteServer.getConfigParams`. */
export function getConfigParams(
  context: LiteContext,
  { id, mode, paramList }: TlRequest<LiteApi['getConfigParams']>,
): Promise<Answer> {
  return configAnswer(context, id, mode, (recorder, config) => {
    for (const param of paramList) {
      const cell = configParam(config, param, recorder.record)
      if (cell) recorder.recordTree(cell)
    }
  })
}

type Reader = (recorder: ProofRecorder, config: Cell) => void

async function configAnswer(
  context: LiteContext,
  id: BlockIdExt,
  mode: number,
  read: Reader,
): Promise<Answer> {
  if (!isMasterchainId(id)) {
    throw liteError('configuration parameters can be loaded with respect to a masterchain block only')
  }
  const bits = mode & 0xffff
  return bits & FROM_KEY_BLOCK
    ? answerFromKeyBlock(context, requirePrevKeyBlock(context, id), bits, read)
    : answerFromState(context, requireReferenceBlock(context, id), bits, read)
}

async function answerFromState(
  context: LiteContext,
  block: StoredBlock,
  mode: ConfigFlags,
  read: Reader,
): Promise<Answer> {
  const stateRoot = await context.store.state(block)
  const recorder = new ProofRecorder()
  const { state, extra, mcDetails } = readMcState(recorder, stateRoot)
  readConfig(recorder, extra.config.config, mode)
  read(recorder, extra.config.config)
  readStateParts(recorder, { state, extra, mcDetails }, mode, block.id)
  return {
    mode,
    id: block.id,
    stateProof: serializeBoc(proveStateRoot(context, block, stateRoot)),
    configProof: serializeBoc(recorder.proveState(stateRoot)),
  }
}

function answerFromKeyBlock(
  context: LiteContext,
  block: StoredBlock,
  mode: ConfigFlags,
  read: Reader,
): Answer {
  const root = context.store.root(block)
  const recorder = new ProofRecorder()
  const { refs } = readHeader(recorder, root)
  recorder.recordTree(refs.prev)
  readMcBlock(recorder, root, block.id)
  const { custom } = readBlockExtra(recorder, root)
  const config = custom && loadMcBlockConfig(custom.beginParse())?.config
  if (!config) throw liteError('cannot extract configuration from last mc state')
  readConfig(recorder, config, mode)
  read(recorder, config)
  return {
    mode,
    id: block.id,
    stateProof: Buffer.alloc(0),
    configProof: serializeBoc(recorder.proveLoaded(root)),
  }
}

/** Returns the last key block up to `id`, which must be of this chain. */
function requirePrevKeyBlock(context: LiteContext, id: BlockIdExt): StoredBlock {
  const { store } = context
  const head = store.head()
  if (id.seqno >>> 0 > head.seqno) {
    throw liteError(
      `client knows block ${formatBlockIdExt(id)} newer than the reference masterchain block ${formatBlockIdExt(head)}`,
      PLAIN_ERROR,
    )
  }
  if (!store.find(id)) {
    throw liteError(
      `requested masterchain block ${formatBlockIdExt(id)} is unknown from the perspective of reference block ${formatBlockIdExt(head)}`,
      PLAIN_ERROR,
    )
  }
  return requireLoadableBlock(context, store.keyBlockUpTo(id.seqno))
}
