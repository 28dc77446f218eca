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
import { refusal } from './refusals.ts'
import { Visits } from './visits.ts'

/** Reads a block's root cell and returns the four cells below it. */
export function walkBlock(visits: Visits, root: Cell): BlockCells {
  return loadBlockCells(visits.open(root, 'Block'))
}

/**
 * Reads a block's root and `BlockInfo` and returns the header with the cells of its references to other
 * blocks. The references are decoded but not noted: if the reference server reads them too, the caller notes
 * `prev`.
 */
export function walkHeader(
  visits: Visits,
  root: Cell,
): { readonly block: BlockCells; readonly info: BlockInfo; readonly refs: HeaderRefs } {
  const block = walkBlock(visits, root)
  const info = loadBlockInfo(visits.open(block.info, 'BlockInfo'))
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
export function walkBlockExtra(visits: Visits, root: Cell): BlockExtra {
  return loadBlockExtra(visits.open(walkBlock(visits, root).extra, 'BlockExtra'))
}

/** The parts of a masterchain block's extra that proofs need: roots of dictionaries, unread. */
export type McBlockParts = { readonly shardHashes: Cell | null; readonly prevSignatures: Cell | null }

/** Reads the root, `BlockExtra` and both cells of `McBlockExtra`. */
export function walkMcBlock(visits: Visits, root: Cell, id: BlockIdExt): McBlockParts {
  const { custom } = walkBlockExtra(visits, root)
  if (!custom) throw refusal(`cannot unpack header of block ${formatBlockIdExt(id)}`)
  const shardHashes = loadMcBlockShards(visits.open(custom, 'McBlockExtra'))
  // ^[ prev_blk_signatures:(HashmapE 16 CryptoSignaturePair) … ] is the last reference except a key block's config.
  const isKeyBlock = loadMcBlockConfig(custom.beginParse()) !== undefined
  const below = custom.refs[custom.refs.length - (isKeyBlock ? 2 : 1)] as Cell
  const prevSignatures = visits.open(below, 'McBlockExtra').loadMaybeRef()
  return { shardHashes, prevSignatures }
}

/** Reads a state's root and the cell of its balances and libraries. */
export function walkState(
  visits: Visits,
  root: Cell,
): { readonly state: ShardStateUnsplit; readonly details: ShardStateDetails } {
  const state = loadShardStateUnsplit(visits.open(root, 'ShardStateUnsplit'))
  return { state, details: loadShardStateDetails(visits.open(state.details, 'ShardStateUnsplit details')) }
}

/**
 * Reads a masterchain state's root, the cell of its balances and libraries, and both cells of McStateExtra.
 */
export function walkMcState(
  visits: Visits,
  root: Cell,
): {
  readonly state: ShardStateUnsplit
  readonly details: ShardStateDetails
  readonly extra: McStateExtra
  readonly mcDetails: McStateDetails
} {
  const { state, details } = walkState(visits, root)
  if (!state.custom) throw refusal('cannot unpack state header')
  const extra = loadMcStateExtra(visits.open(state.custom, 'McStateExtra'))
  const mcDetails = loadMcStateDetails(visits.open(extra.details, 'McStateExtra details'))
  return { state, details, extra, mcDetails }
}

/** Returns a proof over a block of the hash of its state: the header and the update's own cell. */
export function proveStateRoot(context: LiteContext, block: StoredBlock, stateRoot: Cell): Cell {
  const make = () => makeStateRootProof(context, block, stateRoot)
  return context.proofs ? context.proofs.stateRoot(block, make) : make()
}

function makeStateRootProof({ store }: LiteContext, block: StoredBlock, stateRoot: Cell): Cell {
  const root = store.root(block)
  const visits = new Visits()
  const { block: cells, refs } = walkHeader(visits, root)
  visits.noteAll(refs.prev)
  visits.note(cells.stateUpdate)
  if (!merkleUpdateHashes(cells.stateUpdate).newHash.equals(stateRoot.hash())) {
    throw refusal('cannot construct Merkle proof for given masterchain state because of hash mismatch')
  }
  return visits.proveLoaded(root)
}
