import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import type { HintOptions } from '../../../src-main/metadata/hints.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { openRecordedChain, scenarioChain } from '../gateway/recordedChain.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { askV3 } from '../v3/askV3.ts'
import { indexedToHead, step } from './indexGateway.ts'

type Rig = AsyncDisposable & Gateway
type Row = { readonly hash: string; readonly account: string; readonly lt: string; readonly now: number }
type Answer = (response: ServerResponse, request: IncomingMessage) => void

const keep = async (gateway: Gateway) => gateway
const QUESTIONS = Number(process.env.HINT_QUESTIONS ?? 24)
/** More blocks than a search by hash looks through. */
const DEPTH = 310
const FAST = { pace: { intervalMs: 0, pauseMs: 0 } }
/** Time for an answer where some servers never give one, ms. */
const PATIENCE_MS = 1_500

const factsOf = ({ hash, account, lt, now }: Row) => ({ hash, account, lt, now })

/** A devnet with a full index, whose oldest transactions a search by hash does not reach. */
describe('hints', () => {
  let whole: Rig
  let rows: readonly Row[]
  let seen: { path: string; headers: IncomingMessage['headers'] }[]
  let answer: Answer
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', headers: request.headers })
    answer(response, request)
  })
  let url: string
  beforeAll(async () => {
    whole = await openRecordedChain(await scenarioChain(), { index: { from: 1 } }, keep)
    const { seqno } = await step(whole.url, DEPTH)
    await indexedToHead(whole.url, seqno)
    const { body } = await askV3(whole.url, 'transactions?sort=asc&limit=1000&workchain=0')
    rows = (body as { transactions: Row[] }).transactions
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
  }, 120_000)
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await whole[Symbol.asyncDispose]()
  })

  function open(hints?: HintOptions): Promise<Rig> {
    seen = []
    const network = whole.globalConfigFile ?? ''
    return openTemporaryGateway({ network, index: 'off', ...(hints && { hints }) }, keep)
  }

  async function find(rig: Rig, hash: string): Promise<readonly Row[]> {
    const { status, body } = await askV3(rig.url, `transactions?hash=${encodeURIComponent(hash)}`)
    if (status === 503) {
      expect(body).toMatchObject({ error: expect.stringContaining('the index does not have this') })
      return []
    }
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { transactions: Row[] }).transactions
  }

  async function counts(rig: Rig): Promise<Readonly<Record<string, number>>> {
    const text = await (await fetch(`${rig.url}/metrics`)).text()
    const found = text.matchAll(/^tonscope_hint_\w+\{host="[^"]+",result="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries([...found].map(([, result, value]) => [result, Number(value)]))
  }

  const named: Answer = (response, request) => {
    const hash = new URL(request.url ?? '', url).searchParams.get('hash')
    const row = rows.find((one) => one.hash === hash)
    response.end(JSON.stringify({ transactions: row ? [factsOf(row)] : [] }))
  }

  it('send nothing, and an old transaction is not found, unless a server is allowed', async () => {
    answer = named
    await using rig = await open()
    expect(await find(rig, rows[3]?.hash ?? '')).toEqual([])
    expect(seen).toEqual([])
    expect(await counts(rig)).toEqual({})
  })

  it('send the hash and nothing else of the user, with the key of that server', async () => {
    answer = named
    const [row] = rows
    await using rig = await open({ url, key: 'a key', ...FAST })
    expect((await find(rig, row?.hash ?? '')).map(factsOf)).toEqual(row && [factsOf(row)])
    const hash = new URLSearchParams({ hash: row?.hash ?? '' })
    expect(seen.map(({ path }) => path)).toEqual([`/api/v3/transactions?${hash}&limit=2`])
    const { host: _host, connection: _connection, ...headers } = seen[0]?.headers ?? {}
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': expect.any(String),
      'user-agent': 'Tonscope',
      'x-api-key': 'a key',
    })
    expect(await find(rig, row?.hash ?? '')).toHaveLength(1)
    expect(seen).toHaveLength(1)
    expect(await counts(rig)).toMatchObject({ answered: 1, failed: 0, proved: 1, dropped: 0 })
  })

  it('of another gateway lead to old transactions, their traces and neighbours', async () => {
    await using rig = await open({ url: `${whole.url}/api/v3`, ...FAST })
    const [first, second, third] = rows.slice(-3).map(({ hash }) => encodeURIComponent(hash))
    for (const path of [
      `traces?tx_hash=${first}`,
      `transactions?hash=${second}`,
      `traces?tx_hash=${third}`,
    ]) {
      const [expected, found] = [await askV3(whole.url, path), await askV3(rig.url, path)]
      const list = path.startsWith('traces') ? 'traces' : 'transactions'
      const ids = (body: unknown) =>
        (body as Record<string, { trace_id?: string; hash?: string }[]>)[list]?.map(
          ({ trace_id, hash }) => trace_id ?? hash,
        )
      expect(ids(expected.body), path).toHaveLength(1)
      expect(ids(found.body), path).toEqual(ids(expected.body))
    }
  })

  it(
    `that lie, fail or lead in a circle give no false answer (${QUESTIONS} questions)`,
    async () => {
      const random = new SeededRandom('hints')
      await using rig = await open({ url, ...FAST, fetch: { limits: { totalMs: PATIENCE_MS } } })
      const pick = () => rows[random.below(rows.length)] as Row
      const claims =
        (transactions: readonly object[]): Answer =>
        (response) => {
          response.end(JSON.stringify({ transactions }))
        }
      const kinds: readonly ((row: Row) => Answer)[] = [
        () => named,
        (row) => claims([{ ...factsOf(row), account: pick().account, lt: `${BigInt(row.lt) + 1n}` }]),
        (row) =>
          claims(['18446744073709551615', '9223372036854775807'].map((lt) => ({ ...factsOf(row), lt }))),
        (row) => claims([{ ...factsOf(pick()), hash: row.hash }]),
        (row) => claims(Array.from({ length: 5_000 }, () => ({ ...factsOf(pick()), hash: row.hash }))),
        (row) =>
          claims([
            { account: `0:${'77'.repeat(32)}`, lt: row.lt },
            { account: 7, lt: {} },
          ]),
        () => (response) => response.writeHead(429, { 'retry-after': '1' }).end('slow down'),
        () => (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        () => (response) => response.writeHead(302, { location: `${whole.url}/api/v3` }).end(),
        () => (response) => response.end(Buffer.alloc(6 << 20, 0x20)),
        () => () => {},
        () => (response) => void response.write('{"transactions":['),
        () => (response) => response.destroy(),
        () => (response, request) => {
          const again = fetch(`${rig.url}${request.url}`, { signal: AbortSignal.timeout(2_000) })
          again.then(async (own) => response.end(await own.text())).catch(() => response.destroy())
        },
      ]
      let provedBefore = 0
      for (let asked = 0; asked < QUESTIONS; asked++) {
        const kind = asked % kinds.length
        const isUnknown = kind > 0 && random.below(4) === 0
        const row = isUnknown ? { ...pick(), hash: random.bytes(32).toString('base64') } : pick()
        answer = kinds[kind]?.(row) ?? named
        const before = seen.length
        const found = await find(rig, row.hash)
        const { proved = 0 } = await counts(rig)
        if (found.length === 0) expect(proved, `proved by kind ${kind}`).toBe(provedBefore)
        provedBefore = proved
        const truth = rows.filter(({ hash }) => hash === row.hash)
        if (found.length > 0) expect(found.map(factsOf), `kind ${kind}`).toEqual(truth.map(factsOf))
        expect(seen.length - before, `requests of kind ${kind}`).toBeLessThanOrEqual(2)
      }
      answer = named
      // On a loaded machine an honest answer can come too late as well.
      for (let more = 0; provedBefore === 0 && more < 20; more++) {
        await find(rig, pick().hash)
        provedBefore = (await counts(rig)).proved ?? 0
      }
      const { answered = 0, failed = 0, held = 0, proved = 0, dropped = 0 } = await counts(rig)
      expect(proved).toBeGreaterThan(0)
      expect(dropped).toBeGreaterThan(0)
      expect(failed).toBeGreaterThan(0)
      expect(proved + dropped).toBeLessThanOrEqual(2 * answered)
      expect(answered + failed + held).toBeLessThanOrEqual(2 * (QUESTIONS + 20))
    },
    Math.max(120_000, QUESTIONS * 2_000),
  )
})
