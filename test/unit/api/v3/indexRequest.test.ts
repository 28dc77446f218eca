import { describe, expect, it } from 'vitest'
import { type IndexQuery, IndexRequest, type V3Index } from '../../../../src-main/api/v3/indexRequest.ts'
import type { ReadOptions } from '../../../../src-main/api/v3/reading.ts'
import { CoverageError, type ReadThrough } from '../../../../src-main/indexer/indexer.ts'
import { LiteConnectionError } from '../../../../src-main/liteserver/errors.ts'

const NEVER = new AbortController().signal
const KNOWN_HEAD = 100
const NOT_FOUND = { status: 404, message: 'not found' }

/** Asks an index that knows block 100 as the newest one for a block; a failure of `newest` is the network's. */
function askFor(seqno: number, newest: () => Promise<number>) {
  const read: ReadOptions[] = []
  const fetched: number[] = []
  let asked = 0
  const index: V3Index = {
    reader: {
      query: async ({ options }) => {
        read.push(options)
        if (fetched.includes(seqno))
          return { kind: 'json', status: 200, json: new Uint8Array(), coverage: '' }
        if (options.fetched?.length) return { kind: 'refused', ...NOT_FOUND, text: NOT_FOUND.message }
        return { kind: 'missing', missing: [{ kind: 'masterchainBlock', seqno }], covered: '1-100' }
      },
    },
    readThrough: {
      async masterchainBlock(block, { head }) {
        if (head === undefined || block > head) return false
        fetched.push(block)
        return true
      },
    } as Partial<ReadThrough> as ReadThrough,
    coverage: () => [],
    head: {
      followed: async () => KNOWN_HEAD,
      asked: () => {
        asked++
        return newest()
      },
    } as Partial<V3Index['head']> as V3Index['head'],
    isHeadOld: () => false,
  }
  const options = { timeout: 3_000, addressBook: true, metadata: true, signal: NEVER }
  const query = { name: 'masterchainBlockShards', values: { seqno }, options, shown: { testOnly: false } }
  const request = new IndexRequest(index, query as Partial<IndexQuery> as IndexQuery)
  return { answer: request.answer(NEVER), read, fetched, asked: () => asked }
}

describe('a request for a masterchain block', () => {
  it('finds one that came after the newest known one', async () => {
    const { answer, asked, read } = askFor(102, async () => 103)
    await expect(answer).resolves.toMatchObject({ status: 200 })
    expect([asked(), read.at(-1)?.head]).toEqual([1, 103])
  })

  it('refuses one that does not exist, as of the newest block, and without fetching it', async () => {
    const { answer, asked, fetched } = askFor(102, async () => 101)
    await expect(answer).rejects.toMatchObject(NOT_FOUND)
    expect([asked(), fetched]).toEqual([1, []])
  })

  it('does not ask for the head where the block is an earlier one', async () => {
    const { answer, asked, fetched } = askFor(99, async () => 101)
    await expect(answer).resolves.toMatchObject({ status: 200 })
    expect([asked(), fetched]).toEqual([0, [99]])
  })

  it('says that the network does not answer where it cannot know', async () => {
    const { answer } = askFor(102, () => Promise.reject(new LiteConnectionError('127.0.0.1:1', 'closed')))
    await expect(answer).rejects.toThrow(CoverageError)
  })
})
