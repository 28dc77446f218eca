import type { Cell } from '@ton/core'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { type BlockCells, loadBlockCells } from '../../chain/block/block.ts'
import { type BlockExtra, loadBlockExtra } from '../../chain/block/blockExtra.ts'
import { type BlockInfo, loadBlockInfo } from '../../chain/block/blockInfo.ts'
import { loadMcBlockConfig, loadMcBlockShards } from '../../chain/block/mcBlockExtra.ts'
import { type BlockIdExt, formatBlockIdExt } from '../../chain/blockId.ts'
import { merkleUpdateHashes } from '../../chain/merkle/merkleUpdate.ts'
import {
  loadMcStateDetails,
  loadMcStateExtra,
  type McStateDetails,
  type McStateExtra,
} from '../../chain/state/mcStateExtra.ts'
import {
  loadShardStateDetails,
  loadShardStateUnsplit,
  type ShardStateDetails,
  type ShardStateUnsplit,
} from '../../chain/state/shardState.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { ProofRecorder } from './proofRecorder.ts'

/** Reads a block's root cell and returns the four cells below it. */
export function readBlock(recorder: ProofRecorder, root: Cell): BlockCells {
  return loadBlockCells(recorder.open(root, 'Block'))
}

/**
 * Reads a block's root and `BlockInfo` and returns the header with the cells of its references to other
 * blocks. The references are decoded but not recorded: if the reference server reads them too, the caller records
 * `prev`.
 */
export function readHeader(
  recorder: ProofRecorder,
  root: Cell,
): { readonly block: BlockCells; readonly info: BlockInfo; readonly refs: HeaderRefs } {
  const block = readBlock(recorder, root)
  const info = loadBlockInfo(recorder.open(block.info, 'BlockInfo'))
  const cells = [...block.info.refs]
  const master = info.masterRef ? cells.shift() : undefined
  const [prev, prevVert] = cells
  return { block, info, refs: { master, prev: prev as Cell, prevVert } }
}

/** The cells `master_ref`, `prev_ref` and `prev_vert_ref` of a BlockInfo. */
export type HeaderRefs = {
  readonly master: Cell | undefined
  readonly prev: Cell
  readonly prevVert: Cell | undefined
}

/** Reads the root and `BlockExtra`. */
export function readBlockExtra(recorder: ProofRecorder, root: Cell): BlockExtra {
  return loadBlockExtra(recorder.open(readBlock(recorder, root).extra, 'BlockExtra'))
}

/** The parts of a masterchain block's extra that proofs need: roots of dictionaries, unread. */
export type McBlockParts = { readonly shardHashes: Cell | null; readonly prevSignatures: Cell | null }

/** Reads the root, `BlockExtra` and both cells of `McBlockExtra`. */
export function readMcBlock(recorder: ProofRecorder, root: Cell, id: BlockIdExt): McBlockParts {
  const { custom } = readBlockExtra(recorder, root)
  if (!custom) throw liteError(`cannot unpack header of block ${formatBlockIdExt(id)}`)
  const shardHashes = loadMcBlockShards(recorder.open(custom, 'McBlockExtra'))
  // ^[ prev_blk_signatures:(HashmapE 16 CryptoSignaturePair) … ] is the last reference except a key block's config.
  const isKeyBlock = loadMcBlockConfig(custom.beginParse()) !== undefined
  const below = custom.refs[custom.refs.length - (isKeyBlock ? 2 : 1)] as Cell
  const prevSignatures = recorder.open(below, 'McBlockExtra').loadMaybeRef()
  return { shardHashes, prevSignatures }
}

/** Reads a state's root and the cell of its balances and libraries. */
export function readState(
  recorder: ProofRecorder,
  root: Cell,
): { readonly state: ShardStateUnsplit; readonly details: ShardStateDetails } {
  const state = loadShardStateUnsplit(recorder.open(root, 'ShardStateUnsplit'))
  return { state, details: loadShardStateDetails(recorder.open(state.details, 'ShardStateUnsplit details')) }
}

/**
 * Reads a masterchain state's root, the cell of its balances and libraries, and both cells of McStateExtra.
 */
export function readMcState(
  recorder: ProofRecorder,
  root: Cell,
): {
  readonly state: ShardStateUnsplit
  readonly details: ShardStateDetails
  readonly extra: McStateExtra
  readonly mcDetails: McStateDetails
} {
  const { state, details } = readState(recorder, root)
  if (!state.custom) throw liteError('cannot unpack state header')
  const extra = loadMcStateExtra(recorder.open(state.custom, 'McStateExtra'))
  const mcDetails = loadMcStateDetails(recorder.open(extra.details, 'McStateExtra details'))
  return { state, details, extra, mcDetails }
}

/** Returns a proof over a block of the hash of its state: the header and the update's own cell. */
export function proveStateRoot(context: LiteContext, block: StoredBlock, stateRoot: Cell): Cell {
  const build = () => buildStateRootProof(context, block, stateRoot)
  return context.proofs ? context.proofs.stateRoot(block, build) : build()
}

function buildStateRootProof({ store }: LiteContext, block: StoredBlock, stateRoot: Cell): Cell {
  const root = store.root(block)
  const recorder = new ProofRecorder()
  const { block: cells, refs } = readHeader(recorder, root)
  recorder.recordTree(refs.prev)
  recorder.record(cells.stateUpdate)
  if (!merkleUpdateHashes(cells.stateUpdate).newHash.equals(stateRoot.hash())) {
    throw liteError('cannot construct Merkle proof for given masterchain state because of hash mismatch')
  }
  return recorder.proveLoaded(root)
}
