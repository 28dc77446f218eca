import { Address, type Cell } from '@ton/core'
import { loadMsgEnvelope, type MsgEnvelope } from '../../src-main/chain/block/msgEnvelope.ts'
import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { parseBoc } from '../../src-main/chain/cells/parseBoc.ts'
import { keyOfUint, uintOfKey } from '../../src-main/chain/hashmap/key.ts'
import type { DispatchQueue } from '../../src-main/chain/state/dispatchQueue.ts'
import { openOutMsgQueueInfo } from '../../src-main/chain/state/outMsgQueueInfo.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import type { DispatchQueueMessage, DispatchQueueMessages } from '../../src-main/liteserver/tl/queues.ts'
import { expectAnswerTo } from '../../src-main/liteserver/verify/header.ts'
import { expect, proving, whole } from '../../src-main/liteserver/verify/proving.ts'
import { provedStatePair } from '../../src-main/liteserver/verify/queueSize.ts'

const CHECK = 'dispatch queue'

/** The maximum number of messages in a liteserver's answer, without and with their cells. */
const MAX_DISPATCH_MESSAGES = 64
const MAX_DISPATCH_MESSAGES_WITH_CELLS = 16

/** A page of deferred messages. */
export type DispatchMessagesRequest = {
  readonly id: BlockIdExt
  /** The account to start with, at its messages after `afterLt`. Later accounts follow. */
  readonly addr: Buffer
  readonly afterLt: bigint
  readonly maxMessages: number
  /** Excludes other accounts. */
  readonly oneAccount?: boolean | undefined
  /** Includes the messages' cells. */
  readonly messagesBoc?: boolean | undefined
}

/** A verified page of deferred messages. */
export type ProvedDispatchMessages = {
  readonly messages: readonly DispatchQueueMessage[]
  /** In the same order; empty unless requested. */
  readonly cells: readonly Cell[]
  readonly complete: boolean
}

/**
 * Verifies liteServer.getDispatchQueueMessages with proof: the deferred messages after a trusted block.
 * @throws ProofError
 */
export function verifyDispatchQueueMessages(
  request: DispatchMessagesRequest,
  answer: DispatchQueueMessages,
): ProvedDispatchMessages {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const { outMsgQueueInfo } = provedStatePair(request.id, answer.proof, CHECK)
    const { extra } = openOutMsgQueueInfo(outMsgQueueInfo)
    const most = request.messagesBoc ? MAX_DISPATCH_MESSAGES_WITH_CELLS : MAX_DISPATCH_MESSAGES
    const size = Math.min(request.maxMessages, most)
    const walk = extra ? waitingMessages(extra.dispatchQueue, request) : [].values()
    const proved: DispatchQueueMessage[] = []
    for (let step = walk.next(); !step.done; step = walk.next()) {
      proved.push(step.value)
      if (proved.length === size) break
    }
    const { messages, complete } = answer
    expect(messages.length === proved.length, CHECK, `${messages.length} listed of ${proved.length}`)
    messages.forEach((message, index) => {
      expect(isSame(message, proved[index]), CHECK, `number ${index} is not the state's`)
    })
    // A full answer is not marked complete even if nothing follows.
    const isHonest = proved.length < size ? complete : !complete || walk.next().done === true
    expect(isHonest, CHECK, 'whether more follow is misstated')
    return { messages, cells: request.messagesBoc ? cellsOf(messages, answer.messagesBoc) : [], complete }
  })
}

function* waitingMessages(
  queue: DispatchQueue,
  { addr: start, afterLt, oneAccount }: DispatchMessagesRequest,
): Generator<DispatchQueueMessage, void, undefined> {
  let after = afterLt > 0n ? afterLt : 0n
  for (const { key: addr, value } of queue.entries({ from: start })) {
    if (oneAccount && !addr.equals(start)) return
    for (const { key, value: message } of value.messages.entries({
      from: keyOfUint(after, 64),
      after: true,
    })) {
      const envelope = parseCell(message.outMsg, 'MsgEnvelope', loadMsgEnvelope)
      const lt = BigInt.asIntN(64, uintOfKey(key, 64))
      yield { addr, lt, hash: envelope.msg.hash(0), metadata: metadataOf(envelope) }
    }
    after = 0n
  }
}

/**
 * Returns the metadata of an envelope as a server sends it, a placeholder for most messages, which have none.
 */
function metadataOf({ v2 }: MsgEnvelope): DispatchQueueMessage['metadata'] {
  const metadata = v2?.metadata
  if (!metadata || !(metadata.initiatorAddr instanceof Address)) {
    const noInitiator = { workchain: -0x8000_0000, id: Buffer.alloc(32) }
    return { mode: 0, depth: -1, initiator: noInitiator, initiatorLt: -1n }
  }
  const { depth, initiatorAddr, initiatorLt } = metadata
  const initiator = { workchain: initiatorAddr.workChain, id: initiatorAddr.hash }
  return { mode: 0, depth, initiator, initiatorLt: BigInt.asIntN(64, initiatorLt) }
}

function isSame(a: DispatchQueueMessage, b: DispatchQueueMessage | undefined): boolean {
  return (
    b !== undefined &&
    a.addr.equals(b.addr) &&
    a.lt === b.lt &&
    a.hash.equals(b.hash) &&
    a.metadata.depth === b.metadata.depth &&
    a.metadata.initiator.workchain === b.metadata.initiator.workchain &&
    a.metadata.initiator.id.equals(b.metadata.initiator.id) &&
    a.metadata.initiatorLt === b.metadata.initiatorLt
  )
}

function cellsOf(messages: readonly DispatchQueueMessage[], boc: Buffer | undefined): readonly Cell[] {
  const cells = boc && boc.length > 0 ? parseBoc(boc) : []
  expect(cells.length === messages.length, CHECK, `${cells.length} cells for ${messages.length} messages`)
  return cells.map((cell, index) => {
    const isRight = whole(cell, CHECK)
      .hash()
      .equals(messages[index]?.hash ?? Buffer.alloc(0))
    expect(isRight, CHECK, `cell ${index} is of another message`)
    return cell
  })
}
