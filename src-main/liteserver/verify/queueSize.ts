import type { BlockIdExt } from '../../chain/blockId.ts'
import { openOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import type { ShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { BlockOutMsgQueueSize } from '../tl/queues.ts'
import { expectAnswerTo } from './header.ts'
import { expect, openProofPair, proving } from './proving.ts'
import { provedState } from './state.ts'

const CHECK = 'queue size'

/**
 * Verifies liteServer.getBlockOutMsgQueueSize with proof and returns the number of messages in the outbound
 * queue after a trusted block.
 * @throws ProofError
 */
export function verifyOutMsgQueueSize(
  request: { readonly id: BlockIdExt },
  answer: BlockOutMsgQueueSize,
): number {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const { extra } = openOutMsgQueueInfo(provedStatePair(request.id, answer.proof, CHECK).outMsgQueueInfo)
    const size = extra?.outQueueSize
    expect(size !== undefined, CHECK, 'the state does not say it')
    expect(answer.size === BigInt(size), CHECK, `it is ${size}, not ${answer.size}`)
    return size
  })
}

/**
 * Returns the state after a block from the BoC (header, state) with which queue answers prove it.
 * @throws ProofError
 */
export function provedStatePair(id: BlockIdExt, proof: Buffer | undefined, check: string): ShardStateUnsplit {
  expect(proof !== undefined, check, 'there is no proof')
  const [blockRoot, stateRoot] = openProofPair(proof)
  return provedState(id, blockRoot, stateRoot)
}
