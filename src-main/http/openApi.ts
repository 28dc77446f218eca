import { z } from 'zod'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { errorEnvelope, successEnvelope } from '#shared/schema/v2/envelope.ts'
import { type AnyOperation, v2Operations } from '#shared/schema/v2/operations.ts'
import type { Parameter } from '#shared/schema/v2/parameter.ts'

/** A JSON Schema as zod writes it. */
export type JsonSchema = { readonly [key: string]: unknown }

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: { readonly [path: string]: JsonSchema }
  readonly components: { readonly schemas: { readonly [name: string]: JsonSchema } }
}

const COMPONENTS = '#/components/schemas/'

/** Collects named schemas, so that each stands in the document once. */
type Components = Record<string, JsonSchema>

/** A schema with references into the document's components, to which it adds what it names. */
function schemaOf(schema: z.ZodType, components: Components): JsonSchema {
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

function queryParameters(operation: AnyOperation, components: Components): OpenApiParameter[] {
  return Object.entries(operation.parameters).map(([name, parameter]) => ({
    name,
    in: 'query',
    required: parameter.presence === 'required',
    description: parameter.description,
    schema: { ...schemaOf(parameter.kind.querySchema, components), ...fallbackOf(parameter) },
  }))
}

function bodySchema(operation: AnyOperation, components: Components): JsonSchema {
  const entries = Object.entries(operation.parameters)
  return {
    type: 'object',
    additionalProperties: false,
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

function jsonContent(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } }
}

function pathItem(operation: AnyOperation, components: Components): JsonSchema {
  const common = {
    tags: [operation.category],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    responses: {
      200: { description: 'Answer', ...jsonContent(schemaOf(successEnvelope(operation.result), components)) },
      default: { description: 'Failure', ...jsonContent(schemaOf(errorEnvelope, components)) },
    },
  }
  const get = {
    operationId: `${operation.name}_get`,
    ...common,
    parameters: queryParameters(operation, components),
  }
  return {
    ...(!operation.postOnly && { get }),
    post: {
      operationId: `${operation.name}_post`,
      ...common,
      requestBody: { required: true, ...jsonContent(bodySchema(operation, components)) },
    },
  }
}

/** The OpenAPI description of `/api/v2`, derived from the operations' schemas. */
export function openApiDocument(version: string): OpenApiDocument {
  const components: Components = {}
  const operations: readonly AnyOperation[] = Object.values(v2Operations)
  const paths = operations.flatMap((operation) =>
    [operation.name, ...(operation.aliases ?? [])].map(
      (name) => [`${V2_PREFIX}/${name}`, pathItem(operation, components)] as const,
    ),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'TON HTTP API v2',
      version,
      description: 'Served by Tonscope on this machine, from verified liteserver answers.',
    },
    tags: [...new Set(operations.map(({ category }) => category))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: { schemas: components },
  }
}
