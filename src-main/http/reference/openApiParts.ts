import type { Parameter, Parameters } from '#shared/schema/parameter.ts'
import type { DocumentedFailure } from './openApiFailures.ts'
import { addComponent, type Components, type JsonSchema, schemaOf } from './openApiSchema.ts'

/** Parts of an OpenAPI document that are the same for both APIs. */

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

export type OpenApiDocument = {
  readonly openapi: '3.0.3'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string; readonly url: string }
    readonly contact: { readonly name: string; readonly url: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Alternatives; the empty one means a request without a key. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[]
  readonly paths: { readonly [path: string]: JsonSchema }
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema }
    readonly responses: { readonly [name: string]: JsonSchema }
    readonly headers: { readonly [name: string]: JsonSchema }
    readonly securitySchemes: { readonly [name: string]: JsonSchema }
  }
}

/** Returns the default as a schema if the value is allowed there: not every default can be sent by name. */
function fallbackOf({ fallback, kind }: Parameter<unknown, unknown>): JsonSchema {
  const value = typeof fallback === 'bigint' ? fallback.toString() : fallback
  const isShown = typeof value !== 'object' && kind.schema.safeParse(value).success
  return value !== undefined && isShown ? { default: value } : {}
}

export function queryParameters(parameters: Parameters, components: Components): OpenApiParameter[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: parameter.presence === 'required',
    description: parameter.description,
    schema: { ...schemaOf(parameter.kind.schema, components), ...fallbackOf(parameter) },
  }))
}

/**
 * Adds the schema of an operation's body to the components, as `NameRequest`.
 * @param isClosed unknown fields are refused
 */
export function bodySchema(
  { name, parameters }: { readonly name: string; readonly parameters: Parameters },
  components: Components,
  isClosed: boolean,
): JsonSchema {
  const entries = Object.entries(parameters)
  const required = entries.filter(([, { presence }]) => presence === 'required').map(([field]) => field)
  // A default is written as a sentence: openapi-typescript requires a field that has one.
  const properties = entries.map(([field, parameter]) => {
    const { default: value } = fallbackOf(parameter)
    const note = value === undefined || value === '' ? '' : `; default: ${String(value)}`
    return [
      field,
      { ...schemaOf(parameter.kind.schema, components), description: parameter.description + note },
    ] as const
  })
  return addComponent(components, `${capitalized(name)}Request`, {
    type: 'object',
    ...(isClosed && { additionalProperties: false }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  })
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the operation's summary and description; without a description the summary serves as both. */
export function textsOf(operation: {
  readonly summary: string
  readonly description?: string
  readonly isOwn?: boolean
}): { readonly summary: string; readonly description: string } {
  const { summary, description = `${summary}.`, isOwn = false } = operation
  return {
    summary,
    description: isOwn ? `${description} toncenter does not have this operation.` : description,
  }
}

type Content = { readonly content: { readonly 'application/json': JsonSchema } }

export function jsonContent(schema: JsonSchema, more: JsonSchema = {}): Content {
  return { content: { 'application/json': { schema, ...more } } }
}

const ALLOW = {
  Allow: { description: 'The methods that are supported', schema: { type: 'string', example: 'POST' } },
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which to ask again; not always given',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
  },
}

const OWN_HEADERS: Readonly<Record<number, object>> = {
  405: ALLOW,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
}

/** The form of an API's failures. */
export type FailureForm = {
  readonly error: JsonSchema
  /** References to the headers of every answer. */
  readonly headers: JsonSchema
  example(text: string, status: number): object
}

export function failureResponse({ status, when, texts }: DocumentedFailure, form: FailureForm): JsonSchema {
  const examples = texts.map((text) => [text, { value: form.example(text, status) }])
  return {
    description: when,
    headers: { ...form.headers, ...OWN_HEADERS[status] },
    ...jsonContent(form.error, { examples: Object.fromEntries(examples) }),
  }
}

export function responseName(status: number): string {
  return `Failure${status}`
}

/**
 * Returns the responses of an operation: its answer, its own failures, and references to the common failures for other
 * statuses.
 * @param ownHeaders references to headers of the answer besides those of every response
 */
export function responses(
  answer: JsonSchema,
  failures: readonly DocumentedFailure[],
  common: readonly DocumentedFailure[],
  form: FailureForm,
  ownHeaders: JsonSchema = {},
): JsonSchema {
  const own = new Set(failures.map(({ status }) => status))
  return {
    200: { description: 'Answer', headers: { ...form.headers, ...ownHeaders }, ...jsonContent(answer) },
    ...Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, form)])),
    ...sharedFailures(common.filter(({ status }) => !own.has(status))),
    default: { description: 'Any other failure', headers: form.headers, ...jsonContent(form.error) },
  }
}

/** References to failures among a document's components. */
export function sharedFailures(failures: readonly DocumentedFailure[]): JsonSchema {
  return Object.fromEntries(
    failures.map(({ status }) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
  )
}

/** References to headers among a document's components. */
export function headerReferences(headers: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

/** Parts that are the same in both documents. */
export const DOCUMENT_FRAME = {
  openapi: '3.0.3',
  servers: [{ url: '/', description: 'The gateway that serves this document' }],
  security: [{}, { APIKeyHeader: [] }, { APIKeyQuery: [] }],
} as const
export const DOCUMENT_OWNER = {
  license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  contact: { name: 'Tonscope', url: '/docs' },
} as const
export const SECURITY_SCHEMES = {
  APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  APIKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
} as const
