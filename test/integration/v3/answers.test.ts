import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Address, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { faultsOf, type Schema } from '../../conformance/jsonSchema.ts'
import { hasShared, NEEDS_SHARED, SHARED } from '../../conformance/sharedData.ts'
import { until } from '../../fixtures/until.ts'
import { indexedToHead } from '../indexer/indexGateway.ts'
import { resultOf } from '../operations/scene.ts'
import { askV3, pathOf } from './askV3.ts'
import { isOwn, ownQuestions, v3Questions } from './questions.ts'
import { openV3Scene, rawOf, resultV3, type V3Scene } from './v3Scene.ts'

const ELECTOR = `-1:${'3'.repeat(64)}`
const ZERO_HASH = `${'A'.repeat(43)}=`

let v3: V3Scene & AsyncDisposable
beforeAll(async () => {
  v3 = await openV3Scene()
})
afterAll(() => v3?.[Symbol.asyncDispose]())

const ask = (path: string, options?: Parameters<typeof askV3>[2]) => askV3(v3.url, path, options)
const told = async (path: string, options?: Parameters<typeof askV3>[2]) => {
  const { status, body } = await ask(path, options)
  return [status, body]
}
const refusal = (status: number, error: unknown) => [status, { error, code: status }]

describe('every operation', () => {
  it('answers as its schema requires, with its coverage', async () => {
    const asked = new Set<V3Name>()
    for (const { name, params, body } of [...v3Questions(v3), ...(await ownQuestions(v3))]) {
      const path = pathOf(name, params)
      const reply = await ask(path, { body })
      const reading = (v3Operations[name] as AnyV3Operation).result.safeParse(reply.body)
      expect([reply.status, reading.error?.issues ?? []], `${path} ${JSON.stringify(body)}`).toEqual([
        200,
        [],
      ])
      expect(reply.headers.get('x-index-coverage')).toMatch(/^(1-\d+|account .*)$/)
      expect(reply.headers.get('x-api-version')).toBe('1.2.10')
      asked.add(name)
    }
    // The other two are a send and a request for its pending transactions.
    const rest = (Object.keys(v3Operations) as V3Name[]).filter((name) => !asked.has(name) && !isOwn(name))
    expect(rest.toSorted()).toEqual(['message', 'pendingTransactions'])
  })
})

describe.skipIf(!hasShared)(`answers beside the reference's schemas (${NEEDS_SHARED})`, () => {
  type Documented = {
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { schema: Schema } } }
    }
  }
  const document: { paths: Record<string, { get?: Documented; post?: Documented }> } = hasShared
    ? JSON.parse(readFileSync(join(SHARED, 'reference', 'v3-openapi.json'), 'utf8'))
    : { paths: {} }

  /** Differences of the server from the document (compatibility-v3 §17). */
  const DOCUMENTED_WRONG: readonly V3Name[] = [
    'masterchainBlockShards',
    'runGetMethod',
    'events',
    'nft/sales',
  ]
  /** Null has no type of its own there; opcodes and BOCs are texts, and decoded payloads objects. */
  const LOOSE =
    /: null for |\.opcode: string for integer$|\.decoded_(custom|forward)_payload: object for array$|\.body_raw: string for array$/

  it('is documented', async () => {
    const questions = v3Questions(v3).filter(({ name }) => !DOCUMENTED_WRONG.includes(name) && !isOwn(name))
    for (const { name, params, body } of questions) {
      const item = document.paths[`/api/v3/${name}`]?.[body ? 'post' : 'get']
      const schema = item?.responses[200].content['application/json'].schema
      const { body: answer } = await ask(pathOf(name, params), { body })
      const faults = faultsOf(document, schema as Schema, answer).filter((fault) => !LOOSE.test(fault))
      expect(faults, `${name} ${JSON.stringify(params)}`).toEqual([])
    }
  })
})

describe('forms of one question', () => {
  it('finds a transaction by its hash in every form', async () => {
    const { middle } = v3
    const hex = Buffer.from(middle.hash, 'base64').toString('hex')
    const url = middle.hash.replaceAll('+', '-').replaceAll('/', '_')
    for (const hash of [middle.hash, url, hex, hex.toUpperCase(), `0x${hex}`]) {
      const { transactions } = await resultV3(v3.url, 'transactions', { hash })
      expect(transactions).toEqual([middle])
    }
  })

  it('finds a block by its shard in every form', async () => {
    const answers = await Promise.all(
      ['8000000000000000', '0x8000000000000000', '-9223372036854775808'].map((shard) =>
        resultV3(v3.url, 'blocks', { workchain: -1, shard, seqno: v3.head }),
      ),
    )
    expect(answers.map(({ blocks }) => blocks.map(({ seqno }) => seqno))).toEqual(Array(3).fill([v3.head]))
    expect(answers[0]?.blocks[0]?.root_hash).toBe(v3.scene.head.root_hash)
  })

  it('takes an account raw, friendly with any flags, repeated, with brackets and by comma', async () => {
    const address = Address.parse(v3.alice)
    const forms = [
      `account=${v3.alice.toLowerCase()}`,
      ...[true, false].flatMap((bounceable) =>
        [true, false].flatMap(
          (urlSafe) => `account=${encodeURIComponent(address.toString({ bounceable, urlSafe }))}`,
        ),
      ),
      `account[]=${v3.alice}`,
      `account=${v3.alice},${v3.scene.neverUsed}`,
      `account=${v3.alice}&account=&account=${v3.scene.neverUsed}`,
    ]
    for (const form of forms) {
      const { body } = await ask(`transactions?limit=1000&${form}`)
      expect((body as { transactions: unknown }).transactions, form).toEqual(v3.transactions)
    }
  })

  it('counts a limit below one as one, an offset below zero as zero', async () => {
    const one = await resultV3(v3.url, 'transactions', { account: v3.alice, limit: 0, offset: -5 })
    expect(one.transactions).toEqual(v3.transactions.slice(0, 1))
  })

  it('answers an alias as its operation', async () => {
    for (const [alias, name] of [
      ['account', 'addressInformation'],
      ['wallet', 'walletInformation'],
    ]) {
      expect(await told(`${alias}?address=${v3.alice}`)).toEqual(await told(`${name}?address=${v3.alice}`))
    }
    const { traces } = await resultV3(v3.url, 'traces', { tx_hash: v3.middle.hash, include_actions: true })
    expect((await resultV3(v3.url, 'events', { tx_hash: v3.middle.hash })).events).toEqual(traces)
  })

  it('leaves out the address book and metadata on request, by header and by query', async () => {
    const path = `messages?destination=${v3.alice}&limit=2`
    const whole = (await ask(path)).body as { address_book: object; messages: unknown }
    expect(Object.keys(whole.address_book)).toContain(v3.alice)
    const bare = { ...whole, address_book: {}, metadata: {} }
    expect(await told(`${path}&x_no_address_book=1&x_no_metadata=t`)).toEqual([200, bare])
    const headers = { 'X-No-Address-Book': 'true', 'X-No-Metadata': '1' }
    expect(await told(path, { headers })).toEqual([200, bare])
  })

  it('answers HEAD, compressed answers and many equal questions at once', async () => {
    const path = '/api/v3/transactions?limit=1000'
    const head = await fetch(`${v3.url}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const raw = await fetch(`${v3.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const zipped = await fetch(`${v3.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(await zipped.text()).toBe(await raw.text())
    const many = await Promise.all(Array.from({ length: 20 }, () => told('transactions?limit=50')))
    expect(new Set(many.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })
})

describe('refusals', () => {
  it.each<[string, number, string]>([
    ['transactions?limit=1001', 422, 'limit is not allowed: 1001 > 1000'],
    [
      'transactions?hash=x&lt=y',
      422,
      'failed to decode: schema: error converting value for index 0 of "hash" (and 1 other error)',
    ],
    ['transactions?mc_seqno=1000000', 404, 'masterchain block 1000000 not found'],
    ['traces?mc_seqno=1000000', 404, 'masterchain block 1000000 not found'],
    ['transactionsByMasterchainBlock?seqno=1000000', 404, 'masterchain block 1000000 not found'],
    ['transactionsByMasterchainBlock', 404, 'masterchain block 0 not found'],
    ['transactionsByMasterchainBlock?seqno=last', 404, 'masterchain block 0 not found'],
    ['masterchainBlockShards?seqno=1000000', 404, 'blocks not found'],
    ['masterchainBlockShards', 404, 'blocks not found'],
    ['masterchainBlockShards?seqno=1&offset=1000', 404, 'blocks not found'],
    ['masterchainBlockShardState?seqno=1000000', 404, 'blocks not found'],
    ['masterchainBlockShardState?seqno=-1', 404, 'blocks not found'],
    ['adjacentTransactions', 404, 'adjacent transactions not found'],
    [`adjacentTransactions?hash=${'0'.repeat(64)}`, 404, 'adjacent transactions not found'],
    [`pendingTransactions?account=${ELECTOR}`, 404, 'emulated traces not found'],
    [`walletInformation?address=${ELECTOR}`, 409, 'not a wallet'],
    [`walletInformation?use_v2=1&address=${ELECTOR}`, 409, 'not a wallet'],
    ['walletInformation', 401, 'address of account is required'],
    ['decode?opcodes=zz', 422, 'invalid opcode format at index 0: zz'],
    ['decode?opcodes=1&opcodes=', 422, 'invalid opcode format at index 1: '],
    ['decode?opcodes=0xzz', 422, 'invalid opcode format at index 0: zz'],
    ['blocks?x_timeout=soon', 422, 'failed to decode: schema: error converting value for "x_timeout"'],
    ['nothing', 404, 'Not Found'],
  ])('answer %s with %d %s', async (path, status, text) => {
    expect(await told(path)).toEqual(refusal(status, text))
  })

  it.each<[string, object | string, number, unknown]>([
    ['message', {}, 401, 'boc is required'],
    ['message', { boc: '' }, 401, 'boc is required'],
    ['message', { boc: 'not base64' }, 422, 'failed to parse boc'],
    ['message', '{', 422, expect.stringMatching(/^JSON parse error/)],
    ['estimateFee', {}, 422, 'empty address'],
    ['estimateFee', { address: ELECTOR }, 422, 'failed to parse body'],
    ['runGetMethod', { method: 'seqno' }, 401, 'address is required'],
    ['runGetMethod', { address: ELECTOR }, 401, 'method is required'],
    ['runGetMethod', { address: 'x', method: 'seqno' }, 500, 'failed to parse address'],
    [
      'runGetMethod',
      { address: ELECTOR, method: 'seqno', stack: [{ type: 'xyz', value: '' }] },
      500,
      'unsupported stack parameter type: xyz',
    ],
    ['decode', { bodies: Array(1001).fill('') }, 422, 'bodies list exceeds maximum length of 1000'],
    ['blocks', {}, 405, 'unsupported http method: POST'],
  ])('POST %s %j: %d', async (path, body, status, text) => {
    expect(await told(path, { body })).toEqual(refusal(status, text))
  })
})

describe('legacy operations', () => {
  it('return the same facts of an account as v2', async () => {
    for (const address of [v3.alice, v3.scene.frozen, v3.scene.uninit, v3.scene.neverUsed]) {
      const own = await resultV3(v3.url, 'addressInformation', { address })
      const passed = await resultV3(v3.url, 'addressInformation', { address, use_v2: true })
      const v2 = await resultOf(v3.url, 'getAddressInformation', { address })
      expect(passed).toEqual({
        balance: v2.balance,
        code: v2.code,
        data: v2.data,
        last_transaction_lt: v2.last_transaction_id.lt,
        last_transaction_hash: v2.last_transaction_id.hash,
        frozen_hash: v2.frozen_hash,
        status: v2.state,
      })
      const cellOf = (boc: string | null) => (boc ? Cell.fromBase64(boc).hash().toString('hex') : null)
      expect({ ...own, code: cellOf(own.code), data: cellOf(own.data) }).toEqual({
        ...passed,
        code: cellOf(passed.code),
        data: cellOf(passed.data),
        frozen_hash: null,
        status: v2.state === 'uninitialized' ? 'uninit' : v2.state,
      })
    }
  })

  it('tell a wallet, and nothing of who was never there', async () => {
    const own = await resultV3(v3.url, 'walletInformation', { address: v3.alice })
    expect(own).toEqual(await resultV3(v3.url, 'walletInformation', { address: v3.alice, use_v2: true }))
    expect(own).toMatchObject({ wallet_type: 'wallet v4 r2', status: 'active' })
    expect(await resultV3(v3.url, 'walletInformation', { address: v3.scene.neverUsed })).toEqual({
      balance: '0',
      last_transaction_lt: '0',
      last_transaction_hash: ZERO_HASH,
      status: 'uninit',
    })
  })

  it('run a get-method as v2 does, and back through its own stack', async () => {
    const run = async (method: string, stack: object[]) =>
      (await ask('runGetMethod', { body: { address: ELECTOR, method, stack } })).body
    const v2 = await resultOf(v3.url, 'runGetMethod', {
      address: ELECTOR,
      method: 'active_election_id',
      stack: [],
    })
    const [[, value]] = v2.stack as [[string, string]]
    expect(await run('active_election_id', [])).toEqual({
      gas_used: v2.gas_used,
      exit_code: 0,
      stack: [{ type: 'num', value }],
    })
    expect(await run('no_such_method', [{ type: 'num', value: '-0x1' }])).toMatchObject({ exit_code: 11 })
  })

  it('send a message: it is pending until its block is indexed, and found by its hashes then', async () => {
    const { scene, url } = v3
    const boc = await scene.order()
    const account = scene.wallet.address.toRawString()
    const { status, body } = await ask('message', { body: { boc } })
    expect([status, Object.keys(body as object)]).toEqual([200, ['message_hash', 'message_hash_norm']])
    const { message_hash: hash, message_hash_norm: norm } = body as Record<string, string>
    expect(hash).toBe(Cell.fromBase64(boc).hash().toString('base64'))

    // The devnet makes a block at once: the index can have it before the emulation ends. `pending.test.ts` makes blocks
    // by hand and sees every message pending.
    const shown = await pendingOrIndexed(hash as string, account)
    expect(shown.hash).toBe(hash)
    if (shown.isPending) expect(shown.emulated).toEqual([true])

    await scene.makeBlock()
    await indexedToHead(url)
    for (const msg_hash of [hash, norm]) {
      const found = await resultV3(url, 'transactionsByMessage', { msg_hash })
      expect(found.transactions.map(({ account: receiver }) => receiver)).toEqual([rawOf(account)])
    }
    expect(await told(pathOf('pendingTransactions', { account }))).toEqual(
      refusal(404, 'emulated traces not found'),
    )
  })
})

type Shown = { readonly isPending: boolean; readonly emulated: boolean[]; readonly hash: string | undefined }

/** Waits until a sent message is pending or in the index. */
function pendingOrIndexed(hash: string, account: string): Promise<Shown> {
  return until('the message is pending or in the index', async () => {
    const reply = await ask(pathOf('pendingTransactions', { account }))
    if (reply.status === 200) {
      const { transactions } = v3Operations.pendingTransactions.result.parse(reply.body)
      const emulated = (transactions ?? []).map((transaction) => transaction.emulated)
      return { isPending: true, emulated, hash: transactions?.[0]?.in_msg?.hash }
    }
    expect([reply.status, reply.body]).toEqual(refusal(404, 'emulated traces not found'))
    const { transactions } = await resultV3(v3.url, 'transactionsByMessage', { msg_hash: hash })
    if (transactions.length > 0)
      return { isPending: false, emulated: [], hash: transactions[0]?.in_msg?.hash }
    return undefined
  })
}
