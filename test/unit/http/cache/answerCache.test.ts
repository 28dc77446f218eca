import { describe, expect, it } from 'vitest'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import {
  type ChainPosition,
  createAnswerCache,
  type PendingAnswer,
} from '../../../../src-main/http/cache/answerCache.ts'
import { startSingleFlight } from '../../../../src-main/http/cache/singleFlight.ts'
import { CacheBudget, cacheShareOf } from '../../../../src-main/platform/cacheBudget.ts'

const STAY = new AbortController().signal

/** A cache whose clock and chain the test moves; answers are `"1"`, `"2"`, … in turn by default. */
function rig(maxBytes?: number) {
  let time = 0
  let position: ChainPosition = { generation: 0, head: 100, proved: 100 }
  let asked = 0
  let indexHead: number | undefined
  const cache = createAnswerCache({
    position: () => position,
    now: () => time,
    // Of its own: other test files in this thread have caches too.
    budget: new CacheBudget(cacheShareOf('main')),
    ...(maxBytes !== undefined && { maxBytes }),
  })
  const cacheable = (name: V2Name, values: object) => cache.cacheable(v2Operations[name], values)
  function startAnswer(work: (signal: AbortSignal) => Promise<string>): PendingAnswer {
    asked++
    return { flight: startSingleFlight(work), servers: () => [0], indexHead: () => indexHead }
  }
  async function get(
    name: V2Name,
    values: object = {},
    work = async (_signal: AbortSignal) => String(asked),
    client: AbortSignal = STAY,
  ): Promise<string> {
    const request = cacheable(name, values)
    if (!request) return startAnswer(work).flight.wait(client)
    return cache.get(request) ?? cache.getOrStart(request, () => startAnswer(work)).flight.wait(client)
  }
  return {
    cache,
    get,
    cacheable,
    asked: () => asked,
    answersFromIndex: (head: number | undefined) => {
      indexHead = head
    },
    passes: (ms: number) => {
      time += ms
    },
    moves: (change: Partial<ChainPosition>) => {
      position = { ...position, ...change, proved: change.proved ?? change.head ?? position.proved }
    },
  }
}

describe('answers from the index', () => {
  it('are not cached', async () => {
    const { get, answersFromIndex } = rig()
    answersFromIndex(90)
    expect(await get('getShards', { seqno: 5 })).toBe('1')
    expect(await get('getShards', { seqno: 5 })).toBe('2')
    answersFromIndex(undefined)
    expect(await get('getShards', { seqno: 5 })).toBe('3')
    expect(await get('getShards', { seqno: 5 })).toBe('3')
  })
})

describe('lifetimes', () => {
  it.each<[V2Name, object, number]>([
    ['getAddressBalance', { address: 1, seqno: undefined }, 1_000],
    ['getAddressBalance', { address: 1, seqno: 5 }, 1_000],
    ['getMasterchainInfo', {}, 1_000],
    ['getConfigAll', { seqno: undefined }, 5_000],
    ['getLibraries', { libraries: [] }, 5_000],
    ['getShards', { seqno: 5 }, 300_000],
    ['lookupBlock', { unixtime: 5 }, 300_000],
    ['getShardBlockProof', { seqno: 5, from_seqno: 7 }, 300_000],
    ['getShardBlockProof', { seqno: 5, from_seqno: undefined }, 1_000],
  ])('of %s %j are %i ms', async (name, values, lifetime) => {
    const { get, passes } = rig()
    expect(await get(name, values)).toBe('1')
    passes(lifetime - 1)
    expect(await get(name, values)).toBe('1')
    passes(1)
    expect(await get(name, values)).toBe('2')
  })

  it.each<V2Name>([
    'sendBoc',
    'sendBocReturnHash',
    'sendBocReturnHashNoError',
    'estimateFee',
    'detectAddress',
    'detectHash',
    'packAddress',
    'unpackAddress',
  ])('of %s is neither cached nor shared', (name) => {
    expect(rig().cacheable(name, {})).toBeUndefined()
  })
})

describe('a newer head', () => {
  it.each<[V2Name, object, string]>([
    ['getMasterchainInfo', {}, '2'],
    ['runGetMethod', { seqno: undefined }, '2'],
    ['getConfigParam', { param: 0, seqno: undefined }, '2'],
    ['getShardBlockProof', { seqno: 5, from_seqno: undefined }, '2'],
    // Those that speak of a block of their own do not care.
    ['runGetMethod', { seqno: 5 }, '1'],
    ['getConfigParam', { param: 0, seqno: 5 }, '1'],
    ['getShardBlockProof', { seqno: 5, from_seqno: 7 }, '1'],
    ['getShards', { seqno: 5 }, '1'],
  ])('makes %s %j answer %s', async (name, values, answer) => {
    const { get, moves } = rig()
    await get(name, values)
    moves({ head: 101 })
    expect(await get(name, values)).toBe(answer)
  })

  it('is not answered by a request from before it', async () => {
    const { get, moves, cache } = rig()
    const slow = Promise.withResolvers<string>()
    const early = get('getMasterchainInfo', {}, () => slow.promise)
    moves({ head: 101 })
    expect(await get('getMasterchainInfo', {}, async () => 'new')).toBe('new')
    slow.resolve('old')
    expect(await early).toBe('old')
    expect(await get('getMasterchainInfo')).toBe('new')
    expect(cache.stats()).toMatchObject({ hits: 1, misses: 2, shared: 0 })
  })

  it('prevents an answer that arrived during its appearance from being cached', async () => {
    const { get, moves } = rig()
    await get('getMasterchainInfo', {}, async () => {
      moves({ head: 101 })
      return 'of 100 or of 101?'
    })
    expect(await get('getMasterchainInfo', {}, async () => 'of 101')).toBe('of 101')
  })
})

describe('an announced block that no session has seen yet', () => {
  it('prevents older answers from being cached', async () => {
    const { get, moves, cache } = rig()
    moves({ head: 101, proved: 100 })
    await get('getConsensusBlock', {}, async () => '100')
    expect(cache.stats().entries).toBe(0)
    await get('getMasterchainInfo', {}, async () => {
      moves({ head: 101, proved: 101 })
      return '101'
    })
    expect(cache.stats().entries).toBe(1)
  })
})

it('another chain uses none of the answers, not even final ones', async () => {
  const { get, moves } = rig()
  await get('getShards', { seqno: 5 })
  moves({ generation: 1 })
  expect(await get('getShards', { seqno: 5 })).toBe('2')
})

describe('equal concurrent requests', () => {
  it('are sent once', async () => {
    const { get, asked, cache } = rig()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => get('getAddressBalance', { seqno: 5 })),
    )
    expect(new Set(answers)).toEqual(new Set(['1']))
    expect(asked()).toBe(1)
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 1, shared: 99, entries: 1 })
  })

  it('share a failure, which is not cached', async () => {
    const { get, asked } = rig()
    const fails = () => get('getMasterchainInfo', {}, () => Promise.reject(new Error('no')))
    const results = await Promise.allSettled([fails(), fails()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked()).toBe(1)
    expect(await get('getMasterchainInfo')).toBe('2')
  })

  it('continue when one client disconnects, and are aborted when all have', async () => {
    const { get, asked } = rig()
    const [first, second] = [new AbortController(), new AbortController()]
    let isAborted = false
    const work = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true
          reject(signal.reason)
        })
      })
    const answers = [first, second].map(({ signal }) => get('getMasterchainInfo', {}, work, signal))
    const ends = Promise.allSettled(answers)
    first.abort()
    await expect(answers[0]).rejects.toMatchObject({ status: 499 })
    expect(isAborted).toBe(false)
    second.abort()
    expect(isAborted).toBe(true)
    await ends
    expect(asked()).toBe(1)
    expect(await get('getMasterchainInfo')).toBe('2')
  })

  it('do not join an aborted one', async () => {
    const { get } = rig()
    const client = new AbortController()
    const stubborn = get('getMasterchainInfo', {}, () => new Promise<string>(() => {}), client.signal)
    client.abort()
    await expect(stubborn).rejects.toMatchObject({ status: 499 })
    expect(await get('getMasterchainInfo')).toBe('2')
  })
})

describe('bounds', () => {
  it('evict the least recently used answer of an operation with too many', async () => {
    const { get, asked, cache } = rig()
    const ask = (lt: number) => get('getTransactions', { lt: BigInt(lt) }, async () => String(lt))
    for (let lt = 0; lt < 1024; lt++) await ask(lt)
    await ask(0)
    await ask(1024)
    expect(cache.stats().entries).toBe(1024)
    expect(asked()).toBe(1025)
    await ask(0)
    expect(asked()).toBe(1025)
    await ask(1)
    expect(asked()).toBe(1026)
  })

  it.each<[V2Name, number]>([
    ['getMasterchainInfo', 1],
    ['getConsensusBlock', 1],
    ['getOutMsgQueueSize', 1],
    ['dnsResolve', 1024],
    ['getAddressInformation', 4096],
    ['getTokenData', 4096],
    ['getConfigParam', 1024],
    ['getBlockHeader', 1024],
  ])('of %s are %i', async (name, entries) => {
    const { get, cache } = rig()
    for (let seqno = 0; seqno < entries + 2; seqno++) await get(name, { seqno })
    expect(cache.stats().entries).toBe(entries)
  })

  it('limit the bytes of all answers together, of any operation', async () => {
    const { get, asked, cache } = rig(100_000)
    const text = 'x'.repeat(9_000)
    for (let seqno = 0; seqno < 30; seqno++) {
      await get(seqno % 2 ? 'getShards' : 'getBlockHeader', { seqno }, async () => text)
    }
    expect(cache.stats().bytes).toBeLessThanOrEqual(100_000)
    expect(cache.stats().entries).toBe(10)
    await get('getShards', { seqno: 29 })
    expect(asked()).toBe(30)
    await get('getBlockHeader', { seqno: 18 })
    expect(asked()).toBe(31)
  })

  it('limit one answer to an eighth of them', async () => {
    const { get, cache } = rig(8_000)
    await get('getShards', { seqno: 5 }, async () => 'x'.repeat(1_000))
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })
})
