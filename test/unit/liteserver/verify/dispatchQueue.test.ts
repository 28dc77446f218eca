import { Address, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { storeMsgEnvelope } from '../../../../src-main/chain/block/msgEnvelope.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { HashmapAugE } from '../../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../../src-main/chain/hashmap/key.ts'
import { DISPATCH_QUEUE, DISPATCHED_MESSAGES } from '../../../../src-main/chain/state/dispatchQueue.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { verifyDispatchQueueMessages } from '../../../liteserver/dispatchMessages.ts'
import { verifyDispatchQueueInfo } from '../../../liteserver/dispatchQueue.ts'
import { fakeBlock } from './fakeChain.ts'

const INITIATOR = Address.parseRaw(`0:${'11'.repeat(32)}`)

/** Any cell can be the message, since it is not read. */
const messageCell = (lt: number): Cell => beginCell().storeUint(lt, 64).endCell()

/** Accounts with their waiting messages' logical times. */
function waiting(accounts: Record<number, readonly number[]>) {
  let queue = HashmapAugE.empty(DISPATCH_QUEUE)
  for (const [account, lts] of Object.entries(accounts)) {
    const messages = HashmapE.from(
      DISPATCHED_MESSAGES,
      lts.map((lt) => {
        const hop = { kind: 'regular', useDestBits: 0 } as const
        const metadata = { depth: 1, initiatorAddr: INITIATOR, initiatorLt: BigInt(lt - 1) }
        const envelope = storeMsgEnvelope({
          curAddr: hop,
          nextAddr: hop,
          fwdFeeRemaining: 5n,
          msg: messageCell(lt),
          v2: { emittedLt: undefined, metadata },
        })
        const outMsg = beginCell().store(envelope).endCell()
        return { key: keyOfUint(lt, 64), value: { enqueuedLt: BigInt(lt), outMsg } }
      }),
    )
    queue = queue.set(Buffer.alloc(32, Number(account)), { messages, count: lts.length })
  }
  return fakeBlock({ dispatchQueue: queue })
}

const info = (account: number, lts: readonly number[]) => ({
  addr: Buffer.alloc(32, account),
  size: BigInt(lts.length),
  minLt: BigInt(Math.min(...lts)),
  maxLt: BigInt(Math.max(...lts)),
})

const message = (account: number, lt: number) => ({
  addr: Buffer.alloc(32, account),
  lt: BigInt(lt),
  hash: messageCell(lt).hash(),
  metadata: {
    mode: 0,
    depth: 1,
    initiator: { workchain: 0, id: INITIATOR.hash },
    initiatorLt: BigInt(lt - 1),
  },
})

const { id, proof } = waiting({ 1: [10, 20, 30], 2: [15], 3: [40, 50] })

describe('verifyDispatchQueueInfo', () => {
  const all = [info(1, [10, 20, 30]), info(2, [15]), info(3, [40, 50])]
  const answer = { mode: 1, id, accountDispatchQueues: all, complete: true, proof }

  it('confirms the accounts with deferred messages', () => {
    expect(verifyDispatchQueueInfo({ id, maxAccounts: 10 }, answer)).toEqual({ queues: all, complete: true })
  })

  it('confirms a page', () => {
    const page = { ...answer, accountDispatchQueues: all.slice(1, 2), complete: false }
    const request = { id, maxAccounts: 1, afterAddr: Buffer.alloc(32, 1) }
    expect(verifyDispatchQueueInfo(request, page).queues).toEqual([info(2, [15])])
  })

  it.each([
    ['an account left out', { accountDispatchQueues: all.slice(1) }],
    ['the last one left out', { accountDispatchQueues: all.slice(0, 2) }],
    ['another count', { accountDispatchQueues: [{ ...all[0], size: 2n }, ...all.slice(1)] }],
    ['another least lt', { accountDispatchQueues: [{ ...all[0], minLt: 11n }, ...all.slice(1)] }],
    ['an end that is none', { complete: false }],
    ['no proof', { proof: undefined }],
    ['the proof of another state', { proof: waiting({ 1: [10] }).proof }],
  ])('rejects %s', (_, lie) => {
    const told = { ...answer, ...lie } as typeof answer
    expect(() => verifyDispatchQueueInfo({ id, maxAccounts: 10 }, told)).toThrow(ProofError)
  })
})

describe('verifyDispatchQueueMessages', () => {
  const request = { id, addr: Buffer.alloc(32, 1), afterLt: 10n, maxMessages: 10 }
  const messages = [message(1, 20), message(1, 30), message(2, 15), message(3, 40), message(3, 50)]
  const answer = { mode: 1, id, messages, complete: true, proof, messagesBoc: undefined }

  it('confirms the messages after a position, of that account and of later ones', () => {
    expect(verifyDispatchQueueMessages(request, answer)).toEqual({ messages, cells: [], complete: true })
  })

  it('confirms one account alone', () => {
    const one = { ...answer, messages: messages.slice(0, 2) }
    expect(verifyDispatchQueueMessages({ ...request, oneAccount: true }, one).messages).toHaveLength(2)
  })

  it('confirms the cells of the messages', () => {
    const cells = [messageCell(20), messageCell(30)]
    const page = {
      ...answer,
      messages: messages.slice(0, 2),
      complete: false,
      messagesBoc: serializeBoc(cells),
    }
    const limited = { ...request, maxMessages: 2, messagesBoc: true }
    const found = verifyDispatchQueueMessages(limited, page).cells.map((cell) => cell.hash())
    expect(found).toEqual(cells.map((cell) => cell.hash()))
    const swapped = { ...page, messagesBoc: serializeBoc(cells.toReversed()) }
    expect(() => verifyDispatchQueueMessages(limited, swapped)).toThrow(ProofError)
  })

  it.each([
    ['a message left out', { messages: messages.toSpliced(1, 1) }],
    ['the last one left out', { messages: messages.slice(0, 4) }],
    ['another hash', { messages: messages.with(0, { ...message(1, 20), hash: Buffer.alloc(32) }) }],
    ['another order', { messages: messages.toReversed() }],
    [
      'another beginning of the chain',
      { messages: messages.with(0, { ...message(1, 20), metadata: message(1, 21).metadata }) },
    ],
    ['an end that is none', { complete: false }],
  ])('rejects %s', (_, lie) => {
    expect(() => verifyDispatchQueueMessages(request, { ...answer, ...lie })).toThrow(ProofError)
  })
})
