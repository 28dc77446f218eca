import type { Cell } from '@ton/core'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadMcBlockConfig } from '../../chain/block/mcBlockExtra.ts'
import { type BlockIdExt, formatBlockIdExt, sameBlock } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { SignatureSet as BlockSignatures } from '../../chain/proof/signatures.ts'
import { loadMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { loadShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import type { BlockLink, SignatureSet } from '../tl/proofs.ts'
import { isMasterchainId, requireBlock } from './blockAccess.ts'
import { readSigners } from './configFlags.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, NOT_READY, prefixed } from './liteErrors.ts'
import { proveOldMasterchainBlock } from './oldBlocks.ts'
import { proveStateRoot, readBlockExtra, readHeader, readMcBlock, readState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'

type Answer = TlResponse<LiteApi['getBlockProof']>

export const TO_TARGET = 1
/** The mode bit for a proof by the state of the newer of both blocks, so that the answer never changes. */
export const FIXED_BASE = 0x1000

/** The maximum number of links in an answer. The client requests the rest. */
const MAX_LINKS = 16

/**
 * Answers `liteServer.getBlockProof`: backward links by a state's list of earlier blocks, forward links by
 * key blocks and validator signatures.
 */
export async function getBlockProof(
  context: LiteContext,
  { mode, knownBlock: from, targetBlock }: TlRequest<LiteApi['getBlockProof']>,
): Promise<Answer> {
  const { store } = context
  if (!isMasterchainId(from)) {
    throw liteError(`source block ${formatBlockIdExt(from)} is not a valid masterchain block id`)
  }
  const target = mode & TO_TARGET ? targetBlock : undefined
  if (target && !isMasterchainId(target)) {
    throw liteError(`destination block ${formatBlockIdExt(target)} is not a valid masterchain block id`)
  }
  const to = target ?? store.head()
  const fixed = target && mode & FIXED_BASE
  const base = fixed ? requireBlock(context, from.seqno > to.seqno ? from : to).id : store.head()
  for (const [role, id] of [
    ['source', from],
    ['destination', to],
  ] as const) {
    requireKnown(context, role, id, base)
  }
  return buildChain(context, from, to, base.seqno)
}

function requireKnown({ store }: LiteContext, role: string, id: BlockIdExt, base: BlockIdExt): void {
  if (id.seqno >>> 0 > base.seqno) {
    throw liteError(
      `client knows block ${formatBlockIdExt(id)} newer than the reference masterchain block ${formatBlockIdExt(base)}`,
    )
  }
  if (!store.find(id)) {
    throw liteError(
      `proof ${role} masterchain block ${formatBlockIdExt(id)} is unknown from the perspective of reference block ${formatBlockIdExt(base)}`,
    )
  }
}

async function buildChain(
  context: LiteContext,
  from: BlockIdExt,
  to: BlockIdExt,
  lastSeqno: number,
): Promise<Answer> {
  const steps: BlockLink[] = []
  let at = from
  while (steps.length < MAX_LINKS && !sameBlock(at, to)) {
    const block = requireBlock(context, at)
    const { next, forward } = nextStep(context, at, to, lastSeqno)
    const target = requireBlock(context, next)
    steps.push(forward ? await linkForward(context, block, target) : await linkBack(context, block, target))
    at = next
  }
  return { complete: sameBlock(at, to), from, to: at, steps }
}

/**
 * Returns the end of the next link. Forward links start at key blocks only: from any other block the first
 * link leads back to a key block.
 */
function nextStep(
  { store }: LiteContext,
  at: BlockIdExt,
  to: BlockIdExt,
  lastSeqno: number,
): { next: BlockIdExt; forward: boolean } {
  if (to.seqno < at.seqno) return { next: to, forward: false }
  if (to.seqno === at.seqno) {
    throw liteError(
      `cannot have two different masterchain blocks ${formatBlockIdExt(to)} and ${formatBlockIdExt(at)} of the same height`,
    )
  }
  const prevKey = store.keyBlockUpTo(at.seqno)
  if (prevKey.seqno !== at.seqno) return { next: prevKey, forward: false }
  const nextKey = store.keyBlockFrom(at.seqno + 1)
  // The reference server goes to the next key block even if that is beyond the target; a later link leads back.
  return { next: nextKey && nextKey.seqno <= lastSeqno ? nextKey : to, forward: true }
}

async function linkBack(context: LiteContext, from: StoredBlock, to: StoredBlock): Promise<BlockLink> {
  const stateRoot = await context.store.state(from)
  const stateProof = proveOldMasterchainBlock(stateRoot, to.id, { withZeroState: true })
  if (!stateProof) {
    throw liteError(
      `cannot prove that ${formatBlockIdExt(to.id)} is in the previous block set of the masterchain state of ${formatBlockIdExt(from.id)}`,
    )
  }
  return {
    kind: 'back',
    toKeyBlock: to.head?.keyBlock ?? true,
    from: from.id,
    to: to.id,
    destProof: to.head ? serializeBoc(proveDestination(context, to)) : Buffer.alloc(0),
    proof: serializeBoc(proveStateRoot(context, from, stateRoot)),
    stateProof: serializeBoc(stateProof),
  }
}

async function linkForward(context: LiteContext, from: StoredBlock, to: StoredBlock): Promise<BlockLink> {
  const signatures = context.store.signatures(to.id.seqno)
  if (!signatures) {
    const missing = liteError('block proof is not in db', NOT_READY)
    throw prefixed(`cannot load proof for ${formatBlockIdExt(to.id)} : `, missing)
  }
  return {
    kind: 'forward',
    toKeyBlock: to.head?.keyBlock ?? false,
    from: from.id,
    to: to.id,
    destProof: serializeBoc(proveDestination(context, to)),
    configProof: serializeBoc(proveSigners(context, from)),
    signatures: tlSignatures(signatures),
  }
}

/** Returns a proof of the header at the end of a link. */
function proveDestination({ store }: LiteContext, block: StoredBlock): Cell {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  readHeader(recorder, root)
  return recorder.proveLoaded(root)
}

/**
 * Returns a proof of the configuration by which the signatures must be checked, of a key block or the zero
 * state.
 */
function proveSigners({ store }: LiteContext, block: StoredBlock): Cell {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  if (!block.head) {
    readState(recorder, root)
    const { custom } = loadShardStateUnsplit(root.beginParse())
    if (!custom) throw liteError('cannot extract configuration from masterchain state extra information', 0)
    const { config, details } = loadMcStateExtra(recorder.open(custom, 'McStateExtra'))
    recorder.record(details)
    readSigners(recorder, config.config)
    return recorder.proveLoaded(root)
  }
  readHeader(recorder, root)
  readMcBlock(recorder, root, block.id)
  const { custom } = readBlockExtra(recorder, root)
  const config = custom && loadMcBlockConfig(custom.beginParse())
  if (!config) throw liteError('cannot unpack extra header of key block to extract configuration')
  readSigners(recorder, config.config)
  return recorder.proveLoaded(root)
}

function tlSignatures(set: BlockSignatures): SignatureSet {
  // TL has no unsigned int, so the hash is sent as a signed one.
  const validatorSetHash = set.validatorSetHash | 0
  const signatures = [...set.signatures]
  if (set.kind === 'ordinary') {
    return { kind: 'ordinary', validatorSetHash, catchainSeqno: set.catchainSeqno | 0, signatures }
  }
  const { sessionId, candidate } = set
  return {
    kind: 'simplex',
    ccSeqno: set.ccSeqno | 0,
    validatorSetHash,
    signatures,
    sessionId,
    slot: set.slot | 0,
    candidate,
  }
}
