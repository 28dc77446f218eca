import { hash } from 'node:crypto'
import { type Builder, beginCell, type Cell } from '@ton/core'
import { storeBlock } from '../../chain/block/block.ts'
import { storeBlockExtra } from '../../chain/block/blockExtra.ts'
import type { BlockInfo } from '../../chain/block/blockInfo.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import type { GlobalVersion } from '../../chain/block/globalVersion.ts'
import type { ValueFlow } from '../../chain/block/valueFlow.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { FILE_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'
import type { HashmapE } from '../../chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { buildMerkleUpdate } from '../../chain/merkle/merkleUpdate.ts'
import { DISPATCH_QUEUE } from '../../chain/state/dispatchQueue.ts'
import type { LibDescr } from '../../chain/state/libDescr.ts'
import { storeOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import { storeShardStateDetails, storeShardStateUnsplit } from '../../chain/state/shardState.ts'
import { type Balance, type Burning, balanceOf, type Income } from './balance.ts'
import { type BlockContents, contentsOf } from './blockContents.ts'
import type { Collation } from './collation.ts'
import { loadHistoryAfter, type ResizeIntent, resizeIntentOf } from './loadHistory.ts'
import { type Claim, processedInfoOf } from './processed.ts'
import { type BlockBase, lastSeqno } from './shardBase.ts'

/** The parts of a header and of a state that do not come from transactions. */
export type BlockFrame = {
  readonly globalId: number
  readonly base: BlockBase
  readonly validators: { readonly hashShort: number; readonly ccSeqno: number }
  readonly minRefMcSeqno: number
  readonly prevKeyBlockSeqno: number
  /** Undefined in the masterchain. */
  readonly masterRef: ExtBlkRef | undefined
  readonly createdBy: Buffer
  readonly genSoftware: GlobalVersion
  readonly claims: readonly Claim[]
  /** Whether the shard splits after this block. */
  readonly beforeSplit: boolean
  /** Undefined: the intent of the load history. */
  readonly intent: ResizeIntent | undefined
}

/** The parts of a masterchain block that shard blocks do not have. */
export type MasterchainParts = {
  /** McBlockExtra. */
  readonly blockExtra: Cell
  /** Returns McStateExtra of a block that burns this many nanoton. */
  readonly stateExtra: (burned: bigint) => Cell
  readonly isKeyBlock: boolean
  readonly burning: Burning
  readonly libraries: HashmapE<LibDescr>
}

/** A finished block: its file (whose SHA-256 is the file hash) and the state after it. */
export type SealedBlock = {
  readonly id: BlockIdExt
  readonly root: Cell
  readonly data: Buffer
  readonly state: Cell
  readonly endLt: bigint
  readonly valueFlow: ValueFlow
}

/**
 * Builds the block of a finished collation, and the state after it.
 * @throws ValueFlowError
 */
export function sealBlock(
  collation: Collation,
  frame: BlockFrame,
  income: Income,
  masterchain: MasterchainParts | undefined,
): SealedBlock {
  const { shard } = collation.start
  const { base } = frame
  const contents = contentsOf(collation, frame.genSoftware.version)
  const balance = balanceOf(collation, base, contents, { income, burning: masterchain?.burning })
  const history = loadHistoryAfter(base.details, collation.load.classify(), collation.queueSize)
  const next = { contents, balance, history, masterchain }
  const state = stateCell(collation, frame, next)
  const root = blockCell(collation, frame, next, state)
  const data = serializeBoc(root, FILE_BOC)
  const id: BlockIdExt = {
    workchain: shard.workchain,
    shard: shard.shard,
    seqno: lastSeqno(base) + 1,
    rootHash: root.hash(),
    fileHash: hash('sha256', data, 'buffer'),
  }
  return { id, root, data, state, endLt: collation.endLt, valueFlow: balance.valueFlow }
}

/** The parts of a block that its state and its own cell are built from. */
type NextParts = {
  readonly contents: BlockContents
  readonly balance: Balance
  readonly history: ReturnType<typeof loadHistoryAfter>
  readonly masterchain: MasterchainParts | undefined
}

function stateCell(
  collation: Collation,
  frame: BlockFrame,
  { contents: { accounts }, balance, history, masterchain }: NextParts,
): Cell {
  const { base } = frame
  const queueInfo = {
    outQueue: collation.queue,
    procInfo: processedInfoOf(frame.claims),
    extra: { dispatchQueue: HashmapAugE.empty(DISPATCH_QUEUE), outQueueSize: collation.queueSize },
    ihrPending: undefined,
  }
  const details = {
    ...history,
    totalBalance: accounts.extra.balance,
    totalValidatorFees: balance.totalValidatorFees,
    libraries: masterchain?.libraries ?? base.details.libraries,
    masterRef: frame.masterRef,
  }
  return cellOf(
    storeShardStateUnsplit({
      globalId: frame.globalId,
      shardIdent: collation.start.shard,
      seqno: lastSeqno(base) + 1,
      vertSeqno: 0,
      genUtime: collation.start.environment.utime,
      genLt: collation.endLt,
      minRefMcSeqno: frame.minRefMcSeqno,
      outMsgQueueInfo: cellOf(storeOutMsgQueueInfo(queueInfo)),
      beforeSplit: frame.beforeSplit,
      accounts: cellOf(storeHashmapAugE(accounts)),
      details: cellOf(storeShardStateDetails(details)),
      custom: masterchain?.stateExtra(balance.burned),
    }),
  )
}

function blockCell(
  collation: Collation,
  frame: BlockFrame,
  { contents, balance, history, masterchain }: NextParts,
  state: Cell,
): Cell {
  const { base } = frame
  const { environment } = collation.start
  const extra = {
    inMsgDescr: cellOf(storeHashmapAugE(contents.inMsgDescr)),
    outMsgDescr: cellOf(storeHashmapAugE(contents.outMsgDescr)),
    accountBlocks: cellOf(storeHashmapAugE(contents.accountBlocks)),
    randSeed: environment.randSeed,
    createdBy: frame.createdBy,
    custom: masterchain?.blockExtra,
  }
  return cellOf(
    storeBlock({
      globalId: frame.globalId,
      info: blockInfoOf(collation, frame, {
        intent: frame.intent ?? resizeIntentOf(history),
        isKeyBlock: masterchain?.isKeyBlock ?? false,
      }),
      valueFlow: balance.valueFlow,
      stateUpdate: buildMerkleUpdate(base.root, state, { shown: masterchain ? readOfMaster(base.root) : [] }),
      extra: cellOf(storeBlockExtra(extra)),
    }),
  )
}

function blockInfoOf(
  { start, endLt }: Collation,
  frame: BlockFrame,
  { intent, isKeyBlock }: { readonly intent: ResizeIntent; readonly isKeyBlock: boolean },
): BlockInfo {
  const { base } = frame
  return {
    version: 0,
    beforeSplit: frame.beforeSplit,
    afterSplit: base.isAfterSplit,
    wantSplit: intent === 'split',
    wantMerge: intent === 'merge',
    keyBlock: isKeyBlock,
    seqno: lastSeqno(base) + 1,
    vertSeqno: 0,
    shard: start.shard,
    genUtime: start.environment.utime,
    startLt: start.startLt,
    endLt,
    genValidatorListHashShort: frame.validators.hashShort,
    genCatchainSeqno: frame.validators.ccSeqno,
    minRefMcSeqno: frame.minRefMcSeqno,
    prevKeyBlockSeqno: frame.prevKeyBlockSeqno,
    genSoftware: frame.genSoftware,
    masterRef: frame.masterRef,
    prevRef: base.prev,
    prevVertRef: undefined,
  }
}

function cellOf(write: (builder: Builder) => void): Cell {
  return finishCell(beginCell().store(write))
}

/**
 * Returns the cells that only a masterchain state has: the root, McStateExtra and its cell with `flags`. A validator of
 * the reference node has read them, so that its update shows them on the old side, and clients parse them.
 */
function readOfMaster(root: Cell): readonly Cell[] {
  const extra = root.refs[3]
  if (!extra) throw new Error('a masterchain state has no McStateExtra')
  // masterchain_state_extra#cc26 shard_hashes:(HashmapE 32 ^(BinTree ShardDescr)) config:ConfigParams ^[flags …]
  const hasShards = extra.beginParse().skip(16).loadBit()
  const flags = extra.refs[hasShards ? 2 : 1]
  return flags ? [root, extra, flags] : [root, extra]
}
