import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import { failingSession, networkOf, post, testApp } from './testApp.ts'

/**
 * Whatever is asked, the answer is an envelope with a status that the client can understand. The network behind
 * refuses everything, so a request that passes validation ends in the liteserver's 500 and no other.
 */
const REFUSED = 'LITE_SERVER_NOTREADY: refused by the test'
/** What the reference answers with status 500 or 542 although the client is at fault: v2-contract §11. */
const KNOWN_FAILURES = new RegExp(
  [
    REFUSED,
    'no workers alive',
    'INVALID_BAG_OF_CELLS: ',
    'cannot deserialize bag-of-cells: ',
    'bag-of-cells CRC32C mismatch: ',
    'Failed to unpack Message$',
    'Failed to parse dec string to int256$',
    'Unsuppored stack entry$',
    'Unsupported stack entry type: ',
    'Name is too long$',
    `failed to get shards at create_lt: ${REFUSED}`,
  ]
    .map((text) => `^${text}`)
    .join('|'),
)
const NAMES = [...Object.keys(v2Operations), 'shards', 'noSuchMethod']
const FIELDS = [
  ...new Set(Object.values(v2Operations).flatMap(({ parameters }) => Object.keys(parameters))),
  'foo',
  '__proto__',
  'constructor',
  'toString',
]

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const interesting = fc.constantFrom(
  '',
  '0',
  '-1',
  '860',
  '+860',
  '2147483648',
  '-9223372036854775808',
  '9223372036854775808',
  '9'.repeat(60),
  '0x10',
  '1e3',
  ' 5',
  'true',
  'null',
  RAW,
  'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
  'A'.repeat(44),
  '%',
  '\u0000',
  '\ud800',
)
const text = fc.oneof(interesting, fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 80 }))
const field = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...FIELDS) }, { weight: 1, arbitrary: text })
const json = fc.oneof(
  text,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
)

describe('malformed requests', () => {
  const app = testApp(networkOf(failingSession(new LiteServerError(651, 'refused by the test'))))

  async function expectEnvelope(response: Response): Promise<void> {
    const body = (await response.json()) as { ok: boolean; code?: number; error?: string }
    if (response.status === 200) {
      expect(body).toMatchObject({ ok: true, '@extra': expect.any(String) })
      return
    }
    expect(body).toEqual({
      ok: false,
      error: expect.any(String),
      code: response.status,
      '@extra': expect.any(String),
    })
    if (response.status >= 500) {
      // No server is alive in this test; some 500 are the reference's own.
      expect(body.error).toMatch(KNOWN_FAILURES)
    } else {
      expect([400, 404, 405, 414, 422]).toContain(response.status)
    }
  }

  it('answers 6000 random queries', async () => {
    const pairs = fc.array(fc.tuple(field, text), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), pairs, async (name, entries) => {
        const query = new URLSearchParams(entries)
        await expectEnvelope(await app.request(`/api/v2/${name}?${query}`))
      }),
      { numRuns: 6000 },
    )
  })

  it('answers 4000 random raw query strings', async () => {
    const raw = fc.string({ maxLength: 200 }).map((query) => query.replaceAll('#', ''))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), raw, async (name, query) => {
        await expectEnvelope(await app.request(`/api/v2/${name}?${query}`))
      }),
      { numRuns: 4000 },
    )
  })

  it('answers 6000 random JSON bodies', async () => {
    const body = fc.oneof(
      { weight: 6, arbitrary: fc.dictionary(field, json, { maxKeys: 8 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), body, async (name, value) => {
        await expectEnvelope(await app.request(`/api/v2/${name}`, post(value as object)))
      }),
      { numRuns: 6000 },
    )
  })

  it('answers 4000 random stacks', async () => {
    const boc = fc.oneof(
      fc.constant('te6cckEBAQEAAgAAAEysuc0='),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      text,
    )
    const { entry } = fc.letrec((tie) => ({
      entry: fc.oneof(
        { maxDepth: 5 },
        fc.record({
          '@type': fc.constant('tvm.stackEntryNumber'),
          number: fc.record({ '@type': fc.constant('tvm.numberDecimal'), number: fc.oneof(text, json) }),
        }),
        fc.record({
          '@type': fc.constantFrom('tvm.stackEntryCell', 'tvm.stackEntrySlice', 'tvm.stackEntryNull'),
          cell: fc.record({ '@type': fc.constant('tvm.cell'), bytes: boc }),
          slice: fc.record({ '@type': fc.constant('tvm.slice'), bytes: boc }),
        }),
        fc.record({
          '@type': fc.constantFrom('tvm.stackEntryTuple', 'tvm.stackEntryList', 'tvm.stackEntryUnsupported'),
          tuple: fc.record({
            '@type': fc.constant('tvm.tuple'),
            elements: fc.array(tie('entry'), { maxLength: 4 }),
          }),
          list: fc.record({
            '@type': fc.constant('tvm.list'),
            elements: fc.array(tie('entry'), { maxLength: 4 }),
          }),
        }),
        json,
      ),
    }))
    const elements = fc.array(entry, { maxLength: 3 })
    const type = fc.constantFrom(
      ...['num', 'int', 'tvm.Cell', 'tvm.Slice', 'cell', 'slice', 'tuple', 'list', 'null', 'blob', 5],
    )
    const value = fc.oneof(
      boc,
      json,
      fc.record({ bytes: boc }),
      elements.map((items) => ({ '@type': 'tvm.tuple', elements: items })),
      elements.map((items) => ({ '@type': 'tvm.list', elements: items })),
    )
    const legacy = fc.array(fc.oneof(fc.tuple(type, value), fc.array(json, { maxLength: 3 })), {
      maxLength: 4,
    })
    const request = fc.oneof(
      fc.record({ name: fc.constant('runGetMethod'), stack: legacy }),
      fc.record({ name: fc.constant('runGetMethodStd'), stack: fc.array(entry, { maxLength: 4 }) }),
    )
    await fc.assert(
      fc.asyncProperty(request, async ({ name, stack }) => {
        const body = { address: RAW, method: 'seqno', stack }
        await expectEnvelope(await app.request(`/api/v2/${name}`, post(body)))
      }),
      { numRuns: 4000 },
    )
  })

  it('answers 2000 bodies that are broken somewhere', async () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 })).map(([valid, at, junk]) => {
      const cut = at % (valid.length + 1)
      return valid.slice(0, cut) + junk + valid.slice(cut + junk.length)
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), broken, async (name, value) => {
        await expectEnvelope(await app.request(`/api/v2/${name}`, post(value)))
      }),
      { numRuns: 2000 },
    )
  })
})
