/** OpenAPI documents taken apart, so that ours and the reference's can be laid beside each other. */

/** What both documents are walked as; the reference's is plain JSON. */
export type Schema = {
  readonly $ref?: string
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly enum?: readonly string[]
  readonly const?: string
}
type Parameter = { readonly $ref?: string; readonly name: string }
type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
export type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: { readonly 200: Partial<Content> }
}
type PathItem = { readonly get?: Operation; readonly post?: Operation }
export type Document = {
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
    // Stack entries contain stack entries: a recursive type is visited once.
    if (above.includes(schema.$ref)) return []
    return fieldsOf(document, resolve(document, schema.$ref), path, [...above, schema.$ref])
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return variants.flatMap((variant) => fieldsOf(document, variant, path, above))
  if (typeof schema.additionalProperties === 'object') {
    return fieldsOf(document, schema.additionalProperties, `${path}{}`, above)
  }
  if (schema.items) return fieldsOf(document, schema.items, `${path}[]`, above)
  const type = schema.properties?.['@type']
  const tag = type ? `{${type.const ?? type.enum?.[0]}}` : ''
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${tag}.${name}`
    return [own, ...fieldsOf(document, field, own, above)]
  })
}

export function answerFields(document: Document, operation: Operation | undefined): Set<string> {
  const { schema } = operation?.responses[200].content?.['application/json'] ?? {}
  return new Set(schema ? fieldsOf(document, schema) : [])
}

export function queryNames(document: Document, { parameters = [] }: Operation): string[] {
  return parameters
    .map((item) => (item.$ref ? resolve<Parameter>(document, item.$ref) : item).name)
    .toSorted()
}

export function bodyNames(document: Document, { requestBody }: Operation): string[] {
  let body = requestBody?.content['application/json'].schema
  while (body?.$ref) body = resolve<Schema>(document, body.$ref)
  return Object.keys(body?.properties ?? {}).toSorted()
}
