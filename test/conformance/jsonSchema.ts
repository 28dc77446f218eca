/** Schema Objects of OpenAPI as far as the reference's documents and ours use them: whether a value fits a schema. */

export type Schema = {
  readonly $ref?: string
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  /** Of integers, and of texts that hold one. */
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  /** Of OpenAPI 3.0; counts only beside `type`. */
  readonly nullable?: boolean
  readonly pattern?: string
  readonly minLength?: number
  /** Says which of `oneOf` counts. */
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping: Readonly<Record<string, string>>
  }
  readonly default?: unknown
}

/** Keywords without meaning for a value, and those that are checked. */
const KNOWN = new Set([
  ...[
    '$ref',
    'type',
    'format',
    'enum',
    'minimum',
    'maximum',
    'properties',
    'required',
    'additionalProperties',
  ],
  ...['items', 'minItems', 'maxItems', 'oneOf', 'anyOf', 'discriminator', 'default', 'example'],
  ...['nullable', 'pattern', 'minLength', 'description', 'x-go-type'],
])
const WIDTHS: Readonly<Record<string, bigint>> = { int32: 31n, int64: 63n }

type Json = { readonly [name: string]: unknown }

export function resolve<T>(document: object, ref: string): T {
  const keys = ref.split('/').slice(1)
  return keys.reduce<unknown>((value, key) => (value as Json)[key.replaceAll('~1', '/')], document) as T
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function fitsFormat(format: string, value: string | number): boolean {
  if (format === 'byte') return BASE64.test(String(value))
  if (format === 'double') return typeof value === 'number'
  const width = WIDTHS[format]
  if (width === undefined) throw new Error(`unknown format ${format}`)
  if (!/^-?\d+$/.test(String(value))) return false
  const number = BigInt(value)
  return number >= -(1n << width) && number < 1n << width
}

/** Returns the differences of `value` from `schema`, each with its path. Throws for unknown keywords. */
export function faultsOf(document: object, schema: Schema, value: unknown, path = ''): string[] {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword))
  if (unknown) throw new Error(`unknown keyword ${unknown} at ${path}`)
  if (schema.$ref) return faultsOf(document, resolve(document, schema.$ref), value, path)
  if (schema.oneOf) return variantFaults(document, schema, schema.oneOf, value, path)
  if (schema.anyOf) {
    const found = schema.anyOf.map((variant) => faultsOf(document, variant, value, path))
    return found.some((faults) => faults.length === 0) ? [] : [`${path}: no variant fits`, ...found.flat()]
  }
  const type = typeOf(value)
  if (type === 'null' && schema.type && schema.nullable) {
    return schema.enum && !schema.enum.includes(null) ? [`${path}: null is none of ${schema.enum}`] : []
  }
  if (schema.type && type !== schema.type && !(schema.type === 'number' && type === 'integer')) {
    return [`${path}: ${type} for ${schema.type}`]
  }
  const faults: string[] = []
  if (schema.enum && !schema.enum.includes(value))
    faults.push(`${path}: ${String(value)} is none of ${schema.enum}`)
  if (schema.pattern && !new RegExp(schema.pattern).test(String(value)))
    faults.push(`${path}: ${String(value)} is not ${schema.pattern}`)
  // An object with a key such as toString has no text and no number: only those that the schema limits are converted.
  const { minLength, minimum, maximum } = schema
  if (minLength !== undefined && String(value).length < minLength) faults.push(`${path}: too short`)
  if (schema.format && !fitsFormat(schema.format, value as string))
    faults.push(`${path}: no ${schema.format}`)
  const isBelow = minimum !== undefined && Number(value) < minimum
  const isAbove = maximum !== undefined && Number(value) > maximum
  if (isBelow || isAbove) faults.push(`${path}: out of range`)
  if (Array.isArray(value)) return [...faults, ...itemFaults(document, schema, value, path)]
  if (type === 'object') return [...faults, ...propertyFaults(document, schema, value as Json, path)]
  return faults
}

function variantFaults(
  document: object,
  { discriminator }: Schema,
  variants: readonly Schema[],
  value: unknown,
  path: string,
): string[] {
  if (discriminator && typeOf(value) === 'object') {
    const tag = (value as Json)[discriminator.propertyName]
    const ref = discriminator.mapping[String(tag)]
    return ref ? faultsOf(document, { $ref: ref }, value, path) : [`${path}: unknown ${String(tag)}`]
  }
  const found = variants.map((variant) => faultsOf(document, variant, value, path))
  const fitting = found.filter((faults) => faults.length === 0).length
  return fitting === 1 ? [] : [`${path}: ${fitting} variants fit`, ...(fitting === 0 ? found.flat() : [])]
}

function itemFaults(document: object, schema: Schema, items: readonly unknown[], path: string): string[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items: each } = schema
  const count = items.length < minItems || items.length > maxItems ? [`${path}: ${items.length} items`] : []
  return [
    ...count,
    ...(each ? items.flatMap((item, at) => faultsOf(document, each, item, `${path}[${at}]`)) : []),
  ]
}

function propertyFaults(document: object, schema: Schema, value: Json, path: string): string[] {
  const { properties = {}, required = [], additionalProperties = true } = schema
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${path}.${name}: missing`),
    ...Object.entries(value).flatMap(([name, field]) => {
      const own = properties[name] ?? additionalProperties
      if (own === true) return []
      return own === false
        ? [`${path}.${name}: not documented`]
        : faultsOf(document, own, field, `${path}.${name}`)
    }),
  ]
}
