import { describe, expect, it } from 'vitest'
import type { IndexNetwork } from '../../../../src-main/indexer/fetch/retryingClient.ts'
import { UnfinishedError } from '../../../../src-main/indexer/indexer.ts'
import { SharedFetches } from '../../../../src-main/indexer/readThrough/sharedFetches.ts'
import { LiteTimeoutError } from '../../../../src-main/liteserver/errors.ts'

/** Fetches of a network with so many living servers; every server is silent. */
function fetchesWith(alive: number, deadlineMs?: number): SharedFetches {
  const network = { session: () => ({}), stats: () => ({ alive, servers: [] }) }
  const store = { isReadOnly: false, coverage: () => [{ first: 1, last: 9 }] }
  return new SharedFetches(network as unknown as IndexNetwork, store, deadlineMs)
}

describe('SharedFetches', () => {
  it('says that a request can be repeated where other liteservers are alive than the silent ones', async () => {
    const fetches = fetchesWith(2)
    const fetched = fetches.run('history', { signal: new AbortController().signal }, () =>
      Promise.reject(new LiteTimeoutError('query', 5_000)),
    )
    await expect(fetched).rejects.toMatchObject({
      message: expect.stringContaining('the liteservers that were asked failed: liteserver: no query within'),
      retryAfter: 1,
    })
  })

  it('says that a request can be repeated which ran into its time limit', async () => {
    const fetched = fetchesWith(1, 20).run(
      'history',
      { signal: new AbortController().signal },
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    await expect(fetched).rejects.toMatchObject({
      message: expect.stringContaining('the time limit ended the fetch: of the masterchain 1-9 is indexed'),
      retryAfter: 1,
    })
    // Searches have a time limit of their own.
    const searched = fetchesWith(1).run('trace', { signal: new AbortController().signal }, () =>
      Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
    )
    await expect(searched).rejects.toBeInstanceOf(UnfinishedError)
  })

  it('says that no liteserver answers where none is alive', async () => {
    const fetched = fetchesWith(0).run('history', { signal: new AbortController().signal }, () =>
      Promise.reject(new Error('unreachable')),
    )
    await expect(fetched).rejects.toMatchObject({
      message: 'no liteserver answers: of the masterchain 1-9 is indexed',
      retryAfter: undefined,
    })
  })
})
