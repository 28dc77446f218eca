/** A JSON Schema of an OpenAPI document, as far as names of fields are read from it. */
type Schema = {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

type Operation = {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

/** The part of an OpenAPI document that names the fields of request bodies. */
export type DocumentWithBodies = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

const SCHEMAS = '#/components/schemas/'

/** Returns the names of all fields of an operation's request body, nested ones included. */
export function bodyFields(
  { paths, components }: DocumentWithBodies,
  path: string,
  method: string,
): readonly string[] {
  const names = new Set<string>()
  const seen = new Set<Schema>()
  const visit = (schema: Schema | undefined): void => {
    if (!schema || seen.has(schema)) return
    seen.add(schema)
    const { $ref, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema
    if ($ref?.startsWith(SCHEMAS)) visit(components?.schemas?.[$ref.slice(SCHEMAS.length)])
    for (const [name, property] of Object.entries(properties)) {
      names.add(name)
      visit(property)
    }
    for (const part of [items, ...allOf, ...anyOf, ...oneOf]) visit(part)
  }
  const content = paths[path]?.[method]?.requestBody?.content ?? {}
  for (const { schema } of Object.values(content)) visit(schema)
  return [...names]
}
