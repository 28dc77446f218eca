import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, toJson } from '../integration/operations/ask.ts'
import { openScene, type Scene } from '../integration/operations/scene.ts'
import { successes } from '../integration/operations/successes.ts'
import { faultsOf, type Schema } from './jsonSchema.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

type Documented = {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  }
}
type Document = {
  readonly paths: Readonly<Record<string, { readonly post?: Documented }>>
  readonly components: object
}

/** Undocumented operations of the reference, with the documented ones that have the same answers. */
const UNDOCUMENTED: Readonly<Record<string, string>> = {
  shards: 'getShards',
  sendBocReturnHashNoError: 'sendBocReturnHash',
}

describe.skipIf(!hasShared)(`answers beside the reference's schemas (${NEEDS_SHARED})`, () => {
  const document: Document = hasShared
    ? JSON.parse(readFileSync(join(SHARED, 'reference', 'v2-openapi.json'), 'utf8'))
    : { paths: {}, components: {} }
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  })
  afterAll(() => scene?.[Symbol.asyncDispose]())

  function schemaOf(name: string): Schema {
    const post = document.paths[`/api/v2/${UNDOCUMENTED[name] ?? name}`]?.post
    if (!post) throw new Error(`${name} is not documented`)
    return post.responses[200].content['application/json'].schema
  }

  async function expectDocumented(name: string, params: object): Promise<void> {
    const { status, body } = await ask(scene.url, 'POST', name, { ...params })
    const about = `${name} ${toJson(params).slice(0, 300)}`
    expect([status, faultsOf(document, schemaOf(name), body)], about).toEqual([200, []])
  }

  it('every answer of the table is documented as it is', async () => {
    for (const [name, requests] of Object.entries(successes(scene))) {
      for (const { params } of requests) await expectDocumented(name, params)
    }
  })

  it('an answer with anything else in it would be noticed', async () => {
    const { body } = await ask(scene.url, 'POST', 'getTransactions', {
      address: scene.accounts.get('alice'),
      limit: 1,
    })
    const schema = schemaOf('getTransactions')
    const [transaction] = (body as { result: [Record<string, unknown>] }).result
    for (const name of Object.keys(transaction)) {
      for (const value of [undefined, null, 5, [null]]) {
        const spoilt = { ...(body as object), result: [{ ...transaction, [name]: value }] }
        const isFine = (name === 'utime' && value === 5) || (name === 'in_msg' && value === undefined)
        expect(faultsOf(document, schema, JSON.parse(toJson(spoilt))).length === 0, name).toBe(isFine)
      }
    }
    const more = { ...(body as object), result: [{ ...transaction, more: 1 }] }
    expect(faultsOf(document, schema, more)).toEqual(['.result[0].more: not documented'])
  })

  it.each(['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError'])(
    'the answer of %s is documented',
    async (name) => {
      await expectDocumented(name, { boc: await scene.order() })
      await scene.makeBlock()
    },
  )

  it('every account of the scenario is documented as it is', async () => {
    const names = [
      'getAddressInformation',
      'getExtendedAddressInformation',
      'getWalletInformation',
      'getTransactionsStd',
    ]
    for (const address of scene.accounts.values()) {
      for (const name of names) await expectDocumented(name, { address })
      const { status, body } = await ask(scene.url, 'POST', 'getTokenData', { address })
      if (status !== 409)
        expect([status, faultsOf(document, schemaOf('getTokenData'), body)]).toEqual([200, []])
    }
  })
})
