import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { configParam } from '../../chain/config/configParams.ts'
import type { McStateDetails, McStateExtra } from '../../chain/state/mcStateExtra.ts'
import { lastKeyBlockUpTo, oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { ProofRecorder } from './proofRecorder.ts'

/**
 * The bits of a config query's mode that make the reference server read more of a state or key block, so that
 * its proof contains more (`block::ConfigInfo::need…`). Clients set them to get those parts proved.
 */
export type ConfigFlags = number

const LIBRARIES = 2
const SHARD_HASHES = 8
const VALIDATOR_SET = 16
const SPECIAL_CONTRACTS = 32
const ACCOUNTS_ROOT = 64
const PREV_BLOCKS = 128
const WORKCHAINS = 256
const CAPABILITIES = 512

/** Reads the parameters that `flags` selects. */
export function readConfig(recorder: ProofRecorder, config: Cell, flags: ConfigFlags): void {
  recorder.record(config)
  const needsVersion = (flags & (CAPABILITIES | PREV_BLOCKS)) !== 0
  if (flags & VALIDATOR_SET) readParam(recorder, config, [35, 34])
  if (flags & SPECIAL_CONTRACTS) readParam(recorder, config, [31])
  if (flags & WORKCHAINS) readParam(recorder, config, [12])
  if (needsVersion) readParam(recorder, config, [8])
}

/** Reads the whole cell of the first of several parameters that is set. */
function readParam(recorder: ProofRecorder, config: Cell, ids: readonly number[]): void {
  for (const id of ids) {
    const cell = configParam(config, id, recorder.record)
    if (!cell) continue
    recorder.recordTree(cell)
    return
  }
}

/** The number of earlier blocks that a contract can read (`PREVMCBLOCKS`, and every hundredth block). */
const LAST_BLOCKS = 16

/** Reads the parts of a masterchain state outside its configuration. */
export function readStateParts(
  recorder: ProofRecorder,
  {
    state,
    extra,
    mcDetails,
  }: {
    readonly state: ShardStateUnsplit
    readonly extra: McStateExtra
    readonly mcDetails: McStateDetails
  },
  flags: ConfigFlags,
  id: BlockIdExt,
): void {
  if (flags & SHARD_HASHES && extra.shardHashes) recorder.recordTree(extra.shardHashes)
  if (flags & ACCOUNTS_ROOT) readAccountsRoot(recorder, state.accounts)
  if (flags & LIBRARIES) recorder.record(state.details)
  if (flags & PREV_BLOCKS) {
    const blocks = mcDetails.prevBlocks.watched(recorder.record)
    oldMcBlock(blocks, 0)
    lastKeyBlockUpTo(blocks, id.seqno)
    for (let seqno = id.seqno - 1; seqno >= 0 && seqno > id.seqno - LAST_BLOCKS; seqno--) {
      oldMcBlock(blocks, seqno)
    }
    for (let seqno = id.seqno - (id.seqno % 100), i = 0; seqno >= 0 && i < LAST_BLOCKS; seqno -= 100, i++) {
      if (seqno !== id.seqno) oldMcBlock(blocks, seqno)
    }
  }
}

/**
 * Reads the cell with the dictionary's total and the root node below it, which the reference server opens
 * too.
 */
function readAccountsRoot(recorder: ProofRecorder, accounts: Cell): void {
  recorder.record(accounts)
  const [root] = accounts.refs
  if (accounts.bits.at(0) && root) recorder.record(root)
}

/**
 * Reads the parameters that determine the signers of masterchain blocks: the current validators and the rules
 * of groups (28).
 */
export function readSigners(recorder: ProofRecorder, config: Cell): void {
  recorder.record(config)
  readParam(recorder, config, [35, 34])
  readParam(recorder, config, [28])
}
