import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src-main/http/openApi.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** What both documents are walked as; the reference's is plain JSON. */
type Schema = {
  readonly $ref?: string
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly const?: string
}
type Parameter = { readonly $ref?: string; readonly name: string }
type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: { readonly 200: Partial<Content> }
}
type PathItem = { readonly get?: Operation; readonly post?: Operation }
type Document = {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, unknown>>
}

function resolve<T>(document: Document, ref: string): T {
  const keys = ref.split('/').slice(1)
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as T
}

/** Every field that a schema allows, as `.result{raw.fullAccountState}.balance`. */
function fieldsOf(document: Document, schema: Schema, path = '', above: readonly string[] = []): string[] {
  if (schema.$ref) {
    // Stack entries hold stack entries: what stands inside itself was already walked.
    if (above.includes(schema.$ref)) return []
    return fieldsOf(document, resolve(document, schema.$ref), path, [...above, schema.$ref])
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return variants.flatMap((variant) => fieldsOf(document, variant, path, above))
  if (schema.items) return fieldsOf(document, schema.items, `${path}[]`, above)
  const type = schema.properties?.['@type']
  const tag = type ? `{${type.const ?? type.enum?.[0]}}` : ''
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${tag}.${name}`
    return [own, ...fieldsOf(document, field, own, above)]
  })
}

function answerFields(document: Document, operation: Operation | undefined): Set<string> {
  const { schema } = operation?.responses[200].content?.['application/json'] ?? {}
  return new Set(schema ? fieldsOf(document, schema) : [])
}

function queryNames(document: Document, { parameters = [] }: Operation): string[] {
  return parameters
    .map((item) => (item.$ref ? resolve<Parameter>(document, item.$ref) : item).name)
    .toSorted()
}

function bodyNames(document: Document, { requestBody }: Operation): string[] {
  let body = requestBody?.content['application/json'].schema
  while (body?.$ref) body = resolve<Schema>(document, body.$ref)
  return Object.keys(body?.properties ?? {}).toSorted()
}

/** jsonRPC's fields, and a type that no server produces. */
const NOT_OURS = /^\.(id|jsonrpc)$|\{msg\.dataDecryptedText\}/
/** Served by the reference without being documented. */
const UNDOCUMENTED = ['/api/v2/shards', '/api/v2/sendBocReturnHashNoError', '/api/v2/healthcheck']
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
