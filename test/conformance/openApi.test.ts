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
type PathItem = {
  readonly get: {
    readonly parameters?: readonly Parameter[]
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
    }
  }
}
type Document = { readonly paths: Readonly<Record<string, PathItem>> }

function resolve<T>(document: Document, ref: string): T {
  const keys = ref.split('/').slice(1)
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as T
}

/** Every field that a schema allows, as `.result{raw.fullAccountState}.balance`. */
function fieldsOf(document: Document, schema: Schema, path = ''): string[] {
  if (schema.$ref) return fieldsOf(document, resolve(document, schema.$ref), path)
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return variants.flatMap((variant) => fieldsOf(document, variant, path))
  if (schema.items) return fieldsOf(document, schema.items, `${path}[]`)
  const type = schema.properties?.['@type']
  const tag = type ? `{${type.const ?? type.enum?.[0]}}` : ''
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${tag}.${name}`
    return [own, ...fieldsOf(document, field, own)]
  })
}

function answerFields(document: Document, path: string): Set<string> {
  const { schema } = document.paths[path]?.get.responses[200].content['application/json'] ?? {}
  return new Set(schema ? fieldsOf(document, schema) : [])
}

function parameterNames(document: Document, path: string): string[] {
  const parameters = document.paths[path]?.get.parameters ?? []
  return parameters
    .map((item) => (item.$ref ? resolve<Parameter>(document, item.$ref) : item).name)
    .toSorted()
}

/** jsonRPC's fields, and a type that no server produces. */
const NOT_OURS = /^\.(id|jsonrpc)$|\{msg\.dataDecryptedText\}/
/** Served by the reference without being documented. */
const UNDOCUMENTED = ['/api/v2/shards']
const UNDOCUMENTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  '/api/v2/getConfigParam': ['config_id'],
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
    const expected = [...answerFields(reference, path)].filter((field) => !NOT_OURS.test(field))
    expect([...answerFields(ours, path)].toSorted()).toEqual(expected.toSorted())
  })
})
