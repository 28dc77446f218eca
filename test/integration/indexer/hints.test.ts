import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HASH_LOOKUP_PATH, hashLookupSchema } from '#shared/schema/hashLookup.ts'
import { HINTS_PATH } from '#shared/schema/hints.ts'
import { INDEX_PREFIX } from '#shared/schema/indexer.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import type { HintOptions } from '../../../src-main/metadata/hintServer.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { until } from '../../fixtures/until.ts'
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
const OFF = '&x_no_search=true'
const BOMB = gzipSync(Buffer.alloc(64 << 20, 0x20))
/** Answers that are not of the API. The last server never answers. */
const FAULTS: readonly Answer[] = [
  (response) => response.writeHead(429, { 'retry-after': '0' }).end('slow down'),
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  (response) => response.end('{"transactions":[{"account":"0:'),
  (response) => response.end('{"ok":false,"error":"LITE_SERVER_NOTREADY: cannot load block","code":500}'),
  (response) => response.end('{"transactions":{},"jetton_wallets":7,"nft_items":{},"records":null}'),
  (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  (response) => response.end(Buffer.alloc(6 << 20, 0x20)),
  (response) => response.destroy(),
  () => {},
]
/** Time for an answer where some servers never give one, ms. */
const PATIENCE_MS = 1_500

const NO_SERVER = { url: null, problem: null, has_key: false, proposed: null, counts: null }

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

  async function find(rig: Rig, hash: string, more = ''): Promise<readonly Row[]> {
    const { status, body } = await askV3(rig.url, `transactions?hash=${encodeURIComponent(hash)}${more}`)
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

  it('of another gateway lead to messages by hash, their transactions, traces and actions', async () => {
    type Message = { readonly hash: string; readonly hash_norm?: string; readonly source: string | null }
    const listed = async (filter: string) => {
      const { body } = await askV3(whole.url, `messages?sort=asc&limit=60&${filter}`)
      return (body as { messages: readonly Message[] }).messages
    }
    const external = (await listed('only_externals=true&direction=in')).find(({ source }) => !source)
    const internal = (await listed('exclude_externals=true')).filter(({ source }) => source)
    const named = [external?.hash_norm ?? external?.hash, internal.at(0)?.hash, internal.at(-1)?.hash]
    named.push(external?.hash)
    const lists = ['messages', 'transactionsByMessage', 'traces', 'actions'] as const
    await using rig = await open({ url: `${whole.url}/api/v3`, ...FAST })
    await using without = await open()
    for (const [position, hash] of named.entries()) {
      const operation = lists[position] as string
      const path = `${operation}?msg_hash=${encodeURIComponent(hash ?? 'none')}`
      expect((await askV3(without.url, path)).status, path).toBe(503)
      const [expected, found] = [await askV3(whole.url, path), await askV3(rig.url, path)]
      const rowsOf = (answer: unknown) =>
        Object.entries(answer as Record<string, readonly Record<string, unknown>[]>)
          .filter(([key]) => ['messages', 'transactions', 'traces', 'actions'].includes(key))
          .flatMap(([, list]) => list.map((row) => row.action_id ?? row.hash ?? row.trace_id))
      expect(rowsOf(expected.body), path).not.toEqual([])
      expect(rowsOf(found.body), path).toEqual(rowsOf(expected.body))
      expect(found.headers.get('x-index-coverage')).not.toContain('hints')
    }
    // A trace brings its other messages with it, so that fewer places are asked for than hashes.
    const { proved = 0, dropped } = await counts(rig)
    expect(proved).toBeGreaterThan(1)
    expect(dropped).toBe(0)
  })

  it('are asked twice for a hash by a page that looks for what has it, once for that of a transaction', async () => {
    answer = (response, request) => {
      void fetch(`${whole.url}${request.url}`).then(async (own) => response.end(await own.text()))
    }
    const { body } = await askV3(whole.url, 'messages?sort=asc&limit=60&exclude_externals=true')
    const message = (body as { messages: { hash: string }[] }).messages.at(-1)?.hash ?? ''
    const unknown = new SeededRandom('looked up').bytes(32).toString('base64')
    await using rig = await open({ url, ...FAST })
    await using without = await open()
    const lookUp = async ({ url: at }: Rig, hash: string) => {
      seen = []
      const response = await fetch(`${at}${HASH_LOOKUP_PATH}?hash=${encodeURIComponent(hash)}`)
      const { result } = (await response.json()) as { result: unknown }
      return { status: response.status, requests: seen.length, ...hashLookupSchema.parse(result) }
    }
    const unsure = expect.stringContaining('the index does not have this')
    const [row] = rows
    for (const [hash, found, requests] of [
      [row?.hash ?? '', ['transaction'], 1],
      [message, ['message'], 2],
      [unknown, [], 2],
    ] as const) {
      expect(await lookUp(without, hash)).toEqual({ status: 200, requests: 0, found: [], unsure })
      expect(await lookUp(rig, hash)).toEqual({ status: 200, requests, found, unsure })
      expect(await lookUp(whole, hash)).toEqual({ status: 200, requests: 0, found, unsure: null })
    }
  })

  it('lead to no message that the transaction at the place did not receive or send', async () => {
    const { body } = await askV3(whole.url, 'messages?sort=asc&limit=60')
    const { messages } = body as { messages: { hash: string }[] }
    await using rig = await open({ url, ...FAST })
    const claims = [rows[5], rows[9]].map((row) => row && factsOf(row))
    answer = (response) => response.end(JSON.stringify({ transactions: claims }))
    for (const hash of [messages.at(-1)?.hash ?? '', new SeededRandom('no').bytes(32).toString('base64')]) {
      const path = `messages?msg_hash=${encodeURIComponent(hash)}`
      const { status, body: found } = await askV3(rig.url, path)
      if (status !== 503) expect((found as { messages: { hash: string }[] }).messages[0]?.hash).toBe(hash)
    }
    expect((await counts(rig)).dropped).toBeGreaterThan(0)
  })

  describe('for lists of contracts', () => {
    type Contract = Readonly<Record<string, unknown>> & { readonly address: string }
    type List = { readonly path: string; readonly rows: string; readonly facts: readonly string[] }
    let lists: readonly List[]
    const WALLET = ['address', 'owner', 'jetton', 'balance']
    const ITEM = ['address', 'owner_address', 'collection_address', 'index']
    const RECORD = ['nft_item_address', 'domain', 'dns_wallet']
    beforeAll(async () => {
      const wallets = await rowsAt(whole, 'jetton/wallets?limit=200', 'jetton_wallets')
      const items = await rowsAt(whole, 'nft/items?limit=200', 'nft_items')
      const each = (found: readonly Contract[], field: string) => [
        ...new Set(found.map((row) => row[field]).filter((one) => typeof one === 'string')),
      ]
      const owners = each(items, 'owner_address')
      const lastly = owners.map((owner) => ({
        path: `dns/records?wallet=${owner}`,
        ...{ rows: 'records', facts: RECORD },
      }))
      lists = [
        ...each(wallets, 'owner').map((one) => ({
          path: `jetton/wallets?owner_address=${one}`,
          ...{ rows: 'jetton_wallets', facts: WALLET },
        })),
        ...each(wallets, 'jetton').map((one) => ({
          path: `jetton/wallets?jetton_address=${one}&sort=desc`,
          ...{ rows: 'jetton_wallets', facts: WALLET },
        })),
        ...owners.flatMap((one) => [
          { path: `nft/items?owner_address=${one}`, rows: 'nft_items', facts: ITEM },
          { path: `nft/items?owner_address=${one}&include_on_sale=true`, rows: 'nft_items', facts: ITEM },
        ]),
        ...each(items, 'collection_address').map((one) => ({
          path: `nft/items?collection_address=${one}`,
          ...{ rows: 'nft_items', facts: ITEM },
        })),
        ...lastly,
      ]
      const found = await Promise.all(lists.map(async (list) => (await truthOf(list)).length))
      lists = lists.filter((_, position) => (found[position] ?? 0) > 0)
      expect(new Set(lists.map(({ path }) => path.replace(/=.*/, ''))).size).toBe(5)
    }, 60_000)

    async function rowsAt(rig: Rig, path: string, field: string): Promise<readonly Contract[]> {
      const { body } = await askV3(rig.url, path)
      return (body as Record<string, readonly Contract[]>)[field] ?? []
    }
    const truths = new Map<string, Promise<readonly object[]>>()
    const factsOfRow = ({ facts }: List) => {
      return (row: Contract) => Object.fromEntries(facts.map((fact) => [fact, row[fact]]))
    }
    function truthOf(list: List): Promise<readonly object[]> {
      const known = truths.get(list.path)
      const asked = known ?? rowsAt(whole, list.path, list.rows).then((found) => found.map(factsOfRow(list)))
      truths.set(list.path, asked)
      return asked
    }

    it('give what the network confirms of them, and say that it can be incomplete', async () => {
      await using rig = await open({ url: `${whole.url}/api/v3`, ...FAST })
      await using without = await open()
      for (const kind of new Set(lists.map(({ path }) => path.replace(/=.*/, '')))) {
        const list = lists.find(({ path }) => path.startsWith(`${kind}=`)) as List
        expect((await askV3(without.url, list.path)).status, list.path).toBe(503)
        const { status, body, headers } = await askV3(rig.url, list.path)
        expect(status, `${list.path} ${JSON.stringify(body)}`).toBe(200)
        const found = (body as Record<string, readonly Contract[]>)[list.rows] ?? []
        expect(new Set(found.map(factsOfRow(list))), list.path).toEqual(new Set(await truthOf(list)))
        const host = new URL(whole.url).host
        expect(headers.get('x-index-coverage')).toMatch(`, hints ${host}, completeness unproved`)
      }
      const { proved = 0, dropped } = await counts(rig)
      expect(proved).toBeGreaterThan(4)
      expect(dropped).toBe(0)
    }, 60_000)

    it(
      `that lie or fail give no false row (${QUESTIONS} questions)`,
      async () => {
        const random = new SeededRandom('lists')
        await using rig = await open({ url, ...FAST, fetch: { limits: { totalMs: PATIENCE_MS } } })
        const everything = (
          await Promise.all(
            ['jetton/wallets?limit=200', 'nft/items?limit=200', 'jetton/masters', 'nft/collections'].map(
              async (path) => Object.values((await askV3(whole.url, path)).body as object)[0] as Contract[],
            ),
          )
        ).flat()
        const some = (count: number) =>
          Array.from({ length: count }, () => everything[random.below(everything.length)]?.address ?? '')
        const claims =
          (list: List, addresses: () => readonly string[]): Answer =>
          (response) => {
            const named = addresses().map((one) => ({ address: one, nft_item_address: one }))
            response.end(JSON.stringify({ [list.rows]: named }))
          }
        const honest: Answer = (response, request) => {
          void fetch(`${whole.url}${request.url}`).then(async (own) => response.end(await own.text()))
        }
        const kinds: readonly ((list: List) => Answer)[] = [
          () => honest,
          (list) => claims(list, () => some(5)),
          (list) => claims(list, () => rows.slice(0, 9).map(({ account }) => account)),
          (list) => claims(list, () => [`0:${random.bytes(32).toString('hex')}`, '7:00', '']),
          (list) => claims(list, () => some(5_000)),
          (list) => claims(list, () => []),
          () => (response, request) =>
            response.writeHead(302, { location: `${whole.url}${request.url}` }).end(),
          ...FAULTS.map((fault) => () => fault),
        ]
        const startedAt = performance.now()
        const figures = { answered: 0, refused: 0, rows: 0, most_queries: 0 }
        for (let asked = 0; asked < QUESTIONS; asked++) {
          const list = lists[random.below(lists.length)] as List
          answer = kinds[asked % kinds.length]?.(list) ?? honest
          const before = seen.length
          const queriesBefore = await queries(rig)
          const { status, body, headers } = await askV3(rig.url, list.path)
          const kind = `kind ${asked % kinds.length} of ${list.path}`
          figures.most_queries = Math.max(figures.most_queries, (await queries(rig)) - queriesBefore)
          figures[status === 200 ? 'answered' : 'refused']++
          expect(seen.length - before, `requests of ${kind}`).toBeLessThanOrEqual(1)
          expect([200, 503], `${kind} ${JSON.stringify(body)}`).toContain(status)
          if (status === 503) continue
          expect(headers.get('x-index-coverage')).toContain('completeness unproved')
          const truth = await truthOf(list)
          const found = (body as Record<string, readonly Contract[]>)[list.rows] ?? []
          for (const row of found) expect(truth, kind).toContainEqual(factsOfRow(list)(row))
          figures.rows += found.length
        }
        const { proved = 0, dropped = 0 } = await counts(rig)
        expect(proved).toBeGreaterThan(0)
        expect(dropped).toBeGreaterThan(0)
        report('lists', startedAt, { ...figures, hints: await counts(rig) })
      },
      Math.max(120_000, QUESTIONS * 3_000),
    )
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
        () => (response, request) =>
          response.writeHead(302, { location: `${whole.url}${request.url}` }).end(),
        () => (response) => void response.write('{"transactions":['),
        ...FAULTS.map((fault) => () => fault),
        () => (response, request) => {
          const again = fetch(`${rig.url}${request.url}`, { signal: AbortSignal.timeout(2_000) })
          again.then(async (own) => response.end(await own.text())).catch(() => response.destroy())
        },
      ]
      const startedAt = performance.now()
      const figures = { found: 0, not_found: 0 }
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
        figures[found.length > 0 ? 'found' : 'not_found']++
        expect(seen.length - before, `requests of kind ${kind}`).toBeLessThanOrEqual(2)
      }
      answer = named
      // On a loaded machine an honest answer can come too late as well.
      for (let more = 0; provedBefore === 0 && more < 20; more++) {
        await find(rig, pick().hash)
        provedBefore = (await counts(rig)).proved ?? 0
      }
      const { proved = 0, dropped = 0, ...requests } = await counts(rig)
      const { answered = 0, failed = 0, limited = 0, refused = 0, held = 0, backed_off = 0 } = requests
      expect(proved).toBeGreaterThan(0)
      expect(dropped).toBeGreaterThan(0)
      expect([failed, limited].every((number) => number > 0)).toBe(true)
      expect(proved + dropped).toBeLessThanOrEqual(2 * answered)
      const all = answered + failed + limited + refused + held + backed_off
      expect(all).toBeLessThanOrEqual(2 * (QUESTIONS + 20))
      report('hashes', startedAt, { ...figures, hints: await counts(rig) })
    },
    Math.max(120_000, QUESTIONS * 2_000),
  )

  it('are set, changed and removed while the gateway runs', async () => {
    answer = named
    await using rig = await open()
    const settings = async (change?: object, headers: object = {}) => {
      const response = await fetch(`${rig.url}${HINTS_PATH}`, {
        ...(change && { method: 'PUT', body: JSON.stringify(change) }),
        headers: { 'content-type': 'application/json', ...headers },
      })
      return { status: response.status, text: await response.text() }
    }
    const resultOf = ({ text }: { readonly text: string }) => JSON.parse(text).result
    expect(resultOf(await settings())).toEqual(NO_SERVER)
    expect((await settings({ url }, { origin: 'https://example.com' })).status).toBe(403)
    for (const wrong of ['ftp://example.com', 'https://u:p@example.com', 'nothing', `${url}?a=b`])
      expect((await settings({ url: wrong })).status, wrong).toBe(422)
    expect(await find(rig, rows[3]?.hash ?? '', OFF)).toEqual([])
    expect(seen).toEqual([])

    const set = await settings({ url, key: 'secret-of-hints' })
    expect(resultOf(set)).toMatchObject({ url, has_key: true, counts: { answered: 0 } })
    expect(await find(rig, rows[3]?.hash ?? '', OFF)).toHaveLength(1)
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(['secret-of-hints'])
    const metrics = await (await fetch(`${rig.url}/metrics`)).text()
    for (const text of [set.text, (await settings()).text, metrics])
      expect(text).not.toContain('secret-of-hints')

    // The key stays with its server.
    const other = `${url.replace('127.0.0.1', 'localhost')}`
    expect(resultOf(await settings({ url: other }))).toMatchObject({ url: other, has_key: false })
    await settings({ url })
    seen = []
    let left = () => {}
    const isLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const arrived = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', left)
        resolve()
      }
    })
    const random = new SeededRandom('removed hints')
    const unknown = () => random.bytes(32).toString('base64')
    const finding = find(rig, unknown(), OFF)
    await arrived
    expect(resultOf(await settings({ url: null }))).toMatchObject({ url: null, counts: null })
    await isLeft
    expect(await finding).toEqual([])
    expect(await find(rig, unknown(), OFF)).toEqual([])
    expect(seen).toHaveLength(1)
  })

  describe('a transaction by hash, without hints,', () => {
    const unknown = () => new SeededRandom('unknown').bytes(32).toString('base64')
    const search = (rig: Rig, hash: string, signal?: AbortSignal) =>
      fetch(`${rig.url}${INDEX_PREFIX}/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ hash }),
        ...(signal && { signal }),
      })
    /** Returns the number of queries once it no longer grows. */
    async function settledQueries(rig: Rig): Promise<number> {
      let before = -1
      const same = async () => {
        const now = await queries(rig)
        const isSame = now === before
        before = now
        return isSame ? { now } : undefined
      }
      return (await until(() => 'queries end', same, { timeoutMs: 60_000, pauseMs: 500 })).now
    }

    it('is not searched for in blocks if the request says so', async () => {
      await using rig = await open()
      const before = await settledQueries(rig)
      const hash = encodeURIComponent(unknown())
      for (const path of [
        `transactions?hash=${hash}`,
        `traces?tx_hash=${hash}`,
        `adjacentTransactions?hash=${hash}`,
      ]) {
        const { status } = await askV3(rig.url, `${path}&x_no_search=true`)
        expect(status, path).toBe(503)
      }
      expect((await settledQueries(rig)) - before).toBeLessThan(40)
    })

    it('is found at any age by its account and lt, and then by its hash alone', async () => {
      await using rig = await open()
      const row = rows[0] as Row
      const hash = encodeURIComponent(row.hash)
      const off = 'x_no_search=true'
      const wrong = await askV3(
        rig.url,
        `transactions?account=${row.account}&lt=${BigInt(row.lt) + 1n}&hash=${hash}&${off}`,
      )
      expect(wrong.status).toBe(503)
      const foreign = rows.find(({ account }) => account !== row.account) as Row
      const moved = `transactions?account=${foreign.account}&lt=${row.lt}&hash=${hash}&${off}`
      expect((await askV3(rig.url, moved)).status).toBe(503)
      const placed = `transactions?account=${row.account}&lt=${row.lt}&hash=${hash}&${off}`
      const { status, body } = await askV3(rig.url, placed)
      expect(status, JSON.stringify(body)).toBe(200)
      expect((body as { transactions: Row[] }).transactions.map(factsOf)).toEqual([factsOf(row)])
      const trace = await askV3(rig.url, `traces?tx_hash=${hash}&${off}`)
      expect((trace.body as { traces: object[] }).traces).toHaveLength(1)
    })

    it('is searched for on command with progress, and is in the index then', async () => {
      await using rig = await open()
      const { body } = await askV3(whole.url, 'transactions?sort=desc&limit=1')
      const [newest] = (body as { transactions: Row[] }).transactions
      const lines = await linesOf(await search(rig, newest?.hash ?? ''))
      expect(lines[0]).toEqual({ searched: 0, total: 300 })
      expect(lines.at(-1)).toEqual({ found: true })
      const answer = await askV3(
        rig.url,
        `transactions?hash=${encodeURIComponent(newest?.hash ?? '')}&x_no_search=true`,
      )
      expect((answer.body as { transactions: Row[] }).transactions.map(({ hash }) => hash)).toEqual([
        newest?.hash,
      ])
      const absent = await linesOf(await search(rig, unknown()))
      expect(absent.at(-2)).toEqual({ searched: 300, total: 300 })
      expect(absent.at(-1)).toEqual({ found: false })
      for (const [hash, status] of [
        ['abc', 422],
        [7, 422],
      ] as const) {
        const refused = await search(rig, hash as string)
        expect(refused.status).toBe(status)
      }
      const plain = await fetch(`${rig.url}${INDEX_PREFIX}/search`)
      expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'POST'])
    })

    it('is no longer searched for when the client leaves', async () => {
      await using searched = await open()
      const idle = await settledQueries(searched)
      await linesOf(await search(searched, unknown()))
      const all = (await settledQueries(searched)) - idle
      await using rig = await open()
      const before = await settledQueries(rig)
      const leaving = new AbortController()
      const { body } = await search(rig, unknown(), leaving.signal)
      await body?.getReader().read()
      leaving.abort()
      expect((await settledQueries(rig)) - before).toBeLessThan(all / 2)
    })
  })
})

async function linesOf(response: Response): Promise<readonly object[]> {
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
}

/** Returns the number of queries that a gateway has sent to liteservers. */
async function queries({ url }: Rig): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = text.matchAll(/^tonscope_liteserver_queries_total\{[^}]*\} (\d+)$/gm)
  return [...found].reduce((sum, [, value]) => sum + Number(value), 0)
}

/** Prints the figures of a run with another number of questions. */
function report(what: string, startedAt: number, figures: object): void {
  if (process.env.HINT_QUESTIONS === undefined) return
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.log(JSON.stringify({ what, questions: QUESTIONS, seconds, ...figures }))
}
