import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { ask, FORMS, type Form, type Params, toJson } from './ask.ts'
import { checkConsistency } from './consistency.ts'
import { bodyRefusals, FAULTS, POST_ONLY, queryRefusals } from './faults.ts'
import { exampleValuesOf, ownFaults } from './ownOperations.ts'
import { refusals } from './refusals.ts'
import { openScene, type Scene } from './scene.ts'
import { type Request, successes } from './successes.ts'

const OPERATIONS: Readonly<Record<string, AnyOperation>> = { ...v2Operations, shards: v2Operations.getShards }
const NAMES = Object.keys(OPERATIONS)
const isOwn = (name: string) => OPERATIONS[name]?.isOwn === true
const isTabled = (name: string) => !isOwn(name)
const SENDS = ['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError']
const READS = NAMES.filter((name) => !SENDS.includes(name) && !(isOwn(name) && OPERATIONS[name]?.sends))
const postOnly = (name: string) =>
  POST_ONLY.includes(name) || (isOwn(name) && OPERATIONS[name]?.postOnly === true)

function formsOf(name: string): readonly Form[] {
  return FORMS.filter((form) => form !== 'GET' || !postOnly(name))
}

const short = (request: Params | string) =>
  (typeof request === 'string' ? request : toJson(request)).slice(0, 300)

/** Fields of a result that contain the current time. */
function timeless(result: unknown): unknown {
  return result instanceof Object && 'timestamp' in result ? { ...result, timestamp: 'now' } : result
}

describe('the operations of /api/v2 on a devnet', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene({ cache: false })
  })
  afterAll(() => scene[Symbol.asyncDispose]())

  async function expectResult(form: Form, name: string, params: Params | string): Promise<unknown> {
    const { status, headers, body } = await ask(scene.url, form, name, params)
    const about = `${form} ${name} ${short(params)}`
    expect([status, body], about).toEqual([
      200,
      {
        ok: true,
        result: expect.anything(),
        '@extra': expect.stringMatching(/^\d{10}:(0|_):\d+(\.\d+)?$/),
      },
    ])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-api-version')).toMatch(/^2\.1\.\d+$/)
    return (body as Params).result
  }

  /** The requests of the table; an operation that toncenter does not have needs none there. */
  async function requestsOf(name: string): Promise<readonly Request[]> {
    const tabled = successes(scene)[name]
    if (tabled || !isOwn(name)) return tabled ?? []
    const example = exampleRequest(name as V2Name, await exampleValuesOf(scene.url))
    return [{ name: 'example', params: example as Params }]
  }

  it('are all in the tables if toncenter has them', () => {
    expect(Object.keys(FAULTS).filter(isTabled).toSorted()).toEqual(NAMES.filter(isTabled).toSorted())
    expect(Object.keys(successes(scene)).filter(isTabled).toSorted()).toEqual(
      READS.filter(isTabled).toSorted(),
    )
    for (const [name, { fields }] of Object.entries(FAULTS)) {
      expect([name, Object.keys(fields)]).toEqual([name, Object.keys(OPERATIONS[name]?.parameters ?? {})])
    }
  })

  describe.each(READS)('the operation %s', (name) => {
    it('answers every request of the table, in every form alike', async () => {
      for (const request of await requestsOf(name)) {
        const about = `${request.name} ${short(request.params)}`
        const results = []
        for (const form of formsOf(name)) results.push(await expectResult(form, name, request.params))
        const [result] = results
        for (const other of results) expect(timeless(other), about).toEqual(timeless(result))
        const parsed = OPERATIONS[name]!.result.safeParse(result)
        expect(parsed.error?.message, about).toBeUndefined()
        if (request.result !== undefined) expect({ result }, about).toMatchObject({ result: request.result })
        checkConsistency(result)
      }
    })
  })

  it('refuse what cannot be done, with the status and text of its kind', async () => {
    const used = await scene.order()
    await expectResult('POST', 'sendBoc', { boc: used })
    await scene.makeBlock()
    for (const [name, params, status, error] of refusals(scene, used)) {
      for (const form of formsOf(name)) {
        const answer = await ask(scene.url, form, name, params)
        expect([answer.status, answer.body], `${form} ${name} ${short(params)}`).toEqual([
          status,
          {
            ok: false,
            error: error instanceof RegExp ? expect.stringMatching(error) : error,
            code: status,
            '@extra': expect.any(String),
          },
        ])
      }
    }
  })

  describe.each(NAMES)('the operation %s', (name) => {
    const faults = FAULTS[name] ?? ownFaults(OPERATIONS[name]!)

    async function expectRefusals(
      form: Form,
      rows: readonly (readonly [Params | string, string])[],
    ): Promise<void> {
      const told = []
      for (const [request] of rows) {
        const { status, body } = await ask(scene.url, form, name, request)
        told.push([short(request), status, body])
      }
      const extra = expect.stringMatching(/^\d{10}:_:\d+(\.\d+)?$/)
      expect(told).toEqual(
        rows.map(([request, error]) => [
          short(request),
          422,
          { ok: false, error, code: 422, '@extra': extra },
        ]),
      )
    }

    it.skipIf(postOnly(name))('refuses faults in a query', () => expectRefusals('GET', queryRefusals(faults)))
    it('refuses faults in a body', () => expectRefusals('POST', bodyRefusals(faults)))
    it('refuses faults in a JSON-RPC call', () => expectRefusals('jsonRPC', bodyRefusals(faults)))
  })
})
