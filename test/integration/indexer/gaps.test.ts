import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { openBareIndexer, readConfig } from './bareIndexer.ts'

const HEAD = 800

/** The sample, whose newest block is HEAD. */
describe('a follower', () => {
  let sample: AsyncDisposable & Gateway
  beforeAll(async () => {
    sample = await openTemporaryGateway({ network: 'sample', index: 'off' }, async (gateway) => gateway)
  })
  afterAll(() => sample[Symbol.asyncDispose]())

  it.each([
    ['from the middle of a chain begins with the newest blocks', 500, HEAD],
    ['from the first block begins there', 1, 1],
    ['of a few blocks begins with the oldest', 750, 750],
  ])(
    'with a gap %s',
    async (_name, from, expected) => {
      const config = await readConfig(sample.globalConfigFile)
      await using bare = await openBareIndexer({
        config,
        preference: { byDefault: false, requested: { from } },
      })
      const written: number[] = []
      bare.indexer.onWritten(({ mcSeqno }) => {
        if (mcSeqno !== undefined) written.push(mcSeqno)
      })
      await vi.waitFor(() => expect(written.length).toBeGreaterThan(40), { timeout: 30_000 })
      expect(written[0]).toBe(expected)
      if (from === 1) return
      const { store } = bare.indexer
      await vi.waitFor(() => expect(store.coverage()).toEqual([{ first: from, last: HEAD }]), {
        timeout: 60_000,
      })
      expect(bare.indexer.status()).toMatchObject({ detail: null, behind: 0 })
    },
    90_000,
  )
})
