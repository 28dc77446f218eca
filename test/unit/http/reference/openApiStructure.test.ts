import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../../src-main/http/reference/openApi.ts'
import type { OpenApiDocument } from '../../../../src-main/http/reference/openApiParts.ts'
import { openApiStreamingDocument } from '../../../../src-main/http/reference/openApiStreaming.ts'
import { openApiV3Document } from '../../../../src-main/http/reference/openApiV3.ts'
import { faultsOf, resolve, type Schema } from '../../../conformance/jsonSchema.ts'

/** The rules of OpenAPI 3.0.3 for Schema Objects, and those that stock generators need beyond it. */

type Node = { readonly [key: string]: unknown }

/** Fixed fields of a Schema Object that the documents use; JSON Schema has more, which 3.0 does not. */
const KEYWORDS = new Set([
  ...[
    'type',
    'format',
    'description',
    'default',
    'example',
    'enum',
    'nullable',
    'pattern',
    'minLength',
    'minimum',
    'maximum',
  ],
  ...['items', 'minItems', 'maxItems', 'properties', 'required', 'additionalProperties'],
  ...['oneOf', 'anyOf', 'discriminator', 'x-go-type'],
])
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean']
const SCHEMA_LISTS = ['oneOf', 'anyOf'] as const

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every schema of a document with the path to it, those inside of others too. */
function schemasOf(document: OpenApiDocument): (readonly [path: string, schema: Node])[] {
  const found: (readonly [string, Node])[] = []
  const visit = (schema: unknown, path: string) => {
    if (!isNode(schema)) throw new Error(`${path} is not a schema but ${String(schema)}`)
    found.push([path, schema])
    for (const [name, field] of Object.entries((schema.properties ?? {}) as Node)) {
      visit(field, `${path}.${name}`)
    }
    for (const list of SCHEMA_LISTS) {
      for (const [at, part] of ((schema[list] ?? []) as unknown[]).entries())
        visit(part, `${path}.${list}[${at}]`)
    }
    if ('items' in schema) visit(schema.items, `${path}[]`)
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${path}{}`)
  }
  const search = (value: unknown, path: string) => {
    if (!isNode(value)) return
    for (const [key, part] of Object.entries(value)) {
      if (key === 'schema') visit(part, `${path}/schema`)
      else if (!['schemas', 'example', 'examples'].includes(key)) search(part, `${path}/${key}`)
    }
  }
  search(document.paths, 'paths')
  search(document.components, 'components')
  for (const [name, schema] of Object.entries(document.components.schemas)) visit(schema, `schemas/${name}`)
  return found
}

/** As generators write a name in their language: only letters and digits of either case count. */
const folded = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

const DOCUMENTS = [
  ['v2', openApiDocument('2.1.11')],
  ['v3', openApiV3Document('1.2.10')],
  ['streaming', openApiStreamingDocument()],
] as const

describe.each(DOCUMENTS)('the OpenAPI document of %s', (version, document) => {
  const schemas = schemasOf(document)
  /** Streams have one request, whose body is a subscription. */
  const hasParameters = version !== 'streaming'
  const isComponent = (path: string) => path.slice('schemas/'.length) in document.components.schemas

  it('is of version 3.0.3', () => {
    expect(document.openapi).toBe('3.0.3')
    expect(schemas.length).toBeGreaterThan(300)
  })

  it('uses only keywords of Schema Objects of 3.0, and one type each', () => {
    const faults = schemas.flatMap(([path, schema]) => {
      if ('$ref' in schema) return Object.keys(schema).length === 1 ? [] : [`${path}: siblings of $ref`]
      const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword))
      const { type } = schema
      return [
        ...unknown.map((keyword) => `${path}: ${keyword}`),
        ...(type === undefined || TYPES.includes(type as string) ? [] : [`${path}: type ${String(type)}`]),
        ...(type === 'array' && !('items' in schema) ? [`${path}: array without items`] : []),
        ...(schema.nullable !== undefined && type === undefined ? [`${path}: nullable without type`] : []),
        ...(Array.isArray(schema.required) && schema.required.length === 0
          ? [`${path}: empty required`]
          : []),
      ]
    })
    expect(faults).toEqual([])
  })

  it('names every object and every discriminated union as a component', () => {
    const inline = schemas.filter(
      ([path, schema]) => (schema.type === 'object' || 'discriminator' in schema) && !isComponent(path),
    )
    expect(inline.map(([path]) => path)).toEqual([])
  })

  it('has names of components that are distinct in every language', () => {
    const names = Object.keys(document.components.schemas)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
    const counts = Map.groupBy(names, folded)
    expect([...counts.values()].filter((same) => same.length > 1)).toEqual([])
  })

  it('maps every value of a discriminator to its variant', () => {
    const unions = schemas.filter(([, schema]) => 'discriminator' in schema)
    for (const [path, schema] of unions) {
      const { propertyName, mapping } = schema.discriminator as { propertyName: string; mapping: object }
      const variants = (schema.oneOf as { $ref: string }[]).map(({ $ref }) => $ref)
      expect(new Set(Object.values(mapping)), path).toEqual(new Set(variants))
      for (const [value, ref] of Object.entries(mapping)) {
        const { properties, required } = resolve<Schema>(document, ref)
        expect([properties?.[propertyName]?.enum?.includes(value), required?.includes(propertyName)]).toEqual(
          [true, true],
        )
      }
    }
  })

  it('discriminates every union of objects except two that no text discriminates', () => {
    const isObject = ({ $ref }: Schema) =>
      $ref !== undefined && resolve<Schema>(document, $ref).type === 'object'
    const loose = schemas.filter(([, schema]) => {
      const variants = ((schema.oneOf ?? schema.anyOf ?? []) as Schema[]).filter(isObject)
      return variants.length > 1 && !('discriminator' in schema)
    })
    // Entries of toncenter's first stack form are cells, tuples or texts; a boolean discriminates compute phases.
    expect(loose.map(([path]) => path)).toEqual(
      version === 'v2'
        ? ['schemas/legacyStackEntry[]', 'schemas/legacyStackArgument[]']
        : ['schemas/ComputePhase'],
    )
  })

  it('has defaults and examples that their schemas allow', () => {
    const faults = schemas.flatMap(([path, schema]) =>
      ['default', 'example']
        .filter((keyword) => keyword in schema)
        .flatMap((keyword) => faultsOf(document, schema as Schema, schema[keyword], path)),
    )
    expect(faults).toEqual([])
  })

  it('has no defaults in bodies, which would make the fields required in TypeScript', () => {
    const withDefault = schemas.filter(([path, schema]) => path.startsWith('schemas/') && 'default' in schema)
    expect(withDefault.map(([path]) => path)).toEqual([])
  })

  it.runIf(hasParameters)('has requests and failures as examples that their schemas allow', () => {
    const faults: string[] = []
    let count = 0
    const check = (schema: unknown, value: unknown, path: string) => {
      count++
      faults.push(...faultsOf(document, schema as Schema, value, path))
    }
    const search = (value: unknown, path: string) => {
      if (!isNode(value)) return
      if ('schema' in value && 'example' in value) check(value.schema, value.example, path)
      for (const [name, example] of Object.entries((value.examples ?? {}) as Record<string, Node>)) {
        if ('schema' in value) check(value.schema, example.value, `${path}/${name}`)
      }
      for (const [key, part] of Object.entries(value)) search(part, `${path}/${key}`)
    }
    search(document.paths, 'paths')
    search(document.components.responses, 'responses')
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(100)
  })

  it.runIf(hasParameters)(
    'bounds every integer by a format, and strings of addresses, hashes and numbers by a pattern',
    () => {
      const integers = schemas.filter(([, { type }]) => type === 'integer')
      expect(integers.filter(([, { format }]) => format !== 'int32' && format !== 'int64')).toEqual([])
      const parameters = Object.values(document.paths).flatMap(({ get }) =>
        isNode(get) ? (get.parameters as { name: string; schema: Node }[]) : [],
      )
      const bounded = /(^|_)(address|account|hash|lt|shard|source|destination)$/
      const loose = parameters.filter(({ name, schema }) => {
        const { type, pattern } = schema.type === 'array' ? (schema.items as Node) : schema
        return bounded.test(name) && type !== 'boolean' && (type !== 'string' || pattern === undefined)
      })
      // addressBook and metadata take any text.
      expect(loose.map(({ name }) => name)).toEqual(version === 'v3' ? ['address', 'address'] : [])
      const limits = parameters.filter(({ name }) => name === 'limit')
      expect(limits.length).toBeGreaterThan(1)
      for (const { schema } of limits) expect(schema).toMatchObject({ minimum: 1, maximum: 1000 })
      const inBodies = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
        name.endsWith('Request') ? [(properties as { limit?: Node }).limit ?? []].flat() : [],
      )
      expect(inBodies.length).toBe(version === 'v2' ? 2 : 0)
      for (const schema of inBodies) expect(schema).toMatchObject({ minimum: 1, maximum: 1000 })
    },
  )
})

describe('failures of the documents', () => {
  it('have jsonrpc and id only in answers to calls', () => {
    const [[, v2]] = DOCUMENTS
    const { post } = v2.paths['/api/v2/jsonRPC'] as { post: { responses: Record<string, object> } }
    const failure = { ok: false, error: 'Unknown method', code: 422, '@extra': '_', jsonrpc: '2.0', id: null }
    const { content } = post.responses[422] as { content: { 'application/json': { schema: Schema } } }
    expect(faultsOf(v2, content['application/json'].schema, failure)).toEqual([])
    expect(faultsOf(v2, { $ref: '#/components/schemas/Error' }, failure)).toEqual([
      '.jsonrpc: not documented',
      '.id: not documented',
    ])
  })
})
