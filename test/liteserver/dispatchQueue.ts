import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import { uintOfKey } from '../../src-main/chain/hashmap/key.ts'
import type { DispatchQueue } from '../../src-main/chain/state/dispatchQueue.ts'
import { openOutMsgQueueInfo } from '../../src-main/chain/state/outMsgQueueInfo.ts'
import type { AccountDispatchQueueInfo, DispatchQueueInfo } from '../../src-main/liteserver/tl/queues.ts'
import { expectAnswerTo } from '../../src-main/liteserver/verify/header.ts'
import { expect, proving } from '../../src-main/liteserver/verify/proving.ts'
import { provedStatePair } from '../../src-main/liteserver/verify/queueSize.ts'

const CHECK = 'dispatch queue'

/** The maximum number of accounts in a liteserver's answer. */
const MAX_DISPATCH_ACCOUNTS = 64

/** A page of accounts with deferred messages. */
export type DispatchQueueRequest = {
  readonly id: BlockIdExt
  readonly afterAddr?: Buffer | undefined
  readonly maxAccounts: number
}

/**
 * Verifies liteServer.getDispatchQueueInfo with proof: the accounts with deferred messages after a trusted
 * block, by ascending account, and whether there are no more.
 * @throws ProofError
 */
export function verifyDispatchQueueInfo(
  request: DispatchQueueRequest,
  answer: DispatchQueueInfo,
): { readonly queues: readonly AccountDispatchQueueInfo[]; readonly complete: boolean } {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const { outMsgQueueInfo } = provedStatePair(request.id, answer.proof, CHECK)
    const { extra } = openOutMsgQueueInfo(outMsgQueueInfo)
    const size = Math.min(request.maxAccounts, MAX_DISPATCH_ACCOUNTS)
    const proved = extra ? firstQueues(extra.dispatchQueue, request.afterAddr, size) : NONE
    const listed = answer.accountDispatchQueues
    expect(
      listed.length === proved.queues.length,
      CHECK,
      `${listed.length} listed of ${proved.queues.length}`,
    )
    proved.queues.forEach((queue, index) => {
      expect(isSameQueue(queue, listed[index]), CHECK, `number ${index} is not the state's`)
    })
    expect(answer.complete === proved.complete, CHECK, 'whether more follow is misstated')
    return proved
  })
}

type Queues = { readonly queues: readonly AccountDispatchQueueInfo[]; readonly complete: boolean }

const NONE: Queues = { queues: [], complete: true }

function firstQueues(dispatchQueue: DispatchQueue, after: Buffer | undefined, size: number): Queues {
  const queues: AccountDispatchQueueInfo[] = []
  for (const { key, value } of dispatchQueue.entries({ from: after, after: true })) {
    if (queues.length === size) return { queues, complete: false }
    const first = value.messages.first()
    const last = value.messages.last()
    expect(first !== undefined && last !== undefined, CHECK, 'an account without messages')
    queues.push({
      addr: key,
      size: BigInt(value.count),
      minLt: uintOfKey(first.key, 64),
      maxLt: uintOfKey(last.key, 64),
    })
  }
  return { queues, complete: true }
}

function isSameQueue(a: AccountDispatchQueueInfo, b: AccountDispatchQueueInfo | undefined): boolean {
  return (
    b !== undefined &&
    a.addr.equals(b.addr) &&
    a.size === b.size &&
    a.minLt === b.minLt &&
    a.maxLt === b.maxLt
  )
}
