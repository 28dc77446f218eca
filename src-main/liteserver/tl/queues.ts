import { blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, long, nat, shardPrefix, vector } from './codec.ts'
import { optional, tlConstructor, trueBit } from './combinator.ts'
import { tlFunction } from './function.ts'
import { transactionMetadata } from './transactions.ts'

export const outMsgQueueSize = tlConstructor(
  'liteServer.outMsgQueueSize id:tonNode.blockIdExt size:int = liteServer.OutMsgQueueSize',
  { id: blockIdExt, size: int },
)
/** The number of messages in one shard's out queue (`liteServer.outMsgQueueSize`). */
export type OutMsgQueueSize = TlValue<typeof outMsgQueueSize>

export const outMsgQueueSizes = tlConstructor(
  'liteServer.outMsgQueueSizes shards:(vector liteServer.outMsgQueueSize) ext_msg_queue_size_limit:int = liteServer.OutMsgQueueSizes',
  { shards: vector(outMsgQueueSize), extMsgQueueSizeLimit: int },
)
/**
 * The answer to getOutMsgQueueSizes (`liteServer.outMsgQueueSizes`). External messages are refused above the
 * limit.
 */
export type OutMsgQueueSizes = TlValue<typeof outMsgQueueSizes>

export const blockOutMsgQueueSize = tlConstructor(
  'liteServer.blockOutMsgQueueSize mode:# id:tonNode.blockIdExt size:long proof:mode.0?bytes = liteServer.BlockOutMsgQueueSize',
  { mode: nat, id: blockIdExt, size: long, proof: optional(0, bytes) },
)
/** The answer to getBlockOutMsgQueueSize (`liteServer.blockOutMsgQueueSize`). */
export type BlockOutMsgQueueSize = TlValue<typeof blockOutMsgQueueSize>

export const accountDispatchQueueInfo = tlConstructor(
  'liteServer.accountDispatchQueueInfo addr:int256 size:long min_lt:long max_lt:long = liteServer.AccountDispatchQueueInfo',
  { addr: int256, size: long, minLt: long, maxLt: long },
)
/**
 * The deferred messages of one account (`liteServer.accountDispatchQueueInfo`): their number, lowest and
 * highest lt.
 */
export type AccountDispatchQueueInfo = TlValue<typeof accountDispatchQueueInfo>

export const dispatchQueueInfo = tlConstructor(
  'liteServer.dispatchQueueInfo mode:# id:tonNode.blockIdExt account_dispatch_queues:(vector liteServer.accountDispatchQueueInfo) complete:Bool proof:mode.0?bytes = liteServer.DispatchQueueInfo',
  {
    mode: nat,
    id: blockIdExt,
    accountDispatchQueues: vector(accountDispatchQueueInfo),
    complete: bool,
    proof: optional(0, bytes),
  },
)
/** The answer to getDispatchQueueInfo (`liteServer.dispatchQueueInfo`). */
export type DispatchQueueInfo = TlValue<typeof dispatchQueueInfo>

export const dispatchQueueMessage = tlConstructor(
  'liteServer.dispatchQueueMessage addr:int256 lt:long hash:int256 metadata:liteServer.transactionMetadata = liteServer.DispatchQueueMessage',
  { addr: int256, lt: long, hash: int256, metadata: transactionMetadata },
)
/** A deferred message (`liteServer.dispatchQueueMessage`): its sender, lt, hash and metadata. */
export type DispatchQueueMessage = TlValue<typeof dispatchQueueMessage>

export const dispatchQueueMessages = tlConstructor(
  `liteServer.dispatchQueueMessages mode:# id:tonNode.blockIdExt messages:(vector liteServer.dispatchQueueMessage) complete:Bool
    proof:mode.0?bytes messages_boc:mode.2?bytes = liteServer.DispatchQueueMessages`,
  {
    mode: nat,
    id: blockIdExt,
    messages: vector(dispatchQueueMessage),
    complete: bool,
    proof: optional(0, bytes),
    messagesBoc: optional(2, bytes),
  },
)
/**
 * The answer to getDispatchQueueMessages (`liteServer.dispatchQueueMessages`). `messagesBoc` has the messages
 * as roots.
 */
export type DispatchQueueMessages = TlValue<typeof dispatchQueueMessages>

/** With both fields: one shard and its descendants; with neither: all shards. */
export const getOutMsgQueueSizes = tlFunction(
  'liteServer.getOutMsgQueueSizes mode:# wc:mode.0?int shard:mode.0?long = liteServer.OutMsgQueueSizes',
  { mode: nat, wc: optional(0, int), shard: optional(0, shardPrefix) },
  outMsgQueueSizes,
)
export const getBlockOutMsgQueueSize = tlFunction(
  'liteServer.getBlockOutMsgQueueSize mode:# id:tonNode.blockIdExt want_proof:mode.0?true = liteServer.BlockOutMsgQueueSize',
  { mode: nat, id: blockIdExt, wantProof: trueBit(0) },
  blockOutMsgQueueSize,
)
export const getDispatchQueueInfo = tlFunction(
  'liteServer.getDispatchQueueInfo mode:# id:tonNode.blockIdExt after_addr:mode.1?int256 max_accounts:int want_proof:mode.0?true = liteServer.DispatchQueueInfo',
  { mode: nat, id: blockIdExt, afterAddr: optional(1, int256), maxAccounts: int, wantProof: trueBit(0) },
  dispatchQueueInfo,
)
export const getDispatchQueueMessages = tlFunction(
  `liteServer.getDispatchQueueMessages mode:# id:tonNode.blockIdExt addr:int256 after_lt:long max_messages:int
    want_proof:mode.0?true one_account:mode.1?true messages_boc:mode.2?true = liteServer.DispatchQueueMessages`,
  {
    mode: nat,
    id: blockIdExt,
    addr: int256,
    afterLt: long,
    maxMessages: int,
    wantProof: trueBit(0),
    oneAccount: trueBit(1),
    messagesBoc: trueBit(2),
  },
  dispatchQueueMessages,
)
