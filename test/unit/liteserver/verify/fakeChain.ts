import { beginCell, type Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE, storeHashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import {
  merkleProofCell,
  merkleUpdateCell,
  prunedBranch,
} from '../../../../src-main/chain/merkle/merkleCells.ts'
import { DISPATCH_QUEUE, type DispatchQueue } from '../../../../src-main/chain/state/dispatchQueue.ts'
import { OUT_MSG_QUEUE } from '../../../../src-main/chain/state/outMsgQueue.ts'
import { storeOutMsgQueueInfo } from '../../../../src-main/chain/state/outMsgQueueInfo.ts'
import { PROCESSED_INFO } from '../../../../src-main/chain/state/processedUpto.ts'
import { SHARD_ACCOUNTS, type ShardAccounts } from '../../../../src-main/chain/state/shardAccounts.ts'
import { storeShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'

/** A basechain block that is empty except for the state after it, and proofs that show all of both. */
export type FakeBlock = {
  readonly id: BlockIdExt
  /** Two roots, block and state, as in account and queue answers. */
  readonly proof: Buffer
}

export type FakeState = {
  readonly dispatchQueue?: DispatchQueue
  readonly outQueueSize?: number
  readonly accounts?: ShardAccounts
}

const SEQNO = 7
const NOTHING = beginCell().endCell()

export function fakeBlock(content: FakeState): FakeBlock {
  const state = stateCell(content)
  const before = beginCell().storeUint(1, 8).endCell()
  const update = merkleUpdateCell(prunedBranch(before, 1), prunedBranch(state, 1))
  const block = beginCell()
    .storeUint(0x11ef55aa, 32)
    .storeInt(-777, 32)
    .storeRef(NOTHING)
    .storeRef(NOTHING)
    .storeRef(update)
    .storeRef(NOTHING)
    .endCell()
  return {
    id: {
      workchain: 0,
      shard: FULL_SHARD,
      seqno: SEQNO,
      rootHash: block.hash(),
      fileHash: Buffer.alloc(32, 1),
    },
    proof: serializeBoc([merkleProofCell(block), merkleProofCell(state)]),
  }
}

function stateCell({ dispatchQueue, outQueueSize, accounts }: FakeState): Cell {
  const queueInfo = {
    outQueue: HashmapAugE.empty(OUT_MSG_QUEUE),
    procInfo: new HashmapE(PROCESSED_INFO),
    extra: { dispatchQueue: dispatchQueue ?? HashmapAugE.empty(DISPATCH_QUEUE), outQueueSize },
    ihrPending: undefined,
  }
  const state = storeShardStateUnsplit({
    globalId: -777,
    shardIdent: { workchain: 0, shard: FULL_SHARD },
    seqno: SEQNO,
    vertSeqno: 0,
    genUtime: 1_795_239_000,
    genLt: 9_000_000n,
    minRefMcSeqno: 1,
    outMsgQueueInfo: beginCell().store(storeOutMsgQueueInfo(queueInfo)).endCell(),
    beforeSplit: false,
    accounts: beginCell()
      .store(storeHashmapAugE(accounts ?? HashmapAugE.empty(SHARD_ACCOUNTS)))
      .endCell(),
    details: NOTHING,
    custom: undefined,
  })
  return beginCell().store(state).endCell()
}
