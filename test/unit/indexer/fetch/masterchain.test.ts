import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readShardTops } from '../../../../src-main/chain/archive/masterchainHead.ts'
import { openArchive } from '../../../../src-main/chain/archive/openArchive.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { findProject, sampleArchive } from '../../../../src-main/gateway/project.ts'
import { Masterchain } from '../../../../src-main/indexer/fetch/masterchain.ts'
import type { RetryingClient } from '../../../../src-main/indexer/fetch/retryingClient.ts'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import type { NetworkSession } from '../../../../src-main/liteserver/network/verifiedSession.ts'

const never = new AbortController().signal

describe('the masterchain of a walk', () => {
  let archive: ReturnType<typeof openArchive>
  beforeAll(() => {
    archive = openArchive(sampleArchive(findProject()))
  })
  afterAll(() => archive.close())

  function blockAt(seqno: number) {
    const block = archive.findBySeqno({ ...archive.zeroState, seqno })
    if (!block) throw new Error(`the sample has no block ${seqno}`)
    return block
  }

  /** A network that answers all questions under way when it is asked to: each time is a round trip. */
  function farNetwork({
    isProved: wasProved,
    hasStates = false,
  }: {
    isProved(seqno: number): boolean
    readonly hasStates?: boolean
  }) {
    const asked: string[] = []
    const named = new Set<number>()
    const isProved = (seqno: number) => wasProved(seqno) || named.has(seqno)
    const waiting: (() => void)[] = []
    const later = <T>(question: string, value: () => T): Promise<T> => {
      asked.push(question)
      return new Promise((resolve, reject) =>
        waiting.push(() => {
          try {
            resolve(value())
          } catch (error) {
            reject(error)
          }
        }),
      )
    }
    const session = {
      provedBlock: (seqno: number) => (isProved(seqno) ? blockAt(seqno).id : undefined),
      masterchainBlock: (seqno: number) =>
        isProved(seqno)
          ? Promise.resolve(blockAt(seqno).id)
          : later(`lookup ${seqno}`, () => blockAt(seqno).id),
      earlierBlocks: (id: BlockIdExt) =>
        later(`before ${id.seqno}`, () => {
          if (!hasStates) throw new LiteServerError(651, 'state not in db')
          for (let seqno = id.seqno - 15; seqno < id.seqno; seqno++) named.add(seqno)
        }),
      linkedBlock: (id: BlockIdExt) => later(`block ${id.seqno}`, () => archive.data(blockAt(id.seqno))),
    } as unknown as NetworkSession
    const client: RetryingClient = {
      async request(send, signal) {
        const answer = await send(session)
        signal.throwIfAborted()
        return answer
      },
      trouble: () => undefined,
    }
    return {
      client,
      asked,
      /** Answers until `work` has ended; returns the number of round trips. */
      async trips(work: Promise<unknown>): Promise<number> {
        let ended = false
        const end = () => {
          ended = true
        }
        work.then(end, end)
        for (let trips = 0; ; trips++) {
          await new Promise(setImmediate)
          if (ended) return trips
          for (const answer of waiting.splice(0)) answer()
        }
      },
    }
  }

  it('reads a batch whose blocks are proved in one round trip', async () => {
    const { client, asked, trips } = farNetwork({ isProved: () => true })
    const batch = new Masterchain(client).batch({ first: 9, last: 16 }, never)
    expect(await trips(batch)).toBe(1)
    expect(asked.toSorted()).toEqual(
      [8, 9, 10, 11, 12, 13, 14, 15, 16].map((seqno) => `block ${seqno}`).toSorted(),
    )
    const steps = await batch
    expect(steps.map(({ id }) => id)).toEqual(
      [9, 10, 11, 12, 13, 14, 15, 16].map((seqno) => blockAt(seqno).id),
    )
    expect(steps.map(({ topsBefore }) => topsBefore)).toEqual(
      steps.map(({ id }) => readShardTops(archive.data(blockAt(id.seqno - 1)))),
    )
  })

  it('proves the newest block of a batch, and the others by its state, and reads them at once', async () => {
    const { client, asked, trips } = farNetwork({ isProved: () => false, hasStates: true })
    const batch = new Masterchain(client).batch({ first: 9, last: 16 }, never)
    expect(await trips(batch)).toBe(3)
    expect(asked.slice(0, 2)).toEqual(['lookup 16', 'before 16'])
    expect(asked.slice(2).toSorted()).toEqual(
      [8, 9, 10, 11, 12, 13, 14, 15, 16].map((seqno) => `block ${seqno}`).toSorted(),
    )
    expect((await batch).map(({ id }) => id.seqno)).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
  })

  it('follows the newest block of a batch back where its state is gone', async () => {
    const { client, asked, trips } = farNetwork({ isProved: () => false })
    expect(await trips(new Masterchain(client).batch({ first: 9, last: 12 }, never))).toBe(7)
    expect(asked).toEqual([
      'lookup 12',
      'before 12',
      'block 12',
      'block 11',
      'block 10',
      'block 9',
      'block 8',
    ])
  })

  it('reads a gap between proved blocks from the block after it', async () => {
    const { client, asked, trips } = farNetwork({ isProved: (seqno) => seqno !== 10 })
    expect(await trips(new Masterchain(client).batch({ first: 9, last: 12 }, never))).toBe(2)
    expect(asked.toSorted()).toEqual(['block 9', 'block 11', 'block 12', 'block 10', 'block 8'].toSorted())
  })

  it('reads a block once that two batches need at once', async () => {
    const { client, asked, trips } = farNetwork({ isProved: () => true })
    const masterchain = new Masterchain(client)
    const both = Promise.all([
      masterchain.batch({ first: 9, last: 10 }, never),
      masterchain.batch({ first: 11, last: 12 }, never),
    ])
    expect(await trips(both)).toBe(1)
    expect(asked.toSorted()).toEqual([8, 9, 10, 11, 12].map((seqno) => `block ${seqno}`).toSorted())
  })

  it('reads a block again whose reader was aborted', async () => {
    const { client, asked, trips } = farNetwork({ isProved: () => true })
    const masterchain = new Masterchain(client)
    const abort = new AbortController()
    const first = masterchain.batch({ first: 9, last: 10 }, abort.signal)
    first.catch(() => {})
    const second = masterchain.batch({ first: 11, last: 12 }, never)
    await new Promise(setImmediate)
    abort.abort(new Error('stopped'))
    await trips(second)
    expect((await second).map(({ id }) => id.seqno)).toEqual([11, 12])
    expect(asked.filter((question) => question === 'block 10')).toHaveLength(2)
    await expect(first).rejects.toThrow('stopped')
  })
})
