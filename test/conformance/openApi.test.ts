import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AnyOperation, v2Operations } from '#shared/schema/v2/operations.ts'
import { openApiDocument } from '../../src-main/http/reference/openApi.ts'
import {
  answerFields,
  bodyNames,
  type Document,
  type Operation,
  queryNames,
  type Schema,
} from './openApiFields.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** jsonRPC's fields, and a type that no server produces. */
const NOT_OURS = /^\.(id|jsonrpc)$|\{msg\.dataDecryptedText\}/
const OWN = Object.values<AnyOperation>(v2Operations).flatMap(({ name, aliases = [], isOwn }) =>
  isOwn ? [name, ...aliases].map((each) => `/api/v2/${each}`) : [],
)
/** Served by the reference without being documented, and what it does not have. */
const UNDOCUMENTED = ['/api/v2/shards', '/api/v2/sendBocReturnHashNoError', '/api/v2/healthcheck', ...OWN]
const JSON_RPC = '/api/v2/jsonRPC'
/** Of the GET; the reference documents them for the POST. */
const UNDOCUMENTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/getConfigParam': ['config_id'],
  '/api/v2/getTokenData': ['seqno'],
}

/**
 * Where our document leaves open what stands inside: stack entries, which hold stack entries, DNS records by name,
 * and a list that is always empty. What the reference documents below these places isn't compared.
 */
const OPEN: Readonly<Record<string, RegExp>> = {
  '/api/v2/getTokenData': /\{ext\.tokens\.nftItemData\}\.content\.data./,
  '/api/v2/runGetMethod': /\{smc\.runResult\}\.stack./,
  '/api/v2/runGetMethodStd': /\.elements./,
  '/api/v2/estimateFee': /\.destination_fees./,
}

describe.skipIf(!hasShared)(`OpenAPI beside the reference's (${NEEDS_SHARED})`, () => {
  const ours = openApiDocument('2.1.11') as unknown as Document
  const reference: Document = hasShared
    ? JSON.parse(readFileSync(join(SHARED, 'reference', 'v2-openapi.json'), 'utf8'))
    : { paths: {}, components: {} }

  it('has the same paths with the same methods, and the undocumented ones', () => {
    const listed = (document: Document) =>
      Object.entries(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method} ${path}`),
      )
    const documented = listed(ours).filter((line) => !UNDOCUMENTED.some((path) => line.endsWith(path)))
    expect(documented.toSorted()).toEqual(listed(reference).toSorted())
    expect(Object.keys(ours.paths)).toEqual(expect.arrayContaining(UNDOCUMENTED))
  })

  it('has the same ways to give a key', () => {
    expect(ours.components.securitySchemes).toEqual(reference.components.securitySchemes)
  })

  const methods = Object.entries(reference.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).filter((method) => item[method]).map((method) => [method, path] as const),
  )

  it.each(methods)('%s %s has the same parameters and fields', (method, path) => {
    const [own, its] = [ours.paths[path]?.[method], reference.paths[path]?.[method]] as [Operation, Operation]
    const extra = method === 'get' ? (UNDOCUMENTED_PARAMETERS[path] ?? []) : []
    const names = method === 'get' ? queryNames : bodyNames
    expect(names(ours, own)).toEqual([...names(reference, its), ...extra].toSorted())
    if (path === JSON_RPC) return
    const closed = (field: string) => !OPEN[path]?.test(field)
    const expected = [...answerFields(reference, its)].filter((field) => !NOT_OURS.test(field))
    expect([...answerFields(ours, own)].filter(closed).toSorted()).toEqual(expected.filter(closed).toSorted())
  })

  it('answers calls with the fields of the reference', () => {
    const { JsonRpcResponse: its } = reference.components.schemas as Record<string, Schema>
    const own = answerFields(ours, ours.paths[JSON_RPC]?.post)
    const fields = Object.keys(its?.properties ?? {}).map((name) => `.${name}`)
    expect([...own].toSorted()).toEqual(fields.toSorted())
    expect(fields).toHaveLength(5)
  })
})
