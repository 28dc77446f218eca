import { expect, it } from 'vitest'
import { createV3Api, type V3ApiOptions } from '../../../../src-main/api/v3/api.ts'
import type { V3Index } from '../../../../src-main/api/v3/indexRequest.ts'
import type { MissingData } from '../../../../src-main/api/v3/reading.ts'
import { CoverageError, type ReadThrough, UnfinishedError } from '../../../../src-main/indexer/indexer.ts'

const ACCOUNT = Buffer.alloc(33, 0x11)
const STATE: MissingData = { kind: 'state', account: ACCOUNT }
const NEVER = new AbortController().signal
/** Ends the waits of these tests that end by a time limit. */
const SHORT_MS = 20

/** An API whose index lacks one state, which a slow network gives. */
function slowApi(gives: (attempt: number) => Promise<boolean>, { fetchMs = SHORT_MS } = {}) {
  const heads: (number | undefined)[] = []
  const controls = {
    timeout: 3_000,
    addressBook: true,
    metadata: true,
    searches: true,
    actionsVersion: undefined,
  }
  let attempts = 0
  let isStored = false
  const state: ReadThrough['state'] = async (_account, { signal }) => {
    const given = await Promise.race([gives(++attempts), aborted(signal)])
    isStored = true
    return given
  }
  let head = 100
  const index: V3Index = {
    reader: {
      query: async ({ options }) => {
        heads.push(options.head)
        if (!isStored) return { kind: 'missing', missing: [STATE], covered: 'none' }
        return { kind: 'json', status: 200, json: new Uint8Array(), coverage: 'none' }
      },
    },
    readThrough: { state } as Partial<ReadThrough> as ReadThrough,
    coverage: () => [],
    head: {
      followed: async () => head++,
      proved: async () => head,
    } as Partial<V3Index['head']> as V3Index['head'],
    isHeadOld: () => false,
  }
  const api = createV3Api({ index, fetchMs, testOnly: false, v2: {} as V3ApiOptions['v2'] })
  return {
    heads,
    attempts: () => attempts,
    ask: (signal: AbortSignal = NEVER, limit = 1) =>
      api.call('accountStates', { address: [ACCOUNT.toString('hex')], limit }, { ...controls, signal }),
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

it('a request that its time limit ended goes on, and answers as of the present head when it is repeated', async () => {
  const gift = Promise.withResolvers<boolean>()
  const { ask, attempts, heads } = slowApi(() => gift.promise)
  await expect(ask()).rejects.toThrow(UnfinishedError)
  await expect(ask()).rejects.toMatchObject({ hint: 'ask again', retryAfter: 1 })
  await expect.poll(attempts).toBe(2)
  const repeated = ask()
  gift.resolve(true)
  await expect(repeated).resolves.toMatchObject({ status: 200 })
  expect(attempts()).toBe(2)
  expect(heads.at(-1)).toBe(101)
})

it('a search that ends unfinished goes on where it ended', async () => {
  const gift = Promise.withResolvers<boolean>()
  const { ask, attempts } = slowApi(
    (attempt) => (attempt < 4 ? Promise.reject(new UnfinishedError('so far')) : gift.promise),
    { fetchMs: 60_000 },
  )
  await expect(ask()).rejects.toThrow('so far')
  const repeated = ask()
  gift.resolve(true)
  await expect(repeated).resolves.toMatchObject({ status: 200 })
  expect(attempts()).toBe(4)
})

it('a request without an answer ends with its client, and after a refusal', async () => {
  const { ask, attempts } = slowApi(() => new Promise(() => {}), { fetchMs: 60_000 })
  const client = new AbortController()
  const asked = ask(client.signal)
  client.abort(new Error('the client left'))
  await expect(asked).rejects.toThrow('the client left')
  expect(attempts()).toBe(1)

  const refused = slowApi(() => Promise.reject(new CoverageError('the liteserver refuses')))
  await expect(refused.ask()).rejects.toThrow('the liteserver refuses')
  await expect(refused.ask()).rejects.toThrow('the liteserver refuses')
  expect(refused.attempts()).toBe(2)
})

it('at most eight requests go on without a client', async () => {
  const { ask, attempts } = slowApi(() => new Promise(() => {}))
  const limits = Array.from({ length: 10 }, (_, index) => index + 1)
  await Promise.allSettled(limits.map((limit) => ask(NEVER, limit)))
  await expect.poll(attempts).toBe(18)
})
