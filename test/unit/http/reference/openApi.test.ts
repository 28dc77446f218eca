import { describe, expect, it } from 'vitest'
import { STATIC_VALUES } from '#shared/schema/exampleValues.ts'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import { type AnyOperation, type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import { refusalTexts } from '../../../../src-main/http/reference/openApiFailures.ts'
import { post, testApp } from '../testApp.ts'

const operations: readonly AnyOperation[] = Object.values(v2Operations)

type Response = { description?: string; $ref?: string; content?: Record<string, { schema: object }> }
type Method = {
  operationId: string
  tags: string[]
  summary: string
  parameters?: { name: string; in: string; required: boolean; description: string; schema: object }[]
  requestBody?: object
  responses: Record<string, Response>
}

const document = openApiDocument('2.1.11')
const methods = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Method>).map(([method, operation]) => ({ path, method, operation })),
)

describe('openApiDocument', () => {
  it('has GET and POST of every operation and alias, jsonRPC and healthcheck', () => {
    const expected = operations.flatMap(({ name, aliases = [], postOnly }) =>
      [name, ...aliases].flatMap((each) => [
        ...(postOnly ? [] : [`get /api/v2/${each}`]),
        `post /api/v2/${each}`,
      ]),
    )
    expect(methods.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      [...expected, 'post /api/v2/jsonRPC', 'get /api/v2/healthcheck'].toSorted(),
    )
  })

  it('has unique ids, known tags, responses with descriptions and parameters with schemas', () => {
    expect(document).toMatchObject({
      openapi: '3.0.3',
      info: { title: 'TON HTTP API v2', version: '2.1.11' },
    })
    const ids = methods.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }) => name)
    for (const { method, operation } of methods) {
      expect(tags).toEqual(expect.arrayContaining(operation.tags))
      expect('requestBody' in operation).toBe(method === 'post')
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^([1-5]\d\d|default)$/)
        expect(response.$ref ?? response.description).toBeTruthy()
      }
      for (const { name, in: place, description, schema } of operation.parameters ?? []) {
        expect([place, description !== '', typeof schema, name]).toEqual(['query', true, 'object', name])
      }
    }
  })

  it('resolves every reference', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
    expect(references.length).toBeGreaterThan(50)
    const missing = references.filter(
      (keys) =>
        keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document) === undefined,
    )
    expect(missing).toEqual([])
    expect(text).not.toContain('$defs')
  })

  it('describes every parameter, with an example', () => {
    const { get } = document.paths['/api/v2/getTransactions'] as { get: Method }
    expect(get.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ['address', true],
      ['limit', false],
      ['lt', false],
      ['hash', false],
      ['to_lt', false],
      ['archival', false],
    ])
    expect(get.parameters?.[1]).toMatchObject({ schema: { type: 'integer', default: 10 }, example: 3 })
  })

  it('describes the key, which is optional', () => {
    expect(document.components.securitySchemes).toEqual({
      APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      APIKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
    })
    expect(document.security).toEqual([{}, { APIKeyHeader: [] }, { APIKeyQuery: [] }])
  })

  it.each([
    [
      'detectHash',
      'get',
      ['200', '401', '403', '405', '413', '414', '415', '422', '429', '431', '503', 'default'],
    ],
    [
      'getTokenData',
      'get',
      [
        '200',
        '401',
        '403',
        '405',
        '409',
        '413',
        '414',
        '415',
        '422',
        '429',
        '431',
        '500',
        '502',
        '503',
        '504',
        '542',
        'default',
      ],
    ],
    [
      'tryLocateTx',
      'get',
      [
        '200',
        '401',
        '403',
        '404',
        '405',
        '413',
        '414',
        '415',
        '422',
        '429',
        '431',
        '500',
        '502',
        '503',
        '504',
        '542',
        'default',
      ],
    ],
    [
      'sendBocReturnHashNoError',
      'post',
      [
        '200',
        '400',
        '401',
        '403',
        '405',
        '413',
        '414',
        '415',
        '422',
        '429',
        '431',
        '500',
        '502',
        '503',
        '504',
        '542',
        'default',
      ],
    ],
    [
      'jsonRPC',
      'post',
      // Those of every operation.
      [
        '200',
        '400',
        '401',
        '403',
        '404',
        '405',
        '409',
        '413',
        '414',
        '415',
        '422',
        '429',
        '431',
        '500',
        '502',
        '503',
        '504',
        '507',
        '533',
        '542',
        'default',
      ],
    ],
  ])('documents the failures of %s', (name, method, statuses) => {
    const item = document.paths[`/api/v2/${name}`] as Record<string, Method>
    expect(Object.keys(item[method]?.responses ?? {})).toEqual(statuses)
  })
})

describe('exampleRequest', () => {
  it.each(operations.map(({ name }) => name))('is accepted by %s', (name) => {
    const operation = v2Operations[name as V2Name] as AnyOperation
    const example = JSON.parse(JSON.stringify(exampleRequest(name as V2Name, STATIC_VALUES)))
    const values = readBody(operation, example) as Record<string, unknown>
    for (const field of Object.keys(example)) expect([field, values[field]]).not.toEqual([field, undefined])
  })
})

/** Bodies that are refused, with the text of the refusal. */
const REFUSED: readonly (readonly [V2Name, object, string])[] = [
  ['getShards', {}, 'seqno should be positive'],
  ['getShards', { seqno: {} }, 'failed to parse seqno'],
  ['getShardBlockProof', { shard: 1, seqno: 1 }, 'workchain required'],
  ['lookupBlock', { workchain: 0, shard: 1 }, 'exactly one of seqno, lt, unixtime should be specified'],
  ['lookupBlock', { workchain: 0, shard: 1, lt: -1 }, 'lt should be non-negative'],
  ['getTransactions', { address: `0:${'0'.repeat(64)}`, limit: 2000 }, 'limit should be less or equal 1000'],
  ['tryLocateTx', {}, 'empty source address'],
  ['getConfigParam', {}, 'only one of config_id or param should be specified'],
  ['sendBoc', { boc: '' }, 'empty boc'],
  ['detectHash', { foo: 1, hash: '0'.repeat(64) }, "Unknown property 'foo'"],
]

describe('refusalTexts', () => {
  it.each(REFUSED)('%s refuses %j as documented', async (name, body, text) => {
    const response = await testApp().request(`/api/v2/${name}`, post(body))
    expect(await response.json()).toMatchObject({ code: 422, error: text })
    expect(refusalTexts(v2Operations[name] as AnyOperation)).toContain(text)
  })
})
