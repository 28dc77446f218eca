import { describe, expect, it } from 'vitest'
import { HASH_LOOKUP_PATH, hashLookupSchema } from '#shared/schema/hashLookup.ts'
import { hashToBase64 } from '#shared/ton/hash.ts'
import type { IndexControl } from '../../../../src-main/http/routes/indexRoutes.ts'
import type { V3Caller } from '../../../../src-main/http/v3/v3Routes.ts'
import { CoverageError } from '../../../../src-main/indexer/indexer.ts'
import { post, testApp } from '../testApp.ts'

const HASH = 'ab'.repeat(32)
const BASE64 = Buffer.from(HASH, 'hex').toString('base64')
const REFUSAL = 'the index does not have this; it covers none'
/** Operations with the parameter that has the hash. */
const QUESTIONS = [
  'transactions hash',
  'transactionsByMessage msg_hash',
  'pendingTraces ext_msg_hash',
  'blocks root_hash',
  'blocks file_hash',
]

type Rows = 'some' | 'none' | 'missing' | 'refused' | 'broken'

function rowsOf(rows: Rows): { readonly status: number; readonly list: readonly object[] | null } {
  if (rows === 'refused') throw new CoverageError(REFUSAL)
  if (rows === 'broken') throw new Error('a bug')
  return {
    status: rows === 'missing' ? 404 : 200,
    list: rows === 'some' ? [{}] : rows === 'none' ? [] : null,
  }
}

/** The app with a v3 whose questions are answered so; the others have no rows. */
function appOf(answers: Readonly<Record<string, Rows>>) {
  const asked: string[] = []
  const v3: V3Caller = {
    async call(name, values, options) {
      expect(options).toMatchObject({ searches: false, addressBook: false, metadata: false })
      const [by = ''] = Object.entries(values).flatMap(([key, value]) =>
        [value].flat().some((one) => one instanceof Uint8Array && hashToBase64(one) === BASE64) ? key : [],
      )
      const question = `${name} ${by}`
      asked.push(question)
      const { status, list } = rowsOf(answers[question] ?? 'none')
      const body = { transactions: list, traces: list, blocks: list }
      return { status, json: new Uint8Array(Buffer.from(JSON.stringify(body))), coverage: 'none' }
    },
    coverage: () => 'none',
    position: () => 0,
  }
  const app = testApp(undefined, { v3, index: {} as IndexControl })
  return {
    asked,
    async look(hash = HASH) {
      const response = await app.request(`${HASH_LOOKUP_PATH}?hash=${encodeURIComponent(hash)}`)
      const body = (await response.json()) as { result?: unknown; error?: string }
      return { status: response.status, ...body }
    },
    request: app.request,
  }
}

describe(HASH_LOOKUP_PATH, () => {
  it.each<[string, Readonly<Record<string, Rows>>, object]>([
    ['a transaction', { 'transactions hash': 'some' }, { found: ['transaction'], unsure: null }],
    ['a message', { 'transactionsByMessage msg_hash': 'some' }, { found: ['message'], unsure: null }],
    [
      'a message that is emulated',
      { 'pendingTraces ext_msg_hash': 'some' },
      { found: ['pending'], unsure: null },
    ],
    ['a block by its root hash', { 'blocks root_hash': 'some' }, { found: ['root_hash'], unsure: null }],
    ['a block by its file hash', { 'blocks file_hash': 'some' }, { found: ['file_hash'], unsure: null }],
    ['nothing', { 'pendingTraces ext_msg_hash': 'missing' }, { found: [], unsure: null }],
    [
      'nothing that is indexed',
      {
        'transactions hash': 'refused',
        'transactionsByMessage msg_hash': 'refused',
        'blocks root_hash': 'refused',
      },
      { found: [], unsure: REFUSAL },
    ],
    [
      'a message, while transactions are not all indexed',
      { 'transactions hash': 'refused', 'transactionsByMessage msg_hash': 'some' },
      { found: ['message'], unsure: REFUSAL },
    ],
  ])('answers 200 for the hash of %s', async (_what, answers, result) => {
    const { look } = appOf(answers)
    const { status, result: found } = await look()
    expect(status).toBe(200)
    expect(hashLookupSchema.parse(found)).toEqual(result)
  })

  it('asks each question once, and for no message if a transaction has the hash', async () => {
    const unknown = appOf({})
    await unknown.look()
    expect(unknown.asked.toSorted()).toEqual(QUESTIONS.toSorted())
    const known = appOf({ 'transactions hash': 'some' })
    await known.look(BASE64)
    const others = QUESTIONS.filter((question) => !question.startsWith('transactionsByMessage'))
    expect(known.asked.toSorted()).toEqual(others.toSorted())
  })

  it.each(['', 'abc', `${HASH}00`, 'zz'.repeat(32)])('refuses the hash "%s"', async (hash) => {
    expect(await appOf({}).look(hash)).toMatchObject({ status: 422, error: expect.stringContaining('hash') })
  })

  it('answers a bug with 500, and other methods with 405', async () => {
    const { look, request } = appOf({ 'blocks file_hash': 'broken' })
    expect((await look()).status).toBe(500)
    expect((await request(`${HASH_LOOKUP_PATH}?hash=${HASH}`, post({}))).status).toBe(405)
  })
})
