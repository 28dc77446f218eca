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
  readonly responses: { readonly 200: Content }
}
/** Reads are looked at by their GET, what is POST only by that. */
type PathItem = { readonly get?: Operation; readonly post?: Operation }
type Document = { readonly paths: Readonly<Record<string, PathItem>> }

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

function operationAt(document: Document, path: string): Operation | undefined {
  const item = document.paths[path]
  return item?.get ?? item?.post
}

function answerFields(document: Document, path: string): Set<string> {
  const { schema } = operationAt(document, path)?.responses[200].content['application/json'] ?? {}
  return new Set(schema ? fieldsOf(document, schema) : [])
}

function parameterNames(document: Document, path: string): string[] {
  const { parameters = [], requestBody } = operationAt(document, path) ?? {}
  const query = parameters.map((item) => (item.$ref ? resolve<Parameter>(document, item.$ref) : item).name)
  let body = requestBody?.content['application/json'].schema
  while (body?.$ref) body = resolve<Schema>(document, body.$ref)
  return [...query, ...Object.keys(body?.properties ?? {})].toSorted()
}

/** jsonRPC's fields, and a type that no server produces. */
const NOT_OURS = /^\.(id|jsonrpc)$|\{msg\.dataDecryptedText\}/
/** Served by the reference without being documented. */
const UNDOCUMENTED = ['/api/v2/shards', '/api/v2/sendBocReturnHashNoError']
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
    : { paths: {} }
  const paths = Object.keys(ours.paths).filter((path) => !UNDOCUMENTED.includes(path))

  it.each(paths)('%s has the same parameters and fields', (path) => {
    const extra = UNDOCUMENTED_PARAMETERS[path] ?? []
    expect(parameterNames(ours, path)).toEqual([...parameterNames(reference, path), ...extra].toSorted())
    const closed = (field: string) => !OPEN[path]?.test(field)
    const expected = [...answerFields(reference, path)].filter((field) => !NOT_OURS.test(field))
    expect([...answerFields(ours, path)].filter(closed).toSorted()).toEqual(
      expected.filter(closed).toSorted(),
    )
  })
})
