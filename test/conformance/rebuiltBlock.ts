import { type Builder, beginCell, type Cell, type Slice } from '@ton/core'
import { ACCOUNT_TRANSACTIONS, type AccountBlock } from '../../src-main/chain/block/accountBlock.ts'
import { loadBlock, storeBlock } from '../../src-main/chain/block/block.ts'
import { loadBlockExtra, storeBlockExtra } from '../../src-main/chain/block/blockExtra.ts'
import type { BlockInfo } from '../../src-main/chain/block/blockInfo.ts'
import { inMsgDescrCodec, loadInMsgDescr } from '../../src-main/chain/block/inMsgDescr.ts'
import { storeMcBlockExtra } from '../../src-main/chain/block/mcBlockExtra.ts'
import { loadMessage, storeMessage } from '../../src-main/chain/block/message.ts'
import { loadMsgEnvelope, storeMsgEnvelope } from '../../src-main/chain/block/msgEnvelope.ts'
import { outMsgDescrCodec } from '../../src-main/chain/block/outMsgDescr.ts'
import {
  loadShardAccountBlocks,
  SHARD_ACCOUNT_BLOCKS,
} from '../../src-main/chain/block/shardAccountBlocks.ts'
import { SHARD_FEES } from '../../src-main/chain/block/shardFees.ts'
import { allShards, buildShardHashes } from '../../src-main/chain/block/shardHashes.ts'
import { loadTransaction, storeTransaction } from '../../src-main/chain/block/transaction.ts'
import type { ValueFlow } from '../../src-main/chain/block/valueFlow.ts'
import { type AugCodec, HashmapAugE } from '../../src-main/chain/hashmap/hashmapAug.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import {
  loadMcBlockExtra,
  loadOutMsgDescr,
  storeInMsgDescr,
  storeOutMsgDescr,
  storeShardAccountBlocks,
} from '../chain/blockCodecs.ts'

/** What was found while a block was taken apart. */
export type RebuiltBlock = {
  readonly root: Cell
  readonly globalId: number
  readonly info: BlockInfo
  readonly valueFlow: ValueFlow
  readonly transactions: number
  readonly inMessages: number
  readonly outMessages: number
  /** How often each kind of descriptor, envelope, message and transaction occurred. */
  readonly kinds: ReadonlyMap<string, number>
}

/**
 * Takes a block apart down to every field of every message, envelope, transaction and descriptor, and writes it
 * anew from the values alone; the extras of all dictionaries are computed, not copied.
 * @throws Error where a message, envelope or transaction isn't written as it was read
 */
export function rebuildBlock(root: Cell): RebuiltBlock {
  const kinds = new Map<string, number>()
  const count = (kind: string) => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const same = <T>(
    cell: Cell,
    type: string,
    load: (s: Slice) => T,
    store: (v: T) => (b: Builder) => void,
  ): T => {
    const value = parseCell(cell, type, load)
    const again = beginCell().store(store(value)).endCell()
    if (!again.hash().equals(cell.hash())) throw new Error(`${type} ${cell.hash().toString('hex')} changes`)
    return value
  }
  const checkMessage = (cell: Cell) =>
    count(`message ${same(cell, 'Message', loadMessage, storeMessage).info.type}`)
  const checkEnvelope = (cell: Cell) => {
    const { msg, v2 } = same(cell, 'MsgEnvelope', loadMsgEnvelope, storeMsgEnvelope)
    count(v2 ? 'envelope v2' : 'envelope v1')
    checkMessage(msg)
  }
  const checkTransaction = (cell: Cell) => {
    const { description, inMsg, outMsgs } = same(cell, 'Transaction', loadTransaction, storeTransaction)
    count(`transaction ${description.type}`)
    for (const message of inMsg ? [inMsg, ...outMsgs] : outMsgs) checkMessage(message)
  }

  const block = parseCell(root, 'Block', loadBlock)
  const globalVersion = block.info.genSoftware?.version ?? 0
  const extra = parseCell(block.extra, 'BlockExtra', loadBlockExtra)

  const inMsgDescr = rebuiltMap(
    parseCell(extra.inMsgDescr, 'InMsgDescr', loadInMsgDescr),
    inMsgDescrCodec(globalVersion),
  )
  for (const { value } of inMsgDescr.entries()) {
    count(`in ${value.kind}`)
    if ('msg' in value) checkMessage(value.msg)
    if ('inMsg' in value) checkEnvelope(value.inMsg)
    if ('outMsg' in value) checkEnvelope(value.outMsg)
  }
  const outMsgDescr = rebuiltMap(
    parseCell(extra.outMsgDescr, 'OutMsgDescr', loadOutMsgDescr),
    outMsgDescrCodec(globalVersion),
  )
  for (const { value } of outMsgDescr.entries()) {
    count(`out ${value.kind}`)
    if ('msg' in value) checkMessage(value.msg)
    if ('outMsg' in value) checkEnvelope(value.outMsg)
  }

  let transactions = 0
  const rebuiltAccount = (accountBlock: AccountBlock): AccountBlock => {
    for (const { value } of accountBlock.transactions.entries()) {
      checkTransaction(value)
      transactions++
    }
    return { ...accountBlock, transactions: rebuiltMap(accountBlock.transactions, ACCOUNT_TRANSACTIONS) }
  }
  const accountBlocks = rebuiltMap(
    parseCell(extra.accountBlocks, 'ShardAccountBlocks', loadShardAccountBlocks),
    SHARD_ACCOUNT_BLOCKS,
    rebuiltAccount,
  )

  const rebuiltExtra = storeBlockExtra({
    inMsgDescr: beginCell().store(storeInMsgDescr(inMsgDescr)).endCell(),
    outMsgDescr: beginCell().store(storeOutMsgDescr(outMsgDescr)).endCell(),
    accountBlocks: beginCell().store(storeShardAccountBlocks(accountBlocks)).endCell(),
    randSeed: extra.randSeed,
    createdBy: extra.createdBy,
    custom: extra.custom && rebuiltMcExtra(extra.custom),
  })
  return {
    root: beginCell()
      .store(storeBlock({ ...block, extra: beginCell().store(rebuiltExtra).endCell() }))
      .endCell(),
    globalId: block.globalId,
    info: block.info,
    valueFlow: block.valueFlow,
    transactions,
    inMessages: inMsgDescr.count(),
    outMessages: outMsgDescr.count(),
    kinds,
  }
}

function rebuiltMap<V, E>(
  map: HashmapAugE<V, E>,
  codec: AugCodec<V, E>,
  rebuilt: (value: V) => V = (value) => value,
): HashmapAugE<V, E> {
  const entries = [...map.entries()].map(({ key, value }) => ({ key, value: rebuilt(value) }))
  return HashmapAugE.from(codec, entries)
}

function rebuiltMcExtra(cell: Cell): Cell {
  const extra = parseCell(cell, 'McBlockExtra', loadMcBlockExtra)
  const rebuilt = storeMcBlockExtra({
    ...extra,
    shardHashes: buildShardHashes(allShards(extra.shardHashes)),
    shardFees: rebuiltMap(extra.shardFees, SHARD_FEES),
  })
  return beginCell().store(rebuilt).endCell()
}
