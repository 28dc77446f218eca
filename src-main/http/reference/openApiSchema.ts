import { z } from 'zod'

/** Schema Objects of OpenAPI 3.0.3 from zod schemas. */

export type JsonSchema = { readonly [key: string]: unknown }

/** Collects named schemas, so that each is in the document once. */
export type Components = Record<string, JsonSchema>

const COMPONENTS = '#/components/schemas/'
const ZOD_DEFINITIONS = '#/definitions/'
/** Zod's bounds of an integer without bounds of its own. */
const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number
const [MIN_INT32, MAX_INT32] = [-(2 ** 31), 2 ** 31 - 1]

/**
 * The schema of null. In OpenAPI 3.0.3 `nullable` has no effect beside a reference or `allOf`, so that a named schema
 * or null is a choice between two.
 */
const NULL: JsonSchema = { type: 'string', nullable: true, enum: [null] }

function componentReference(name: string): JsonSchema {
  return { $ref: COMPONENTS + name }
}

/** Adds a schema to a document's components. Throws if the name has another schema already. */
export function addComponent(components: Components, name: string, schema: JsonSchema): JsonSchema {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two schemas are named ${name}`)
  }
  components[name] = schema
  return componentReference(name)
}

/**
 * Returns a Schema Object with references into the document's components, to which it adds the schemas that have an
 * id. Throws for an object or a discriminated union without one: generators would invent a name for it.
 */
export function schemaOf(schema: z.ZodType, components: Components): JsonSchema {
  // Wrapped, because zod inlines the outermost schema even if it has an id.
  const wrapped: JsonSchema = z.toJSONSchema(z.strictObject({ schema }), {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      const { def } = _zod
      if (def.type === 'union' && 'discriminator' in def) {
        Object.assign(jsonSchema, { discriminator: { propertyName: def.discriminator } })
      }
    },
  })
  const { properties, definitions = {} } = wrapped as {
    properties: { schema: JsonSchema }
    definitions?: Record<string, JsonSchema>
  }
  for (const [name, definition] of Object.entries(definitions)) {
    if (isAnonymous(name)) continue
    addComponent(components, name, toSchemaObject(definition, { definitions, isNamed: true }))
  }
  return toSchemaObject(properties.schema, { definitions })
}

/** Zod creates a definition for a schema without an id inside a cycle; the named ones close that cycle. */
function isAnonymous(definition: string): boolean {
  return definition.startsWith('__schema')
}

type Context = {
  /** Schemas as zod writes them, by id. */
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /** Whether the schema is a component itself. */
  readonly isNamed?: boolean
}

function toSchemaObject(node: JsonSchema, { definitions, isNamed = false }: Context): JsonSchema {
  // Zod's `readonly` is about types; in OpenAPI it would exclude the value from requests.
  const inner = (part: unknown) => toSchemaObject(part as JsonSchema, { definitions })
  const {
    id: _id,
    readOnly: _,
    $ref,
    nullable,
    examples,
    anyOf,
    oneOf,
    allOf,
    discriminator,
    ...plain
  } = node
  if (typeof $ref === 'string') {
    const name = $ref.slice(ZOD_DEFINITIONS.length)
    return isAnonymous(name) ? inner(definitions[name]) : componentReference(name)
  }
  if (Array.isArray(allOf)) return orNull(allOf, nullable)
  const example = Array.isArray(examples) ? { example: examples[0] } : {}
  const common = { ...plain, ...(nullable === true && { nullable }), ...example }

  const pairs = pairItems(anyOf)
  if (pairs) return { ...common, ...arrayOfPairs(pairs.map(inner)) }
  if (Array.isArray(anyOf)) return { ...common, anyOf: anyOf.map(inner) }
  if (Array.isArray(oneOf)) {
    const variants = oneOf.map(inner)
    if (!isNamed) throw new Error(`a union has no id: ${JSON.stringify(variants)}`)
    const { propertyName } = (discriminator ?? {}) as { propertyName?: string }
    return {
      ...common,
      oneOf: variants,
      ...(propertyName !== undefined && discriminatorOf(propertyName, variants, definitions)),
    }
  }
  if (plain.type === 'object') {
    if (!isNamed) throw new Error(`an object has no id: ${JSON.stringify(plain)}`)
    return { ...common, ...objectParts(plain, inner) }
  }
  if (plain.type === 'array') {
    const { items } = plain as { items: JsonSchema }
    return Array.isArray(items.anyOf) && plain.minItems !== undefined
      ? { ...common, ...arrayOfPairs(items.anyOf.map(inner)) }
      : { ...common, items: inner(items) }
  }
  if (plain.type === 'integer') return integerParts(common)
  return common
}

/**
 * Returns the schema of the only `allOf` that zod writes: a reference with other keywords, of which only `nullable`
 * matters.
 */
function orNull(allOf: readonly JsonSchema[], nullable: unknown): JsonSchema {
  const [only, ...more] = allOf
  if (typeof only?.$ref !== 'string' || more.length > 0) {
    throw new Error(`allOf of more than a reference: ${JSON.stringify(allOf)}`)
  }
  const name = only.$ref.slice(ZOD_DEFINITIONS.length)
  const target = componentReference(name)
  if (nullable !== true) return target
  // oapi-codegen would make an opaque union of it.
  return { oneOf: [target, NULL], 'x-go-type': `*${goName(name)}` }
}

/** Returns the name that oapi-codegen gives to the type of a component. */
function goName(component: string): string {
  return component.replace(/(?:^|[._-])(.)/g, (_, first: string) => first.toUpperCase())
}

function objectParts(
  { properties, required, additionalProperties }: JsonSchema,
  inner: (part: unknown) => JsonSchema,
): JsonSchema {
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>)
  return {
    ...(properties !== undefined && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, inner(field)])),
    }),
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties === false ? false : inner(additionalProperties),
    }),
  }
}

/** Removes bounds that restrict nothing, and sets the format to the integer's width. */
function integerParts({ minimum, maximum, ...rest }: JsonSchema): JsonSchema {
  const least = Number(minimum ?? MIN_SAFE_INTEGER)
  const most = Number(maximum ?? MAX_SAFE_INTEGER)
  const isInt32 = least >= MIN_INT32 && most <= MAX_INT32
  return {
    format: isInt32 ? 'int32' : 'int64',
    ...rest,
    ...(least > MIN_SAFE_INTEGER && { minimum: least }),
    ...(most < MAX_SAFE_INTEGER && { maximum: most }),
  }
}

/** Returns the discriminator of a union of named variants; undefined if its values are not texts. */
function discriminatorOf(
  propertyName: string,
  variants: readonly JsonSchema[],
  definitions: Context['definitions'],
): JsonSchema {
  const pairs = variants.flatMap(({ $ref }) => {
    const name = String($ref).slice(COMPONENTS.length)
    const { properties } = (definitions[name] ?? {}) as { properties?: Record<string, JsonSchema> }
    const { enum: values } = (properties?.[propertyName] ?? {}) as { enum?: readonly unknown[] }
    if (!values) throw new Error(`a variant of a union has no id, or no ${propertyName}: ${String($ref)}`)
    return values.map((value) => [value, $ref] as const)
  })
  if (pairs.some(([value]) => typeof value !== 'string')) return {}
  return { discriminator: { propertyName, mapping: Object.fromEntries(pairs) } }
}

/** Returns the schemas of all places of a union of pairs; undefined for any other union. */
function pairItems(anyOf: unknown): JsonSchema[] | undefined {
  if (!Array.isArray(anyOf)) return undefined
  const places = anyOf.map(({ type, items }) => (type === 'array' ? items?.anyOf : undefined))
  return places.every(Array.isArray) ? places.flat() : undefined
}

/** OpenAPI 3.0 has no tuples: a pair is an array of two items, each of which matches any of the schemas. */
function arrayOfPairs(places: readonly JsonSchema[]): JsonSchema {
  const flat = places.flatMap((place) =>
    Array.isArray(place.anyOf) ? (place.anyOf as JsonSchema[]) : [place],
  )
  const isText = ({ type }: JsonSchema) => type === 'string'
  const rest = flat.filter((place) => !isText(place)).map((place) => JSON.stringify(place))
  const anyOf = [{ type: 'string' }, ...[...new Set(rest)].map((text) => JSON.parse(text) as JsonSchema)]
  return { type: 'array', items: { anyOf }, minItems: 2, maxItems: 2 }
}
