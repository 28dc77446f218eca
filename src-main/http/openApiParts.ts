import { z } from 'zod'
import type { Parameter, Parameters } from '#shared/schema/parameter.ts'
import type { DocumentedFailure } from './openApiFailures.ts'

/** What OpenAPI documents are made of, whichever API they describe. */

/** A JSON Schema as zod writes it. */
export type JsonSchema = { readonly [key: string]: unknown }

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** Any one of them: the empty one is asking without a key. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[]
  readonly paths: { readonly [path: string]: JsonSchema }
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema }
    readonly responses: { readonly [name: string]: JsonSchema }
    readonly headers: { readonly [name: string]: JsonSchema }
    readonly securitySchemes: { readonly [name: string]: JsonSchema }
  }
}

const COMPONENTS = '#/components/schemas/'

/** Collects named schemas, so that each stands in the document once. */
export type Components = Record<string, JsonSchema>

/** A schema with references into the document's components, to which it adds what it names. */
export function schemaOf(schema: z.ZodType, components: Components): JsonSchema {
  // Wrapped, because zod inlines the outermost schema even if it has a name.
  const wrapped = z.toJSONSchema(z.strictObject({ schema }), { io: 'input', unrepresentable: 'any' })
  const text = JSON.stringify(wrapped).replaceAll('#/$defs/', COMPONENTS)
  const { properties, $defs } = JSON.parse(text) as {
    properties: { schema: JsonSchema }
    $defs?: Record<string, JsonSchema>
  }
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition
    components[name] = rest
  }
  return properties.schema
}

function fallbackOf({ fallback }: Parameter<unknown, unknown>): JsonSchema {
  if (fallback === undefined || Array.isArray(fallback)) return {}
  return { default: typeof fallback === 'bigint' ? fallback.toString() : fallback }
}

export function queryParameters(parameters: Parameters, components: Components): OpenApiParameter[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: parameter.presence === 'required',
    description: parameter.description,
    schema: { ...schemaOf(parameter.kind.querySchema, components), ...fallbackOf(parameter) },
  }))
}

/** @param isClosed unknown fields are refused */
export function bodySchema(parameters: Parameters, components: Components, isClosed: boolean): JsonSchema {
  const entries = Object.entries(parameters)
  return {
    type: 'object',
    ...(isClosed && { additionalProperties: false }),
    properties: Object.fromEntries(
      entries.map(([name, parameter]) => [
        name,
        {
          ...schemaOf(parameter.kind.bodySchema, components),
          ...fallbackOf(parameter),
          description: parameter.description,
        },
      ]),
    ),
    required: entries.filter(([, { presence }]) => presence === 'required').map(([name]) => name),
  }
}

type Content = { readonly content: { readonly 'application/json': JsonSchema } }

export function jsonContent(schema: JsonSchema, more: JsonSchema = {}): Content {
  return { content: { 'application/json': { schema, ...more } } }
}

const ALLOW = {
  Allow: { description: 'The methods that are supported', schema: { type: 'string', examples: ['POST'] } },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until a request is allowed again', schema: { type: 'integer' } },
}

export const OWN_HEADERS: Readonly<Record<number, object>> = { 405: ALLOW, 429: RETRY_AFTER }

/** How one API tells its failures. */
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
 * The responses of an operation: its answer, its own failures, and references to those that all have and it has not
 * told itself.
 */
export function responses(
  answer: JsonSchema,
  failures: readonly DocumentedFailure[],
  common: readonly DocumentedFailure[],
  form: FailureForm,
): JsonSchema {
  const own = new Set(failures.map(({ status }) => status))
  const shared = common.filter(({ status }) => !own.has(status))
  return {
    200: { description: 'Answer', headers: form.headers, ...jsonContent(answer) },
    ...Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, form)])),
    ...Object.fromEntries(
      shared.map(({ status }) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
    ),
    default: { description: 'Any other failure', headers: form.headers, ...jsonContent(form.error) },
  }
}

/** References to headers among a document's components. */
export function headerReferences(headers: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

/** What is the same in the document of any API here. */
export const DOCUMENT_FRAME = {
  openapi: '3.1.1',
  servers: [{ url: '/', description: 'The gateway that serves this document' }],
  security: [{}, { APIKeyHeader: [] }, { APIKeyQuery: [] }],
} as const
export const SECURITY_SCHEMES = {
  APIKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  APIKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
} as const
