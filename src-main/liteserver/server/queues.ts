import type { Cell } from '@ton/core'
import { shardsIntersect } from '#shared/ton/shard.ts'
import type { StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadMsgEnvelope, type MsgEnvelope } from '../../chain/block/msgEnvelope.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint, uintOfKey } from '../../chain/hashmap/key.ts'
import { DISPATCH_QUEUE, type DispatchQueue } from '../../chain/state/dispatchQueue.ts'
import { loadOutMsgQueueInfo, type OutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import type { TransactionMetadata } from '../tl/transactions.ts'
import { isFullId, requireBlock, requireLoadableBlock, topShardBlocks } from './blockAccess.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'
import { metadataOf } from './messageMetadata.ts'
import { proveStateRoot, readState } from './proofReaders.ts'
import { ProofRecorder } from './proofRecorder.ts'
import { serializeRoots } from './transactions.ts'

/** The queue size above which the reference node's collator takes no external messages. */
const EXTERNAL_MESSAGE_LIMIT = 8000

const WANT_PROOF = 1

/**
 * Answers `liteServer.getOutMsgQueueSizes`: for the masterchain and every shard (or those that intersect a
 * shard) in the newest state.
 */
export async function getOutMsgQueueSizes(
  context: LiteContext,
  { mode, wc, shard }: TlRequest<LiteApi['getOutMsgQueueSizes']>,
): Promise<TlResponse<LiteApi['getOutMsgQueueSizes']>> {
  const wanted = [context.store.head(), ...topShardBlocks(context)].filter(
    (id) => !(mode & 1) || (id.workchain === wc && shardsIntersect(id.shard, shard ?? 0n)),
  )
  const shards: { id: BlockIdExt; size: number }[] = []
  for (const id of wanted) {
    const stateRoot = await context.store.state(requireBlock(context, id))
    const { outQueue, extra } = walkQueueInfo(new ProofRecorder(), stateRoot)
    shards.push({ id, size: extra?.outQueueSize ?? outQueue.count() })
  }
  return { shards, extMsgQueueSizeLimit: EXTERNAL_MESSAGE_LIMIT }
}

/** Answers `liteServer.getBlockOutMsgQueueSize`. */
export async function getBlockOutMsgQueueSize(
  context: LiteContext,
  { mode, id }: TlRequest<LiteApi['getBlockOutMsgQueueSize']>,
): Promise<TlResponse<LiteApi['getBlockOutMsgQueueSize']>> {
  const { block, stateRoot, recorder } = await requireQueueState(context, id)
  const size = walkQueueInfo(recorder, stateRoot).extra?.outQueueSize
  if (size === undefined) throw liteError('no out_msg_queue_size in shard state')
  return { mode, id, size: BigInt(size), ...proofAnswer(context, mode, block, stateRoot, recorder) }
}

const AFTER_ADDRESS = 2
const MAX_DISPATCH_ACCOUNTS = 64

/**
 * Answers `liteServer.getDispatchQueueInfo`: the accounts with deferred messages, by ascending account id.
 */
export async function getDispatchQueueInfo(
  context: LiteContext,
  { mode, id, afterAddr, maxAccounts }: TlRequest<LiteApi['getDispatchQueueInfo']>,
): Promise<TlResponse<LiteApi['getDispatchQueueInfo']>> {
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  if (maxAccounts <= 0) throw liteError('invalid max_accounts')
  const { block, stateRoot, recorder } = await requireQueueState(context, id)
  const queue = dispatchQueueOf(walkQueueInfo(recorder, stateRoot)).watched(recorder.record)
  const range = mode & AFTER_ADDRESS && afterAddr ? { from: afterAddr, after: true } : {}
  const limit = Math.min(maxAccounts, MAX_DISPATCH_ACCOUNTS)
  const accountDispatchQueues: TlResponse<LiteApi['getDispatchQueueInfo']>['accountDispatchQueues'] = []
  let complete = true
  for (const { key: addr, value } of queue.entries(range)) {
    if (accountDispatchQueues.length === limit) {
      complete = false
      break
    }
    const messages = value.messages.watched(recorder.record)
    accountDispatchQueues.push({
      addr,
      size: BigInt(value.count),
      minLt: signedLt(messages.first()?.key),
      maxLt: signedLt(messages.last()?.key),
    })
  }
  return {
    mode,
    id,
    accountDispatchQueues,
    complete,
    ...proofAnswer(context, mode, block, stateRoot, recorder),
  }
}

const ONE_ACCOUNT = 2
const MESSAGES_BOC = 4
const MAX_DISPATCH_MESSAGES = 64
const MAX_DISPATCH_MESSAGES_WITH_BOC = 16

/**
 * Answers `liteServer.getDispatchQueueMessages`: the deferred messages after (account, lt), of one account or
 * of all that follow.
 */
export async function getDispatchQueueMessages(
  context: LiteContext,
  request: TlRequest<LiteApi['getDispatchQueueMessages']>,
): Promise<TlResponse<LiteApi['getDispatchQueueMessages']>> {
  const { mode, id, maxMessages } = request
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  if (maxMessages <= 0) throw liteError('invalid max_messages')
  const { block, stateRoot, recorder } = await requireQueueState(context, id)
  const queue = dispatchQueueOf(walkQueueInfo(recorder, stateRoot)).watched(recorder.record)
  const { waiting, complete } = readWaiting(recorder, queue, request)
  return {
    mode,
    id,
    messages: waiting.map(({ addr, lt, envelope }) => ({
      addr,
      lt: BigInt.asIntN(64, lt),
      hash: envelope.msg.hash(),
      metadata: metadataOf(envelope) ?? NO_METADATA,
    })),
    complete,
    ...proofAnswer(context, mode, block, stateRoot, recorder),
    ...(mode & MESSAGES_BOC && { messagesBoc: serializeRoots(waiting.map(({ envelope }) => envelope.msg)) }),
  }
}

/** The placeholder for a message without metadata. */
const NO_METADATA: TransactionMetadata = {
  mode: 0,
  depth: -1,
  initiator: { workchain: -0x8000_0000, id: Buffer.alloc(32) },
  initiatorLt: -1n,
}

type Waiting = { readonly addr: Buffer; readonly lt: bigint; readonly envelope: MsgEnvelope }

function readWaiting(
  recorder: ProofRecorder,
  queue: DispatchQueue,
  { mode, addr: start, afterLt, maxMessages }: TlRequest<LiteApi['getDispatchQueueMessages']>,
): { waiting: Waiting[]; complete: boolean } {
  const limit = Math.min(
    maxMessages,
    mode & MESSAGES_BOC ? MAX_DISPATCH_MESSAGES_WITH_BOC : MAX_DISPATCH_MESSAGES,
  )
  const firstLt = afterLt > 0n ? afterLt : 0n
  const waiting: Waiting[] = []
  let after = firstLt
  for (const { key: addr, value } of queue.entries({ from: start })) {
    if (mode & ONE_ACCOUNT && !addr.equals(start)) break
    const messages = value.messages.watched(recorder.record)
    for (const { key, value: message } of messages.entries({ from: keyOfUint(after, 64), after: true })) {
      if (waiting.length === limit) break
      recorder.record(message.outMsg)
      const envelope = loadMsgEnvelope(message.outMsg.beginParse())
      waiting.push({ addr, lt: uintOfKey(key, 64), envelope })
    }
    // As in the reference server, a full answer is not marked complete even if nothing follows.
    if (waiting.length === limit) return { waiting, complete: false }
    // The reference server continues with the next account from lt 0.
    after = 0n
  }
  return { waiting, complete: true }
}

async function requireQueueState(
  context: LiteContext,
  id: BlockIdExt,
): Promise<{ block: StoredBlock; stateRoot: Cell; recorder: ProofRecorder }> {
  if (!isFullId(id)) throw liteError('invalid BlockIdExt')
  const block = requireLoadableBlock(context, id)
  return { block, stateRoot: await context.store.state(block), recorder: new ProofRecorder() }
}

/** Reads a state's root and its OutMsgQueueInfo. */
function walkQueueInfo(recorder: ProofRecorder, stateRoot: Cell): OutMsgQueueInfo {
  const { state } = readState(recorder, stateRoot)
  return loadOutMsgQueueInfo(recorder.open(state.outMsgQueueInfo, 'OutMsgQueueInfo'))
}

function dispatchQueueOf(info: OutMsgQueueInfo): DispatchQueue {
  return info.extra?.dispatchQueue ?? HashmapAugE.empty(DISPATCH_QUEUE)
}

function proofAnswer(
  context: LiteContext,
  mode: number,
  block: StoredBlock,
  stateRoot: Cell,
  recorder: ProofRecorder,
): { proof?: Buffer } {
  if (!(mode & WANT_PROOF)) return {}
  return { proof: serializeBoc([proveStateRoot(context, block, stateRoot), recorder.proveState(stateRoot)]) }
}

function signedLt(key: Buffer | undefined): bigint {
  return key ? BigInt.asIntN(64, uintOfKey(key, 64)) : 0n
}
