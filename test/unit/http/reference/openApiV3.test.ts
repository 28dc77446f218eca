import { describe, expect, it } from 'vitest'
import { STATIC_VALUES } from '#shared/schema/exampleValues.ts'
import { v3Path } from '#shared/schema/v3/client.ts'
import { exampleV3Request } from '#shared/schema/v3/examples.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Body, readV3Query } from '#shared/schema/v3/request.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'

type Method = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

const operations: readonly AnyV3Operation[] = Object.values(v3Operations)
const document = openApiV3Document('1.2.10')
const methods = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Method>).map(([method, operation]) => ({ path, method, operation })),
)

describe('openApiV3Document', () => {
  it('has every path with its methods', () => {
    const expected = operations.flatMap(({ name, aliases = [], methods: own = ['GET'] }) =>
      [name, ...aliases].flatMap((path) => own.map((method) => `${method.toLowerCase()} /api/v3/${path}`)),
    )
    expect(methods.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(expected.toSorted())
  })

  it('has unique ids, known tags, and resolvable references', () => {
    const ids = methods.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const tags = document.tags.map(({ name }) => name)
    for (const { operation } of methods) expect(tags).toEqual(expect.arrayContaining([...operation.tags]))
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(references.length).toBeGreaterThan(100)
    const lost = references.filter(
      (path) =>
        path
          .split('/')
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document) === undefined,
    )
    expect(lost).toEqual([])
  })

  it.each<[V3Name, number, string]>([
    ['transactions', 422, 'limit is not allowed: 1001 > 1000'],
    ['transactions', 422, 'failed to decode: schema: error converting value for index 0 of "account"'],
    ['messages', 422, 'direction should be one of: in, out'],
    ['transactionsByMessage', 422, 'at least one of msg_hash, body_hash, opcode should be specified'],
    ['traces', 422, 'only one of account, trace_id, tx_hash, msg_hash should be specified'],
    ['decode', 422, 'opcodes list exceeds maximum length of 1000'],
    ['accountStates', 422, 'address of account is required'],
    ['addressInformation', 401, 'address of account is required'],
    ['walletInformation', 409, 'not a wallet'],
    ['adjacentTransactions', 404, 'adjacent transactions not found'],
    ['message', 422, 'failed to parse boc'],
    ['message', 422, 'request body must be a JSON object'],
    ['message', 500, 'CommonMsgInfo tag is not ext_in_msg_info'],
    ['estimateFee', 422, 'empty address'],
    ['estimateFee', 500, 'LITE_SERVER_UNKNOWN: block is not in db'],
    ['runGetMethod', 422, 'a stack parameter must be an object'],
    ['walletInformation', 500, 'failed to parse address'],
    ['addressInformation', 542, 'no workers available: none of 3 is available'],
  ])('documents for %s the status %d: %s', (name, status, text) => {
    const { operation } = methods.find(({ path }) => path === `/api/v3/${name}`) ?? {}
    expect(JSON.stringify(operation?.responses[status])).toContain(JSON.stringify(text))
  })

  it('documents refused switches, encoded bodies and deadlines for every operation', () => {
    const { operation } = methods.find(({ path }) => path === '/api/v3/masterchainInfo')!
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['415', '422', '504']))
    const { Failure422 } = document.components.responses
    expect(JSON.stringify(Failure422)).toContain('error converting value for \\"x_timeout\\"')
  })

  it.each(operations)('has an example that $name accepts', (operation) => {
    const name = operation.name as V3Name
    const example = exampleV3Request(name, STATIC_VALUES)
    const read = () =>
      operation.methods?.includes('POST')
        ? readV3Body(operation, example as never)
        : readV3Query(operation, new URL(v3Path(name, example), 'http://localhost').searchParams)
    expect(read).not.toThrow()
  })
})
