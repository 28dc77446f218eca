import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { openSampleGateway } from './sampleGateway.ts'

type Json = Record<string, unknown>
type Value = string | number | boolean | readonly string[]
type Request = { readonly [name: string]: Value }

const WHOLE = '-9223372036854775808'
/** Wallet v4r2 and the library of the sample network (its README lists its accounts). */
const WALLET = 'EQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZqcC'
const RAW_WALLET = '0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366'
const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'
const MINTER = 'e3420da1a12ac5ad1e452043f266b9b179e7a5f374c9d8a44f9cee76ebc44fe7'
const BIG_BLOCK = { workchain: 0, shard: '4611686018427387904', seqno: 784 }

/** Operations that accept POST alone, or need a message or a domain: see test/unit/api/v2/contractRuns.test.ts. */
const ASKED_ELSEWHERE = /^(runGetMethod.*|estimateFee|dnsResolve|sendBoc.*|tryLocate.*)$/

/** A client's requests to every other operation of toncenter's, in the forms that clients use. */
const REQUESTS: { readonly [Name in V2Name]?: readonly Request[] } = {
  getMasterchainInfo: [{}],
  getMasterchainBlockSignatures: [{ seqno: 800 }, { seqno: '2' }],
  getShardBlockProof: [{ ...BIG_BLOCK, from_seqno: 795 }],
  getConsensusBlock: [{}],
  lookupBlock: [
    { workchain: -1, shard: WHOLE, seqno: 25 },
    { workchain: '0', shard: '4611686018427387904', lt: '30000000' },
    { workchain: -1, shard: WHOLE, unixtime: 1795238500 },
  ],
  getShards: [{ seqno: 25 }, { seqno: '24' }],
  getBlockHeader: [{ workchain: -1, shard: WHOLE, seqno: 609 }, BIG_BLOCK],
  getOutMsgQueueSize: [{}],
  getBlockTransactions: [BIG_BLOCK, { ...BIG_BLOCK, count: 251 }],
  getBlockTransactionsExt: [{ ...BIG_BLOCK, count: '3' }],
  getTransactions: [{ address: WALLET }, { address: RAW_WALLET, limit: 3, archival: true }],
  getTransactionsStd: [{ address: WALLET, limit: '16' }],
  getAddressInformation: [{ address: WALLET }, { address: RAW_WALLET, seqno: 700 }],
  getExtendedAddressInformation: [{ address: WALLET, seqno: '800' }],
  getAddressBalance: [{ address: WALLET }, { address: `-1:${'5'.repeat(64)}` }],
  getAddressState: [{ address: WALLET }, { address: `0:${'a'.repeat(64)}` }],
  getShardAccountCell: [{ address: WALLET }],
  getWalletInformation: [{ address: WALLET }, { address: RAW_WALLET, seqno: '700' }],
  getTokenData: [{ address: `0:${MINTER}` }, { address: `0:${MINTER}`, seqno: 790 }],
  getConfigParam: [{ param: 34 }, { config_id: '0', seqno: 700 }],
  getConfigAll: [{}, { seqno: 609 }],
  getLibraries: [{ libraries: [LIBRARY, 'A'.repeat(43)] }],
  detectAddress: [{ address: WALLET }],
  detectHash: [{ hash: LIBRARY }],
  packAddress: [{ address: RAW_WALLET }],
  unpackAddress: [{ address: WALLET }],
}

const CASES = Object.entries(REQUESTS).flatMap(([name, requests]) =>
  requests.map((request) => [name, JSON.stringify(request), request] as const),
)

function queryOf(request: Request): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request)) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  return query.toString()
}

describe('a client of /api/v2 on the sample network', () => {
  let gateway: Awaited<ReturnType<typeof openSampleGateway>>
  beforeAll(async () => {
    // Each form of the request must have an answer of its own.
    gateway = await openSampleGateway({ cache: false })
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  async function answerOf(response: Response): Promise<Json> {
    const body = (await response.json()) as Json
    expect({ status: response.status, ok: body.ok, error: body.error }).toEqual({ status: 200, ok: true })
    expect(Object.keys(body)).toEqual(['ok', 'result', '@extra'])
    expect(body['@extra']).toMatch(/^\d{10}:(_|0):\d+(\.\d+)?(e-\d+)?$/)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('x-api-version')).toMatch(/^2\.1\.\d+$/)
    return body
  }

  it('asks every operation of toncenter that is not asked elsewhere', () => {
    const operations: readonly AnyOperation[] = Object.values(v2Operations)
    const names = operations.filter(({ isOwn }) => !isOwn).map(({ name }) => name)
    const expected = names.filter((name) => !ASKED_ELSEWHERE.test(name))
    expect(Object.keys(REQUESTS).toSorted()).toEqual(expected.toSorted())
  })

  it.each(CASES)('gets %s %s by GET and by POST', async (name, _text, request) => {
    const url = `${gateway.url}/api/v2/${name}`
    const byGet = await answerOf(await fetch(`${url}?${queryOf(request)}`))
    const { result } = v2Operations[name as V2Name]
    expect(result.parse(byGet.result)).toEqual(byGet.result)
    // Content-Type is ignored: clients send any.
    const headers = { 'Content-Type': 'text/plain' }
    const byPost = await answerOf(
      await fetch(url, { method: 'POST', headers, body: JSON.stringify(request) }),
    )
    const { timestamp: _now, ...expected } = Object(byGet.result)
    const { timestamp: _later, ...actual } = Object(byPost.result)
    expect(actual).toEqual(expected)
  })

  it('takes the alias, a trailing slash and an API key in either place', async () => {
    const plain = await answerOf(await fetch(`${gateway.url}/api/v2/getShards?seqno=30`))
    const headers = { 'X-API-Key': 'anything' }
    for (const path of ['shards?seqno=30', 'getShards/?seqno=30', 'getShards?api_key=anything&seqno=30']) {
      const answer = await answerOf(await fetch(`${gateway.url}/api/v2/${path}`, { headers }))
      expect(answer.result).toEqual(plain.result)
    }
  })

  it('compresses long answers for clients that take that, with the same content', async () => {
    const url = `${gateway.url}/api/v2/getConfigAll?seqno=700`
    const plain = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
    const small = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([
      null,
      'gzip',
    ])
    expect((await answerOf(small)).result).toEqual((await answerOf(plain)).result)
  })

  it('answers a failure in the envelope, with the status', async () => {
    const failures = [
      ['getShards?seqno=0', 422, 'seqno should be positive'],
      ['getAddressInformation?address=nonsense', 422, 'failed to parse address'],
      ['getAddressInformation?address=', 422, 'empty address'],
      ['getShards?seqno=100000', 500, /^LITE_SERVER_NOTREADY: /],
      ['noSuchOperation', 404, 'Not Found'],
    ] as const
    for (const [path, status, error] of failures) {
      const response = await fetch(`${gateway.url}/api/v2/${path}`)
      const body = (await response.json()) as Json
      expect([path, response.status, body.ok, body.code]).toEqual([path, status, false, status])
      expect(body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
    }
    const deleted = await fetch(`${gateway.url}/api/v2/getShards?seqno=1`, { method: 'DELETE' })
    expect([deleted.status, await deleted.json()]).toEqual([
      405,
      { ok: false, error: 'unsupported http method: DELETE', code: 405, '@extra': expect.any(String) },
    ])
  })

  it('answers many clients at once', async () => {
    const seqnos = Array.from({ length: 300 }, (_, i) => i + 1)
    const headers = await Promise.all(
      seqnos.map(async (seqno) => {
        const query = queryOf({ workchain: -1, shard: WHOLE, seqno })
        const answer = await answerOf(await fetch(`${gateway.url}/api/v2/getBlockHeader?${query}`))
        return (answer.result as { id: { seqno: number } }).id.seqno
      }),
    )
    expect(headers).toEqual(seqnos)
    expect(gateway.status().verification).toMatchObject({ enabled: true, refused: 0 })
  })
})
