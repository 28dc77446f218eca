import { beginCell } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ByteCache } from '../../../../src-main/chain/archive/byteCache.ts'
import type { ChainStore } from '../../../../src-main/chain/archive/chainStore.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { answerLiteQuery } from '../../../../src-main/liteserver/server/answer.ts'
import { decodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { type LiteFunctionName, liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery, wrapLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { withReplaced } from './replacedFunctions.ts'
import { account, asker, blockId, FULL, LEFT, NOW, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const { store } = context
const head = store.head()

describe("the server's version and head", () => {
  it('answers getTime and getVersion', async () => {
    expect(await ask('getTime', {})).toEqual({ now: NOW })
    expect(await ask('getVersion', {})).toEqual({ mode: 0, version: 0x101, capabilities: 15n, now: NOW })
  })

  it('answers getMasterchainInfo and getMasterchainInfoExt from the header alone', async () => {
    const { workchain, rootHash, fileHash } = store.zeroState
    const info = {
      last: head,
      stateRootHash: store.find(head)!.head!.stateHash,
      init: { workchain, rootHash, fileHash },
    }
    expect(await ask('getMasterchainInfo', {})).toEqual(info)
    expect(await ask('getMasterchainInfoExt', { mode: 0 })).toEqual({
      ...info,
      mode: 0,
      version: 0x101,
      capabilities: 15n,
      lastUtime: store.find(head)!.head!.genUtime,
      now: NOW,
    })
    await expect(ask('getMasterchainInfoExt', { mode: 1 })).rejects.toMatchObject({
      code: -400,
      message: 'unsupported getMasterchainInfo mode',
    })
  })
})

describe('unsupported functions', () => {
  it('rejects a malformed message in sendMessage before it refuses to send', async () => {
    const prefix = 'cannot apply external message to current state : '
    const external = beginCell().storeUint(0b10, 2).storeUint(0, 60).endCell()
    let deep = beginCell().storeUint(0b10, 2).endCell()
    for (let i = 0; i < 600; i++) deep = beginCell().storeUint(0b10, 2).storeRef(deep).endCell()
    const cases = [
      [Buffer.from('00112233', 'hex'), 'cannot deserialize bag-of-cells: invalid header, error 0'],
      [serializeBoc([external, external]), 'external message is not a valid bag of cells'],
      [serializeBoc(beginCell().endCell()), 'external message must begin with ext_in_msg_info$10'],
      [serializeBoc(deep), 'external message is too deep'],
      [Buffer.alloc(70_000), 'external message too large, rejecting'],
      [serializeBoc(external), 'this liteserver serves recorded blocks only'],
    ] as const
    for (const [body, reason] of cases) {
      await expect(ask('sendMessage', { body })).rejects.toMatchObject({ code: 0, message: prefix + reason })
    }
  })

  it('rejects runSmcMethod without a runner, and nonfinal queries', async () => {
    const query = {
      mode: 4,
      id: head,
      account: account(0, '11'.repeat(32)),
      methodId: 1n,
      params: Buffer.alloc(0),
    }
    await expect(ask('runSmcMethod', query)).rejects.toMatchObject({ code: 621, message: 'unknown query' })
    const pending = ask('nonfinal.getPendingShardBlocks', { mode: 0 })
    await expect(pending).rejects.toMatchObject({ code: 0, message: 'query is not allowed' })
  })
})

describe('waitMasterchainSeqno', () => {
  it('continues at once for an existing block', async () => {
    expect(await ask('getTime', {}, { seqno: 800, timeoutMs: 1 })).toEqual({ now: NOW })
    expect(await ask('getTime', {}, { seqno: 0, timeoutMs: 0 })).toEqual({ now: NOW })
  })

  it('rejects with a timeout after the requested time, or at once for a block far ahead', async () => {
    using timeout = vi.spyOn(AbortSignal, 'timeout')
    const wait = (seqno: number, timeoutMs: number) => ask('getTime', {}, { seqno, timeoutMs })
    await expect(wait(801, 30)).rejects.toMatchObject({ code: 652, message: 'timeout' })
    await expect(wait(801, 0)).rejects.toMatchObject({ code: 652, message: 'timeout' })
    for (const seqno of [901, -1]) {
      await expect(wait(seqno, 10_000)).rejects.toMatchObject({
        code: 651,
        message: 'too big masterchain block seqno',
      })
    }
    expect(timeout.mock.calls).toEqual([[30]])
  })

  it('answers from the block that it waited for, and stops when the client leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const growing = withReplaced<ChainStore>(store, {
      head: () => blockId(context, -1, FULL, 700),
      waitForMasterchain: () => promise,
    })
    const waiting = asker({ ...context, store: growing })('getTime', {}, { seqno: 701, timeoutMs: 5000 })
    resolve()
    expect(await waiting).toEqual({ now: NOW })
    const gone = new AbortController()
    const query = encodeLiteQuery(liteApi.getTime, {}, { seqno: 801, timeoutMs: 5000 })
    const answer = answerLiteQuery(context, query, gone.signal)
    gone.abort(new Error('client gone'))
    await expect(answer).rejects.toThrow('client gone')
  })

  // tongo sends the prefix alone to wait for the next head. It reads an error of code 0 as "the block is there", so
  // an answer without the wait makes it query in a tight loop.
  it.each([
    ['no function follows', Buffer.alloc(0), 'Not enough data to read at 0'],
    [
      'an unknown function follows',
      Buffer.from('04030201', 'hex'),
      'Unknown constructor found 0x01020304 at 4',
    ],
  ])('waits before it rejects a query in which %s', async (_, request, message) => {
    const waited: number[] = []
    const growing = withReplaced<ChainStore>(store, {
      head: () => blockId(context, -1, FULL, 700),
      waitForMasterchain: async (seqno: number) => void waited.push(seqno),
    })
    const refusal = async (on: ChainStore, seqno: number, timeoutMs: number) => {
      const query = wrapLiteQuery(request, { seqno, timeoutMs })
      return decodeLiteServerError(await answerLiteQuery({ ...context, store: on }, query))
    }
    const afterWait = await refusal(growing, 701, 5000)
    expect(waited).toEqual([701])
    expect(afterWait).toMatchObject({ code: 0, message })
    expect(await refusal(growing, 700, 5000)).toMatchObject({ code: 0, message })
    expect(waited).toEqual([701])
    expect(await refusal(store, 801, 30)).toMatchObject({ code: 652, message: 'timeout' })
  })
})

describe('answerLiteQuery', () => {
  it('caches only answers that cannot change', async () => {
    const answers = new ByteCache<Buffer>(1 << 20)
    const cached = { ...context, answers }
    const encode = (name: LiteFunctionName, request: object) =>
      encodeLiteQuery(liteApi[name] as never, request as never)
    const who = account(-1, '55'.repeat(32))
    const fixed = [
      encode('getBlockHeader', { id: head, mode: 0 }),
      encode('getAccountState', { id: head, account: who }),
      encode('getConfigAll', { id: head, mode: 0 }),
      encode('getBlockProof', { mode: 0x1001, knownBlock: blockId(context, -1, FULL, 1), targetBlock: head }),
    ]
    for (const query of fixed) {
      const size = answers.size
      const first = await answerLiteQuery(cached, query)
      expect(answers.size).toBeGreaterThan(size)
      expect(await answerLiteQuery(cached, query)).toBe(first)
    }
    const size = answers.size
    const changing = [
      encode('getMasterchainInfo', {}),
      encode('getTime', {}),
      encode('getBlock', { id: head }),
      encode('getAccountState', { id: { ...head, seqno: -1 }, account: who }),
      encode('getConfigAll', { id: head, mode: 0x8000 }),
      encode('getBlockProof', { mode: 1, knownBlock: blockId(context, -1, FULL, 1), targetBlock: head }),
      encode('getBlockHeader', { id: { ...head, seqno: 5 }, mode: 0 }),
    ]
    for (const query of changing) await answerLiteQuery(cached, query)
    expect(answers.size).toBe(size)
  })

  it('rejects, rather than answers, when the archive itself fails', async () => {
    const broken = withReplaced<ChainStore>(store, {
      root: () => {
        throw new TypeError('broken')
      },
    })
    const answer = asker({ ...context, store: broken })('getBlockHeader', { id: head, mode: 0 })
    await expect(answer).rejects.toThrow(new TypeError('broken'))
  })

  it('answers any bytes and any field values', async () => {
    const somewhere = fc.constantFrom(
      head,
      store.zeroState,
      blockId(context, -1, FULL, 609),
      blockId(context, 0, LEFT, 784),
      blockId(context, 0, FULL, 10),
    )
    const hash = fc.constantFrom(Buffer.alloc(32), Buffer.alloc(32, 0x55), Buffer.alloc(32, 0xff))
    const id = fc.oneof(
      somewhere,
      fc.record({
        workchain: fc.constantFrom(-1, 0, 1, -0x8000_0000),
        shard: fc.constantFrom(0n, FULL, LEFT, 1n, (1n << 64n) - 1n),
        seqno: fc.constantFrom(-1, 0, 1, 609, 800, 801, 0x7fff_ffff),
        rootHash: hash,
        fileHash: hash,
      }),
    )
    const mode = fc.integer({ min: 0, max: 0x1ff })
    const who = fc.record({ workchain: fc.constantFrom(-1, 0, 5, -0x8000_0000), id: hash })
    const lt = fc.constantFrom(-1n, 0n, 1n, 791_000_001n, 1n << 62n)
    const place = fc.record({ account: hash, lt })
    const small = fc.constantFrom(-1, 0, 1, 7, 1000, 0x7fff_ffff)
    const count = fc.constantFrom(0, 1, 16, 300, 0xffff_ffff)
    const requests: Record<string, fc.Arbitrary<object>> = {
      getBlock: fc.record({ id }),
      getState: fc.record({ id }),
      getBlockHeader: fc.record({ id, mode }),
      getAccountState: fc.record({ id, account: who }),
      getAccountStatePrunned: fc.record({ id, account: who }),
      getShardInfo: fc.record({
        id,
        workchain: small,
        shard: fc.constantFrom(0n, LEFT, FULL, 1n),
        exact: fc.boolean(),
      }),
      getAllShardsInfo: fc.record({ id }),
      getOneTransaction: fc.record({ id, account: who, lt }),
      getTransactions: fc.record({ count, account: who, lt, hash }),
      lookupBlock: fc.tuple(id, mode, lt, small).map(([at, bits, time, utime]) => ({
        mode: bits,
        id: at,
        ...(bits & 2 && { lt: time }),
        ...(bits & 4 && { utime }),
      })),
      lookupBlockWithProof: fc.tuple(id, id, mode, lt, small).map(([at, mcBlockId, bits, time, utime]) => ({
        mode: bits,
        id: at,
        mcBlockId,
        ...(bits & 2 && { lt: time }),
        ...(bits & 4 && { utime }),
      })),
      listBlockTransactions: fc.tuple(id, mode, count, place).map(([at, bits, size, after]) => ({
        id: at,
        mode: bits,
        count: size,
        reverseOrder: (bits & 64) !== 0,
        wantProof: (bits & 32) !== 0,
        ...(bits & 128 && { after }),
      })),
      getBlockProof: fc.tuple(id, id, fc.constantFrom(0, 1, 2, 0x1000, 0x1001)).map(([from, to, bits]) => ({
        mode: bits,
        knownBlock: from,
        ...(bits & 1 && { targetBlock: to }),
      })),
      getConfigAll: fc.record({ id, mode: fc.constantFrom(0, 8, 128, 0x3ff, 0x8000, 0x83ff) }),
      getConfigParams: fc.record({ id, mode, paramList: fc.array(small) }),
      getValidatorStats: fc.tuple(id, mode, small, hash).map(([at, bits, limit, startAfter]) => ({
        id: at,
        mode: bits,
        limit,
        ...(bits & 1 && { startAfter }),
        ...(bits & 4 && { modifiedAfter: 5 }),
      })),
      getLibrariesWithProof: fc.record({ id, mode, libraryList: fc.array(hash) }),
      getShardBlockProof: fc.record({ id }),
      getBlockOutMsgQueueSize: fc.tuple(id, mode).map(([at, bits]) => ({
        id: at,
        mode: bits,
        wantProof: (bits & 1) !== 0,
      })),
    }
    const query = fc.constantFrom(...Object.keys(requests)).chain((name) =>
      (requests[name] as fc.Arbitrary<object>).map((request) => ({
        name: name as LiteFunctionName,
        request,
      })),
    )
    const isAnswer = (data: Buffer) => data.length >= 8 && data.length % 4 === 0
    await fc.assert(
      fc.asyncProperty(query, async ({ name, request }) => {
        const bytes = encodeLiteQuery(liteApi[name] as never, request as never)
        return isAnswer(await answerLiteQuery(context, bytes))
      }),
      { numRuns: 1500 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) =>
        isAnswer(await answerLiteQuery(context, Buffer.from(bytes))),
      ),
      { numRuns: 1000 },
    )
  })
})
