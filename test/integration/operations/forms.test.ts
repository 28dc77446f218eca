import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask, type Form, type Params, post, queryOf, read, toJson } from './ask.ts'
import { FAULTS, POST_ONLY } from './faults.ts'
import { openScene, resultOf, type Scene } from './scene.ts'
import { successes } from './successes.ts'

/** One request can be written in many ways: compatibility-v2 §1.2, §2.1 and §14. */

const SENDS = ['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError']
const NAMES = Object.keys(FAULTS)
const READS = NAMES.filter((name) => !SENDS.includes(name))
const FORMS_OF_VECTOR = {
  raw: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  bounceable: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
  'non-bounceable': 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
  'test bounceable': 'kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH',
  'test non-bounceable': '0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC',
}

/** An address in every form that is accepted, with how the server writes it where it repeats it. */
function addressForms(
  raw: string,
): readonly (readonly [written: string, repeated: string, friendly: string])[] {
  const address = Address.parse(raw)
  const [workchain, hex] = raw.split(':') as [string, string]
  const upper = `${workchain}:${hex.toUpperCase()}`
  const bounceable = address.toString()
  const flags = [
    { bounceable: true, testOnly: false },
    { bounceable: false, testOnly: false },
    { bounceable: true, testOnly: true },
    { bounceable: false, testOnly: true },
  ]
  const mixed = `${workchain}:${hex.slice(0, 20).toUpperCase()}${hex.slice(20)}`
  return [
    ...[raw, upper, mixed].map((written) => [written, upper, bounceable] as const),
    ...flags.flatMap((flag) => {
      const urlSafe = address.toString(flag)
      const standard = address.toString({ ...flag, urlSafe: false })
      return [urlSafe, standard].map((written) => [written, urlSafe, urlSafe] as const)
    }),
  ]
}

/** A hash in every form that is accepted. */
function hashForms(hex: string): readonly string[] {
  const bytes = Buffer.from(hex, 'hex')
  const [base64, base64url] = [bytes.toString('base64'), bytes.toString('base64url')]
  return [hex, hex.toUpperCase(), base64, `${base64url}=`, base64url]
}

const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

/** Parameters that are numbers, in a body only as such where they are `plain`. */
const NUMBERS =
  /^(seqno|workchain|shard|lt|to_lt|after_lt|created_lt|limit|count|from_seqno|unixtime|param|config_id|ttl)$/
const PLAIN = ['runGetMethod', 'runGetMethodStd', 'dnsResolve']

describe('the forms of a request', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  const requestOf = (name: string, kind: 'minimal' | 'full') => {
    const requests = successes(scene)[name]!
    return (requests.find((request) => request.name === kind) ?? requests[0]!).params
  }

  function resultIn({ status, body }: Answer, about: string): unknown {
    expect([status, body], about).toMatchObject([200, { ok: true }])
    const { result } = body as Params
    return result instanceof Object && 'timestamp' in result ? { ...result, timestamp: 'now' } : result
  }

  const resultFrom = async (form: Form, name: string, params: Params | string) =>
    resultIn(await ask(scene.url, form, name, params), `${form} ${name} ${toJson(params).slice(0, 300)}`)

  const formOf = (name: string): Form => (POST_ONLY.includes(name) ? 'POST' : 'GET')

  describe('addresses', () => {
    const withAddress = READS.filter((name) => 'address' in FAULTS[name]!.fields)
    /** These are about the form itself: below. */
    const plain = withAddress.filter((name) => !['detectAddress', 'packAddress'].includes(name))

    /** Where the request's address comes back in the answer: compatibility-v2 §2.1. */
    const REPEATED: Readonly<Record<string, (repeated: string, friendly: string) => object>> = {
      getTokenData: (address) => ({ address }),
      getExtendedAddressInformation: (_repeated, account_address) => ({
        address: { '@type': 'accountAddress', account_address },
      }),
    }

    it.each(plain)('mean the same to %s however they are written', async (name) => {
      const request = requestOf(name, 'minimal')
      const expected = await resultFrom(formOf(name), name, request)
      const raw = request.address as string
      for (const [address, repeated, friendly] of addressForms(raw)) {
        const result = await resultFrom(formOf(name), name, { ...request, address })
        const echo = REPEATED[name]?.(repeated, friendly)
        expect([address, result]).toEqual([address, echo ? { ...(expected as object), ...echo } : expected])
      }
    })

    it('mean the same to tryLocateTx and its kin', async () => {
      for (const name of ['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx']) {
        const request = requestOf(name, 'minimal')
        const expected = await resultFrom('GET', name, request)
        const [sources, destinations] = [request.source, request.destination].map((address) =>
          addressForms(Address.parse(address as string).toRawString()),
        )
        for (const [at, [source]] of sources!.entries()) {
          const [destination] = destinations!.at(-1 - at)!
          expect(await resultFrom('GET', name, { ...request, source, destination })).toEqual(expected)
        }
      }
    })

    it.each(Object.entries(FORMS_OF_VECTOR))('are recognized and converted: %s', async (kind, address) => {
      const [nonBounceable, testOnly] = [kind.includes('non-'), kind.includes('test')]
      const { raw, bounceable } = FORMS_OF_VECTOR
      const of = (test: boolean, non: boolean) =>
        FORMS_OF_VECTOR[`${test ? 'test ' : ''}${non ? 'non-' : ''}bounceable` as 'raw']
      const variant = (text: string) => ({
        '@type': 'ext.utils.detectedAddressVariant',
        b64: text.replaceAll('-', '+').replaceAll('_', '/'),
        b64url: text,
      })
      expect(await resultFrom('GET', 'detectAddress', { address })).toEqual({
        '@type': 'ext.utils.detectedAddress',
        raw_form: raw,
        bounceable: variant(of(testOnly, false)),
        non_bounceable: variant(of(testOnly, true)),
        given_type:
          kind === 'raw' ? 'raw_form' : nonBounceable ? 'friendly_non_bounceable' : 'friendly_bounceable',
        test_only: testOnly,
      })
      expect(await resultFrom('GET', 'packAddress', { address })).toBe(kind === 'raw' ? bounceable : address)
      expect(await resultFrom('GET', 'unpackAddress', { address })).toBe(raw.toUpperCase())
    })

    it('may mix the alphabets', async () => {
      const address = 'EQDtFpEwcFAEcRe5mLVh2N6C0x+_hJEM7W61/JLnSF74p4q2'
      expect(await resultFrom('GET', 'detectAddress', { address })).toMatchObject({
        raw_form: '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7',
        bounceable: {
          b64: 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2',
          b64url: 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
        },
        non_bounceable: { b64: 'UQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p9dz' },
      })
    })

    it('of workchains that have no friendly form are detected without one', async () => {
      const address = `2147483647:${'a'.repeat(64)}`
      const none = { b64: '', b64url: '' }
      expect(await resultFrom('GET', 'detectAddress', { address })).toMatchObject({
        raw_form: address,
        bounceable: none,
        non_bounceable: none,
      })
    })
  })

  describe('hashes', () => {
    it('of a block mean the same however they are written', async () => {
      for (const name of ['getBlockHeader', 'getBlockTransactions', 'getBlockTransactionsExt']) {
        const request = requestOf(name, 'full')
        const expected = await resultFrom('GET', name, request)
        const [roots, files] = [request.root_hash, request.file_hash].map((hash) =>
          hashForms(hexOf(hash as string)),
        )
        for (const [at, root_hash] of roots!.entries()) {
          const file_hash = files!.at(-1 - at)
          for (const form of ['GET', 'POST'] as const) {
            expect(await resultFrom(form, name, { ...request, root_hash, file_hash })).toEqual(expected)
          }
        }
      }
    })

    it('of an account can be its address in any workchain', async () => {
      const { busy } = scene
      const place = { workchain: busy.workchain, shard: busy.shard, seqno: busy.seqno }
      const { transactions } = await resultOf(scene.url, 'getBlockTransactions', { ...place, count: 5 })
      const { account, lt } = transactions[2]!
      const hex = account.slice(2)
      const written = [...addressForms(account).map(([address]) => address), `-1:${hex}`, ...hashForms(hex)]
      for (const after_hash of written) {
        const next = { ...place, count: 2, after_lt: lt, after_hash }
        expect(await resultFrom('GET', 'getBlockTransactions', next), after_hash).toMatchObject({
          transactions: transactions.slice(3),
        })
      }
    })

    it('of a transaction and of a library', async () => {
      const page = requestOf('getTransactions', 'full')
      const expected = await resultFrom('GET', 'getTransactions', page)
      for (const hash of hashForms(hexOf(page.hash as string))) {
        expect(await resultFrom('GET', 'getTransactions', { ...page, hash })).toEqual(expected)
      }
      const library = await resultFrom('GET', 'getLibraries', { libraries: [scene.library] })
      for (const hash of hashForms(scene.library)) {
        expect(await resultFrom('GET', 'getLibraries', { libraries: hash })).toEqual(library)
        expect(await resultFrom('POST', 'getLibraries', { libraries: [hash] })).toEqual(library)
      }
    })

    it('are accepted in all their forms', async () => {
      const hex = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'
      for (const hash of hashForms(hex)) {
        expect(await resultFrom('GET', 'detectHash', { hash })).toEqual({
          '@type': 'ext.utils.detectedHash',
          b64: 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM=',
          b64url: 'CPUE4WXeEJT-Dwz1fY_rkreWvYnsOt3I44i1G5ojJPM',
          hex,
        })
      }
    })
  })

  describe('numbers', () => {
    const rewrite = (params: Params, write: (digits: string) => unknown): Params =>
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          NUMBERS.test(name) && value !== undefined ? write(String(value)) : value,
        ]),
      )
    const padded = (digits: string) =>
      digits.replace(/^(-?)/, (sign) => `${sign === '-' ? '-' : '+'}${'0'.repeat(60)}`)

    it.each(READS)(
      'can have a sign and zeros in a query, and be strings or numbers in a body: %s',
      async (name) => {
        const request = requestOf(name, 'full')
        const expected = await resultFrom('POST', name, request)
        expect(await resultFrom('POST', name, rewrite(request, BigInt))).toEqual(expected)
        if (!POST_ONLY.includes(name)) {
          expect(await resultFrom('GET', name, rewrite(request, padded))).toEqual(expected)
        }
        if (!PLAIN.includes(name)) {
          expect(await resultFrom('POST', name, rewrite(request, String))).toEqual(expected)
          expect(await resultFrom('POST', name, rewrite(request, padded))).toEqual(expected)
        }
      },
    )
  })

  it('a query that names a parameter of the configuration twice means its older name', async () => {
    const old = await resultFrom('GET', 'getConfigParam', { config_id: 34 })
    expect(await resultFrom('GET', 'getConfigParam', { param: 0, config_id: 34 })).toEqual(old)
  })

  it('ignore a byte order mark before a body, with and without a Content-Length', async () => {
    const bytes = new TextEncoder().encode('\ufeff{}')
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes)
        controller.close()
      },
    })
    for (const body of [bytes, chunks]) {
      const init = { method: 'POST', body, duplex: 'half' }
      const answer = await read(await fetch(`${scene.url}/api/v2/getConfigAll`, init as RequestInit))
      expect([answer.status, answer.body]).toMatchObject([200, { ok: true }])
    }
  })

  it('archival is a word, a number or a boolean', async () => {
    const request = { address: scene.accounts.get('alice'), limit: 2 }
    const expected = await resultFrom('GET', 'getTransactions', request)
    const words = ['y', 'yes', 't', 'true', 'on', '1', 'n', 'no', 'f', 'false', 'off', '0', 'TRUE', 'No', '']
    for (const archival of words) {
      expect(await resultFrom('GET', 'getTransactions', { ...request, archival })).toEqual(expected)
      expect(await resultFrom('POST', 'getTransactions', { ...request, archival })).toEqual(expected)
    }
    for (const archival of [true, false, 0, 1, -5, 10n ** 18n, null]) {
      expect(await resultFrom('POST', 'getTransactions', { ...request, archival })).toEqual(expected)
    }
  })

  describe.each(READS)('the operation %s', (name) => {
    it('ignores unknown parameters in a query, and null in a body', async () => {
      const request = requestOf(name, 'minimal')
      const expected = await resultFrom('POST', name, request)
      const optional = Object.keys(FAULTS[name]!.fields).filter((field) => !(field in request))
      const nulls = Object.fromEntries(optional.map((field) => [field, null]))
      expect(await resultFrom('POST', name, { ...request, ...nulls })).toEqual(expected)
      if (Object.keys(request).length === 0) expect(await resultFrom('POST', name, 'null')).toEqual(expected)
      const urls = [`${name}/`, `${name}?api_key=x`]
      for (const url of urls)
        expect(resultIn(await post(scene.url, url, toJson(request)), url)).toEqual(expected)
      if (POST_ONLY.includes(name)) return
      const query = queryOf(request)
      const repeated = [...new URLSearchParams(query).keys()].filter((key) => key !== 'libraries')
      const second = repeated.map((key) => `${key}=x`).join('&')
      const odd = `${query}&foo=1&api_key=x&constructor=&__proto__=x&=x&%=%&%ff=1&${second}`
      expect(await resultFrom('GET', name, odd)).toEqual(expected)
      const slash = await read(await fetch(`${scene.url}/api/v2/${name}/?${query}`))
      expect(resultIn(slash, name)).toEqual(expected)
    })

    it('names its methods', async () => {
      const allowed = POST_ONLY.includes(name) ? 'POST' : 'GET, POST'
      const others = ['PUT', 'DELETE', 'PATCH', 'HEAD', ...(POST_ONLY.includes(name) ? ['GET'] : [])]
      for (const method of others) {
        const { status, headers, body } = await read(await fetch(`${scene.url}/api/v2/${name}`, { method }))
        expect([method, status, headers.get('allow')]).toEqual([method, 405, allowed])
        if (method === 'HEAD') continue
        const error = `unsupported http method: ${method}`
        expect(body).toEqual({ ok: false, error, code: 405, '@extra': expect.any(String) })
      }
    })
  })

  it('a body is a JSON object', async () => {
    const bodies = [
      ['', 'JSON document is empty'],
      [' \n', 'JSON document is empty'],
      ['[]', 'request body must be a JSON object'],
      ['[{}]', 'request body must be a JSON object'],
      ['5', 'request body must be a JSON object'],
      ['"{}"', 'request body must be a JSON object'],
      ['true', 'request body must be a JSON object'],
      ['['.repeat(2049), 'JSON is nested deeper than 2048 levels'],
      ...['{', '{}}', '{"a":}', "{'a':1}", '{"a":01}', 'nul', '{"a":NaN}', '\u00a0{}', '{"a":"\n"}'].map(
        (text) => [text, expect.stringMatching(/^JSON parse error: ./)] as const,
      ),
    ] as const
    for (const name of READS) {
      for (const [text, error] of bodies) {
        const { status, body } = await post(scene.url, name, text)
        expect([text.slice(0, 20), status, body]).toEqual([
          text.slice(0, 20),
          422,
          { ok: false, error, code: 422, '@extra': expect.any(String) },
        ])
      }
    }
  })

  it('reads the state of the requested block', async () => {
    const address = scene.accounts.get('alice')
    const balances = new Set<string>()
    for (let seqno = 3; seqno <= scene.head.seqno; seqno += 8) {
      const state = await resultOf(scene.url, 'getAddressInformation', { address, seqno })
      expect(state.block_id.seqno).toBe(seqno)
      balances.add(state.balance)
      const { balance, last_transaction_id } = state
      for (const name of ['getExtendedAddressInformation', 'getWalletInformation'] as const) {
        expect(await resultOf(scene.url, name, { address, seqno })).toMatchObject({
          balance,
          last_transaction_id,
        })
      }
      expect(await resultOf(scene.url, 'getAddressBalance', { address, seqno })).toBe(balance)
      expect(await resultOf(scene.url, 'getAddressState', { address, seqno })).toBe(state.state)
      const run = { address, method: 'seqno', stack: [], seqno }
      const { block_id, ...result } = await resultOf(scene.url, 'runGetMethod', run)
      expect([block_id, result.last_transaction_id]).toEqual([state.block_id, last_transaction_id])
      expect(result.exit_code).toBe(state.state === 'active' ? 0 : -13)
    }
    expect(balances.size).toBeGreaterThan(3)
  })

  it('getTransactions and getTransactionsStd tell the same history', async () => {
    for (const { name, params } of successes(scene).getTransactionsStd!) {
      if (params.lt === 0) continue
      const plain = await resultOf(scene.url, 'getTransactions', params)
      const { transactions, previous_transaction_id } = await resultOf(
        scene.url,
        'getTransactionsStd',
        params,
      )
      const facts = ({ utime, data, transaction_id, fee }: (typeof plain | typeof transactions)[number]) => [
        transaction_id,
        utime,
        data,
        fee,
      ]
      expect(plain.map(facts), name).toEqual(transactions.map(facts))
      if (name === 'all of it') expect(previous_transaction_id.lt).toBe('0')
    }
  })

  it('pages join to the whole block', async () => {
    const { workchain, shard, seqno } = scene.busy
    const place = { workchain, shard, seqno }
    const whole = await resultOf(scene.url, 'getBlockTransactions', { ...place, count: 1000 })
    const paged = []
    for (let after = {}; ; ) {
      const request = { ...place, count: 7, ...after }
      const { transactions, incomplete } = await resultOf(scene.url, 'getBlockTransactionsExt', request)
      paged.push(
        ...transactions.map(({ transaction_id, account }) => [
          transaction_id.lt,
          transaction_id.hash,
          account.toLowerCase(),
        ]),
      )
      if (!incomplete) break
      const last = transactions.at(-1)!
      after = { after_lt: last.transaction_id.lt, after_hash: last.account }
    }
    expect(whole.transactions.map(({ lt, hash, account }) => [lt, hash, account])).toEqual(paged)
    expect(whole.transactions.length).toBeGreaterThan(20)
  })

  it('healthcheck has no body, no slash behind it, and is no JSON-RPC method', async () => {
    const { status, body } = await read(await fetch(`${scene.url}/api/v2/healthcheck`))
    expect([status, body]).toEqual([200, undefined])
    expect((await fetch(`${scene.url}/api/v2/healthcheck/`)).status).toBe(404)
    expect(await ask(scene.url, 'jsonRPC', 'healthcheck', {})).toMatchObject({
      status: 422,
      body: { error: 'Unknown method', code: 422 },
    })
  })

  it('routes that are not there answer 404', async () => {
    for (const path of [
      '/none',
      '/getshards',
      '/getShards/x',
      '/getShards//',
      '/toString',
      '/%67etShards%2f',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await read(await fetch(`${scene.url}/api/v2${path}`, { method }))
        expect([path, answer.status, answer.body]).toEqual([
          path,
          404,
          { ok: false, error: 'Not Found', code: 404, '@extra': expect.any(String) },
        ])
      }
    }
  })

  it.each(SENDS)('a message is sent by %s, which answers its hashes', async (name) => {
    for (const form of ['POST', 'jsonRPC'] as const) {
      const before = await resultOf(scene.url, 'getWalletInformation', {
        address: scene.wallet.address.toRawString(),
      })
      const result = await resultFrom(form, name, { boc: await scene.order() })
      await scene.makeBlock()
      const [last] = await resultOf(scene.url, 'getTransactions', {
        address: scene.wallet.address.toRawString(),
        limit: 1,
      })
      if (name === 'sendBoc') expect(result).toEqual({ '@type': 'ok' })
      else {
        const hash = last?.in_msg?.hash
        // A message without source, fee and StateInit, and with its body in a reference, has its normal form already.
        expect(result).toEqual({ '@type': 'raw.extMessageInfo', hash, hash_norm: hash })
      }
      const after = await resultOf(scene.url, 'getWalletInformation', {
        address: scene.wallet.address.toRawString(),
      })
      expect(after.seqno).toBe((before.seqno ?? 0) + 1)
    }
  })
})
