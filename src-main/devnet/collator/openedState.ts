import type { Cell } from '@ton/core'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import {
  type McStateDetails,
  type McStateExtra,
  openMcStateDetails,
  openMcStateExtra,
} from '../../chain/state/mcStateExtra.ts'
import type { OutMsgQueue } from '../../chain/state/outMsgQueue.ts'
import { openOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import { openShardAccounts, type ShardAccounts } from '../../chain/state/shardAccounts.ts'
import {
  mcStateExtraCell,
  openShardStateDetails,
  openShardStateUnsplit,
  type ShardStateDetails,
  type ShardStateUnsplit,
} from '../../chain/state/shardState.ts'
import { Lru } from '../../platform/lru.ts'
import type { Neighbour } from './neighbours.ts'
import { type Claim, claimsOf } from './processed.ts'

/** A state after a block, with the values that a collator reads. */
export type OpenedState = {
  readonly root: Cell
  readonly ident: ShardIdent
  readonly state: ShardStateUnsplit
  readonly details: ShardStateDetails
  readonly accounts: ShardAccounts
  readonly queue: OutMsgQueue
  readonly queueSize: number
  readonly claims: readonly Claim[]
}

/** Number of cached states: enough for two steps of sixteen shards. */
const MAX_OPENED = 40
/** Recently opened states, cached because every checked message needs the newest ones. */
const OPENED = new Lru<Cell, OpenedState>(MAX_OPENED)
const OPENED_MASTERCHAIN = new Lru<Cell, OpenedMasterchain>(MAX_OPENED)

export function openState(root: Cell): OpenedState {
  return OPENED.getOrMake(root, () => open(root))
}

function open(root: Cell): OpenedState {
  const state = openShardStateUnsplit(root)
  const queueInfo = openOutMsgQueueInfo(state.outMsgQueueInfo)
  const { workchain, shard } = state.shardIdent
  return {
    root,
    ident: { workchain, shard },
    state,
    details: openShardStateDetails(state.details),
    accounts: openShardAccounts(state.accounts),
    queue: queueInfo.outQueue,
    queueSize: queueInfo.extra?.outQueueSize ?? queueInfo.outQueue.count(),
    claims: claimsOf(queueInfo.procInfo),
  }
}

/** The state of the masterchain. */
export type OpenedMasterchain = OpenedState & {
  readonly extra: McStateExtra
  readonly extraDetails: McStateDetails
}

export function openMasterchain(root: Cell): OpenedMasterchain {
  return OPENED_MASTERCHAIN.getOrMake(root, () => {
    const opened = openState(root)
    const extra = openMcStateExtra(mcStateExtraCell(opened.state))
    return { ...opened, extra, extraDetails: openMcStateDetails(extra.details) }
  })
}

/** Returns a shard as its neighbours see it. */
export function neighbourOf({ ident, state, queue, claims }: OpenedState): Neighbour {
  return { ident, endLt: state.genLt, queue, claims }
}
