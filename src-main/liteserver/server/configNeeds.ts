import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { configParam } from '../../chain/config/configParams.ts'
import type { McStateDetails, McStateExtra } from '../../chain/state/mcStateExtra.ts'
import { lastKeyBlockUpTo, oldMcBlock } from '../../chain/state/oldMcBlocksInfo.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { Visits } from './visits.ts'

/**
 * The bits of a config query's mode that make the reference server read more of a state or key block, so that
 * its proof contains more (`block::ConfigInfo::need…`). Clients set them to get those parts proved.
 */
export type ConfigNeeds = number

const LIBRARIES = 2
const SHARD_HASHES = 8
const VALIDATOR_SET = 16
const SPECIAL_CONTRACTS = 32
const ACCOUNTS_ROOT = 64
const PREV_BLOCKS = 128
const WORKCHAINS = 256
const CAPABILITIES = 512

/** Reads the parameters that `needs` selects. */
export function readConfig(visits: Visits, config: Cell, needs: ConfigNeeds): void {
  visits.note(config)
  const needsVersion = (needs & (CAPABILITIES | PREV_BLOCKS)) !== 0
  if (needs & VALIDATOR_SET) readParam(visits, config, [35, 34])
  if (needs & SPECIAL_CONTRACTS) readParam(visits, config, [31])
  if (needs & WORKCHAINS) readParam(visits, config, [12])
  if (needsVersion) readParam(visits, config, [8])
}

/** Reads the whole cell of the first of several parameters that is set. */
function readParam(visits: Visits, config: Cell, ids: readonly number[]): void {
  for (const id of ids) {
    const cell = configParam(config, id, visits.note)
    if (!cell) continue
    visits.noteAll(cell)
    return
  }
}

/** The number of earlier blocks that a contract can read (`PREVMCBLOCKS`, and every hundredth block). */
const LAST_BLOCKS = 16

/** Reads the parts of a masterchain state outside its configuration. */
export function readStateParts(
  visits: Visits,
  {
    state,
    extra,
    mcDetails,
  }: {
    readonly state: ShardStateUnsplit
    readonly extra: McStateExtra
    readonly mcDetails: McStateDetails
  },
  needs: ConfigNeeds,
  id: BlockIdExt,
): void {
  if (needs & SHARD_HASHES && extra.shardHashes) visits.noteAll(extra.shardHashes)
  if (needs & ACCOUNTS_ROOT) readAccountsRoot(visits, state.accounts)
  if (needs & LIBRARIES) visits.note(state.details)
  if (needs & PREV_BLOCKS) {
    const blocks = mcDetails.prevBlocks.watched(visits.note)
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
function readAccountsRoot(visits: Visits, accounts: Cell): void {
  visits.note(accounts)
  const [root] = accounts.refs
  if (accounts.bits.at(0) && root) visits.note(root)
}

/**
 * Reads the parameters that determine the signers of masterchain blocks: the current validators and the rules
 * of groups (28).
 */
export function readSigners(visits: Visits, config: Cell): void {
  visits.note(config)
  readParam(visits, config, [35, 34])
  readParam(visits, config, [28])
}
