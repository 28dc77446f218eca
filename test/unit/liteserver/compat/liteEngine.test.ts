import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { Address } from '@ton/core'
import { LiteClient, type LiteEngine, LiteSingleEngine } from 'ton-lite-client'
import { Functions } from 'ton-lite-client/dist/schema.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectAdnl } from '../../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../../src-main/liteserver/adnl/server.ts'
import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'
import type { LiteTransport } from '../../../../src-main/liteserver/compat/liteEngine.ts'
import { TransportLiteEngine } from '../../../../src-main/liteserver/compat/liteEngine.ts'
import { LiteServerError, LiteTimeoutError } from '../../../../src-main/liteserver/errors.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { readLiteQueries, recordedAnswers } from '../../../fixtures/liteQueries.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

const random = new SeededRandom('large answer')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Returns recorded answers and records the queries. */
async function recordedServer() {
  const answerOf = recordedAnswers()
  const asked: LiteQuery[] = []
  const server = await serveAdnl({
    privateKeySeed: randomBytes(32),
    onQuery: async (data) => {
      const query = decodeLiteQuery(data)
      asked.push(query)
      const fn = query.fn as { encodeRequest(request: unknown): Buffer }
      const answer = answerOf(fn.encodeRequest(query.request))
      if (!answer) throw new LiteServerError(651, `${query.name} was not recorded`)
      return answer
    },
  })
  cleanups.push(() => server.close())
  return { server, asked }
}

async function ourEngine(server: AdnlServer): Promise<LiteEngine> {
  const engine = new TransportLiteEngine(
    await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }),
  )
  cleanups.push(() => engine.close())
  return engine
}

/** Opens ton-lite-client's own engine over adnl 1.0.3; only the server is ours. */
async function theirEngine(server: AdnlServer): Promise<LiteEngine> {
  const engine = new LiteSingleEngine({
    host: `tcp://127.0.0.1:${server.port}`,
    publicKey: server.publicKey,
  })
  cleanups.push(() => engine.close())
  await new Promise<void>((resolve) => engine.once('ready', resolve))
  return engine
}

function recorded(name: string, note: string) {
  const found = readLiteQueries().find(
    (query) => query.function === `liteServer.${name}` && query.note === note,
  )
  if (!found) throw new Error(`${name} (${note}) is not among the recorded queries`)
  return found
}

describe.each([
  ['our LiteEngine and connection', ourEngine],
  ['LiteSingleEngine and adnl', theirEngine],
])("LiteClient on %s with Tonscope's server", (_, engineFor) => {
  test('receives the recorded answers', async () => {
    const { server } = await recordedServer()
    const client = new LiteClient({ engine: await engineFor(server) })

    const info = await client.getMasterchainInfo()
    const lastBytes = recorded('getMasterchainInfo', 'masterchain info (head then, not 860)').answer
    expect(info.last.seqno).toBe(liteApi.getMasterchainInfo.decodeResponse(lastBytes).last.seqno)

    const { id, account } = liteApi.getAccountState.decodeRequest(
      recorded('getAccountState', 'v1r3 at 860').request,
    )
    const block = { ...id, shard: '-9223372036854775808' }
    const state = await client.getAccountState(new Address(account.workchain, account.id), block)
    expect(state.block.seqno).toBe(860)
    expect(state.balance.coins).toBeGreaterThan(0n)
    expect(state.lastTx?.lt).toBeGreaterThan(0n)

    const shards = await client.getAllShardsInfo(block)
    expect(Object.keys(shards.shards[0] ?? {}).sort()).toEqual([
      '-4611686018427387904',
      '4611686018427387904',
    ])

    const header = await client.getBlockHeader(block)
    expect(header.id.rootHash.equals(id.rootHash)).toBe(true)

    const transactions = await client.listBlockTransactions(block, { mode: 7, count: 10 })
    expect(transactions.ids.length).toBeGreaterThan(0)
    expect(transactions.incomplete).toBe(false)

    const first = liteApi.getTransactions.decodeRequest(recorded('getTransactions', 'v1r3 last 16').request)
    const list = await client.getAccountTransactions(
      new Address(first.account.workchain, first.account.id),
      first.lt.toString(),
      first.hash,
      first.count,
    )
    expect(list.ids.length).toBeGreaterThan(0)
  })

  test('sends awaitSeqno as the prefix of the query', async () => {
    const { server, asked } = await recordedServer()
    const client = new LiteClient({ engine: await engineFor(server) })
    await client.getMasterchainInfo({ awaitSeqno: 900, timeout: 3000 })
    expect(asked.map(({ name, wait }) => ({ name, wait }))).toEqual([
      { name: 'getMasterchainInfo', wait: { seqno: 900, timeoutMs: 3000 } },
    ])
  })

  test('rejects with a server’s error', async () => {
    const { server } = await recordedServer()
    const client = new LiteClient({ engine: await engineFor(server) })
    await expect(client.sendMessage(Buffer.from('nothing'))).rejects.toThrow('sendMessage was not recorded')
  })

  test('receives a large answer', async () => {
    const data = random.bytes(1_500_000)
    const id = liteApi.getBlockHeader.decodeRequest(recorded('getBlockHeader', 'header 860').request).id
    const server = await serveAdnl({
      privateKeySeed: randomBytes(32),
      onQuery: async () => liteApi.getBlock.encodeResponse({ id, data }),
    })
    cleanups.push(() => server.close())
    const engine = await engineFor(server)
    const request = {
      kind: 'liteServer.getBlock',
      id: { kind: 'tonNode.blockIdExt', ...id, shard: '0' },
    } as const
    const block = await engine.query(Functions.liteServer_getBlock, request, { timeout: 20_000 })
    expect(block.data.equals(data)).toBe(true)
  })
})

describe('TransportLiteEngine', () => {
  /** A transport that a test closes and answers as it likes. */
  function transport(query: LiteTransport['query'] = () => new Promise(() => {})) {
    const listeners: ((reason: Error) => void)[] = []
    const it = {
      closed: false,
      query,
      onClose: (listener: (reason: Error) => void) => listeners.push(listener),
      close: () => it.fail(new Error('closed by the engine')),
      fail: (reason: Error) => {
        if (it.closed) return
        it.closed = true
        for (const listener of listeners) listener(reason)
      },
    }
    return it
  }

  test('emits connect, ready, error and close', async () => {
    const it = transport()
    const engine = new TransportLiteEngine(it)
    const events: unknown[] = []
    engine.on('connect', () => events.push('connect'))
    engine.on('ready', () => events.push('ready'))
    engine.on('error', (error: Error, close: boolean) => events.push([error.message, close]))
    engine.on('close', () => events.push('close'))
    await vi.waitUntil(() => events.length === 2)
    expect([engine.isReady(), engine.isClosed()]).toEqual([true, false])

    it.fail(new Error('reset'))

    expect(events).toEqual(['connect', 'ready', ['reset', true], 'close'])
    expect([engine.isReady(), engine.isClosed()]).toEqual([false, true])
    await expect(engine.query(Functions.liteServer_getTime, { kind: 'liteServer.getTime' })).rejects.toThrow(
      'Engine is closed',
    )
  })

  test('does not end the process for an error without a listener', () => {
    const it = transport()
    const engine = new TransportLiteEngine(it)
    it.fail(new Error('reset'))
    expect(() => engine.emit('error', new Error('again'))).not.toThrow()
  })

  test('emits no error when the user closes it', async () => {
    const engine = new TransportLiteEngine(transport())
    const onError = vi.fn()
    const onReady = vi.fn()
    engine.on('error', onError)
    engine.on('ready', onReady)
    engine.close()
    await turn()
    expect(onError).not.toHaveBeenCalled()
    expect(onReady).not.toHaveBeenCalled()
  })

  test('keeps the code of a server’s error', async () => {
    const answer = encodeLiteServerError({ code: 651, message: 'block handle not in db' })
    const engine = new TransportLiteEngine(transport(async () => answer))
    await expect(engine.query(Functions.liteServer_getTime, { kind: 'liteServer.getTime' })).rejects.toEqual(
      new LiteServerError(651, 'block handle not in db'),
    )
  })

  test('rejects a query at its timeout', async () => {
    const waits = transport((_, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const query = new TransportLiteEngine(waits).query(
      Functions.liteServer_getTime,
      { kind: 'liteServer.getTime' },
      { timeout: 20 },
    )
    await expect(query).rejects.toEqual(new LiteTimeoutError('query', 20))
  })

  test('does not change the bytes of an answer when they are decoded', async () => {
    const { answer } = recorded('getMasterchainInfo', 'masterchain info (head then, not 860)')
    const before = Buffer.from(answer)
    const engine = new TransportLiteEngine(transport(async () => answer))
    await engine.query(Functions.liteServer_getMasterchainInfo, { kind: 'liteServer.masterchainInfo' })
    expect(answer).toEqual(before)
  })
})
